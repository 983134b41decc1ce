#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""heddle.toml: settings, the project's own locks, suppressions; `heddle init`.
Usage: run.py [part of a name]; HEDDLE names the tool."""
import json
import os
import pathlib
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import suite

ROOT = pathlib.Path(__file__).resolve().parents[2]
HEDDLE = os.environ.get("HEDDLE", str(ROOT / "heddle"))
RACE = """#include <pthread.h>
int hits, done;
void *work(void *unused) {
  hits++;
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  hits++;
  pthread_join(t, 0);
  return 0;
}
"""
TWO = RACE.replace("  hits++;\n  pthread_join", "  hits++;\n  done++;\n  pthread_join").replace("  hits++;\n  return 0;\n}\nint", "  hits++;\n  done++;\n  return 0;\n}\nint")
LOCKS = """#include <pthread.h>
#include <stdlib.h>
struct lock { int word; } a, b, *list;
int n, m;
int my_lock(int how, struct lock *l) { while (l->word) ; l->word = 1; return 0; }
void my_unlock(struct lock *l) { l->word = 0; }
void big_lock(void);
void big_unlock(void);
void *work(void *unused) {
  if (my_lock(0, FIRST)) return 0;
  n++;
  my_unlock(FIRST);
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  if (my_lock(0, SECOND)) return 1;
  n++;
  my_unlock(SECOND);
  pthread_join(t, 0);
  return 0;
}
"""
LOCK = '[[lock]]\nacquire = "my_lock:1"\nrelease = "my_unlock:0"\n'
SUPPRESS = '[[suppress]]\nproperty = "no-data-race"\nfunction = "work"\nobject = "hits"\nreason = "a lost count is fine"\n'


def check(directory, *args):
    return subprocess.run([HEDDLE, "check", *args], cwd=directory, capture_output=True, text=True, timeout=60)


def expect(run, code, *words):
    if run.returncode != code or any(w not in run.stdout + run.stderr for w in words):
        yield f"{' '.join(run.args[1:])}: exit code {run.returncode}, wanted {code} and {words}:\n{run.stdout}{run.stderr}"


def settings(directory):
    (directory / "src").mkdir()
    (directory / "src/program.c").write_text(RACE)
    (directory / "heddle.toml").write_text('# about this project\nfiles = ["src/program.c"]  # all\nproperty = "no-deadlock"\ntime-limit = "50s"\n')
    for where in (directory, directory / "src"):
        yield from expect(check(where), 0, "verdict: true", "heddle.toml")
    yield from expect(check(directory, "--property", "no-data-race"), 1, "data race on hits")
    yield from expect(check(directory / "src", "--no-config", "program.c"), 1, "data race on hits")
    (directory / "other.toml").write_text('property = ["no-data-race", "no-deadlock"]\ndefine = ["hits=count"]\nall = true\n')
    yield from expect(check(directory, "--config", "other.toml", "src/program.c"), 1, "data race on count")
    (directory / "task.yml").write_text('format_version: "2.0"\ninput_files: src/program.c\n')
    yield from expect(check(directory, "task.yml"), 1, "data race on hits")


def wrong_settings(directory):
    (directory / "program.c").write_text(RACE)
    for text, *words in (
            ("propety = 1", "heddle.toml:1", "no setting `propety` (did you mean property?)"), ("\n\nall = 1", "heddle.toml:3", "true or false"),
            ("engine = explore", ":1", "in quotes"), ("engine = \"none\"", "--engine", "none"), ("output = \"x\"", "no setting `output`"),
            ("a.b = 1", "dot"), ("args = \"x", "does not end"), ("[lock]\nacquire = \"x\"", "[lock] is no part"), ("[[lock]]", ":1", "acquire ="),
            ("[[lock]]\nacquire = \"f:x\"\nrelease = \"g\"", ":2", "acquire ="), ("[[suppress]]\nfile = \"a.c\"", "needs a reason"),
            ("[[suppress]]\nreason = \"x\"", "names a file"), ("[[suppress]]\nfile=\"a\"\nreason=\"x\"\nline=\"3\"", "no `line` here"),
            ("[[suppress]]\nfile=\"a\"\nreason=\"x\"\nproperty=\"races\"", "is no property"), ("unwind = \"x\"", "--unwind"),
            ("unwind = 1\nunwind = 2", "given twice"), ("property = [1]", "\"texts\""), ("all = true false", "nothing may follow")):
        (directory / "heddle.toml").write_text(text + "\n")
        yield from expect(check(directory, "program.c"), 3, *words)
    yield from expect(check(directory, "--config", "none.toml", "program.c"), 3, "none.toml")


def own_locks(directory):
    (directory / "heddle.toml").write_text(LOCK)
    (directory / "program.c").write_text(LOCKS)
    # the spin lock of the program is no lock: it races and is not atomic
    yield from expect(check(directory, "--no-config", "-DFIRST=&a", "-DSECOND=&a", "program.c"), 1, "data race on a.word")
    run = check(directory, "-DFIRST=&a", "-DSECOND=&a", "--format", "json", "program.c")
    if run.returncode or json.loads(run.stdout)["assumes"] != ["lock: my_lock:1, my_unlock:0"]:
        yield run.stdout + run.stderr
    yield from expect(check(directory, "-DFIRST=&a", "-DSECOND=&a", "program.c"), 0, "provided that these take a lock: my_lock:1",
                      "taken as locks, as you said: my_lock:1 and my_unlock:0")
    yield from expect(check(directory, "-DFIRST=&a", "-DSECOND=&b", "program.c"), 1, "data race on n")
    # found by pointers
    with_pointers = LOCKS.replace("pthread_t t;", "pthread_t t;\n  list = malloc(2 * sizeof *list);")
    (directory / "program.c").write_text(with_pointers)
    yield from expect(check(directory, "-DFIRST=list", "-DSECOND=list", "program.c"), 0, "verdict: true")
    yield from expect(check(directory, "-DFIRST=list", "-DSECOND=(list+1)", "program.c", "-o", "result.json"), 1, "data race on n")
    replayed = subprocess.run([HEDDLE, "replay", "result.json"], cwd=directory, capture_output=True, text=True, timeout=60,
                              env={**os.environ, "XDG_CACHE_HOME": str(directory / "cache")})
    yield from expect(replayed, 0)
    # no argument: the pair is the lock
    (directory / "heddle.toml").write_text('[[lock]]\nacquire = "big_lock"\nrelease = "big_unlock"\n')
    (directory / "program.c").write_text(LOCKS.replace("my_lock(0, FIRST)", "(big_lock(), 0)").replace("my_unlock(FIRST)", "big_unlock()")
                                         .replace("my_lock(0, SECOND)", "(big_lock(), 0)").replace("my_unlock(SECOND)", "big_unlock()"))
    yield from expect(check(directory, "program.c"), 0, "verdict: true")
    (directory / "heddle.toml").write_text('[[lock]]\nacquire = "my_lock:5"\nrelease = "my_unlock:0"\n')
    yield from expect(check(directory, "program.c"), 3, "my_lock:5", "no pointer as argument 5")
    # a name that the program does not have would leave the lock taken for ever
    (directory / "program.c").write_text(LOCKS)
    for acquire, release, missing in (("my_lock:1", "my_unlok:0", "my_unlok"), ("my_lokc:1", "my_unlock:0", "my_lokc"), ("my_lock:1", "give:0", "give")):
        (directory / "heddle.toml").write_text(f'[[lock]]\nacquire = "{acquire}"\nrelease = "{release}"\n')
        near = f"no function `{missing}`" + {"my_unlok": " (did you mean my_unlock?)", "my_lokc": " (did you mean my_lock?)", "give": ", but uses `my_lock`"}[missing]
        yield from expect(check(directory, "-DFIRST=&a", "-DSECOND=&a", "program.c"), 3, "heddle.toml", near)
    (directory / "heddle.toml").write_text('[[lock]]\nacquire = "take"\nrelease = "give"\n')  # of another program of the project
    yield from expect(check(directory, "-DFIRST=&a", "-DSECOND=&b", "program.c"), 1, "data race on n")


def suppressions(directory):
    (directory / "heddle.toml").write_text(SUPPRESS)
    (directory / "program.c").write_text(RACE)
    run = check(directory, "program.c", "-o", "result.json", "--report", "result.sarif")
    yield from expect(run, 0, "suppressed: data race on hits", "a lost count is fine", "verdict: false(no-data-race)")
    result = json.loads((directory / "result.json").read_text())
    if result["verdict"] != "false" or [v.get("suppressed") for v in result["violations"]] != ["a lost count is fine"]:
        yield f"{result['verdict']} {result['violations']}"
    found = json.loads((directory / "result.sarif").read_text())["runs"][0]["results"]
    if [r["suppressions"][0]["justification"] for r in found] != ["a lost count is fine"]:
        yield f"SARIF: {found}"
    shown = subprocess.run([HEDDLE, "report", "result.json"], cwd=directory, capture_output=True, text=True, timeout=60)
    yield from expect(shown, shown.returncode, "suppressed: data race on hits")
    (directory / "program.c").write_text(TWO)
    run = check(directory, "program.c")
    yield from expect(run, 1, "suppressed: data race on hits", "data race on done")
    (directory / "program.c").write_text(RACE.replace("hits++;\n  return", "hits++;\n  unknown_function();\n  return"))
    yield from expect(check(directory, "program.c"), 2, "suppressed: data race on hits")


def a_new_file(directory):
    (directory / "program.c").write_text(RACE.replace("int hits", "void my_lock(int *l) { }\nvoid my_unlock(int *l) { }\nint hits"))
    run = subprocess.run([HEDDLE, "init"], cwd=directory, capture_output=True, text=True, timeout=60)
    yield from expect(run, 0, "heddle.toml is written")
    text = (directory / "heddle.toml").read_text()
    if 'files = ["program.c"]' not in text or '# acquire = "my_lock:0"' not in text:
        yield text
    yield from expect(check(directory), 1, "data race on hits")
    # what is a comment there is right as a setting, too
    lines = [l[2:] if l.startswith("# ") and " = " in l and "#" not in l[2:] or l.startswith("# [[") else l for l in text.split("\n")]
    (directory / "heddle.toml").write_text("\n".join(l for l in lines if not l.startswith(("build", "target", "model", "entry", "main", "harmless", "include"))))
    yield from expect(check(directory), 1, "data race on hits")
    again = subprocess.run([HEDDLE, "init"], cwd=directory, capture_output=True, text=True, timeout=60)
    yield from expect(again, 3, "is there already")


TESTS = [settings, wrong_settings, own_locks, suppressions, a_new_file]

if __name__ == "__main__":
    sys.exit(suite.run(TESTS))
