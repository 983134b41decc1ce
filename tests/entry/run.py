#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""heddle check --entry and --main: programs that begin somewhere else than in main.
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
PROGRAM = """#include <assert.h>
#include <pthread.h>
static pthread_mutex_t m;
static int n, ready;
void set_up(void) {
  pthread_mutex_init(&m, 0);
  ready = 1;
}
void *locked(void *unused) {
  pthread_mutex_lock(&m);
  n++;
  pthread_mutex_unlock(&m);
  return 0;
}
int unlocked(int by, char how) {
  n += by + how;
  return n;
}
static void after(void) { assert(ready); }
void *looks(void *at) { return *(void **)at; }
void *writes(void *at) {
  *(int *)at = 1;
  return 0;
}
int begin(void) {
  n = 1;
  assert(n == 1);
  return 0;
}
int main(void) {
  n = 5;
  assert(n == 4);
  return 0;
}
"""


def check(directory, *args, source=PROGRAM):
    (directory / "library.c").write_text(source)
    return subprocess.run([HEDDLE, "check", "-q", "library.c", *args], cwd=directory, capture_output=True, text=True, timeout=60)


def expect(run, code, *words):
    if run.returncode != code or any(w not in run.stdout + run.stderr for w in words):
        yield f"{' '.join(run.args[1:])}: exit code {run.returncode}, wanted {code} and {words}:\n{run.stdout}{run.stderr}"


def functions_as_threads(directory):
    yield from expect(check(directory, "--entry", "locked,locked"), 0, "verdict: true")
    yield from expect(check(directory, "--entry", "locked", "--entry", "unlocked"), 1, "data race on n", "library.c:11", "library.c:16")
    yield from expect(check(directory, "--entry", "after"), 1, "assertion", "library.c:19")
    yield from expect(check(directory, "--main", "set_up", "--entry", "after,locked"), 0, "verdict: true")


def an_argument_of_which_nothing_is_known(directory):
    run = check(directory, "--entry", "looks")
    yield from expect(run, 2, "verdict: unknown")
    run = check(directory, "--entry", "looks,writes", "--engine", "invariants")  # both may be given one pointer
    yield from expect(run, 2, "the argument of `looks`")
    run = check(directory, "--entry", "writes,locked")  # and it may lead to a static variable
    yield from expect(run, 2, "verdict: unknown")


def another_main(directory):
    yield from expect(check(directory), 1, "assertion")
    yield from expect(check(directory, "--main", "begin"), 0, "verdict: true")
    yield from expect(check(directory, "--main", "main"), 1, "assertion")
    yield from expect(check(directory, "--main", "unlocked", "--property", "unreach-call"), 0)


def every_engine_begins_there(directory):
    for engine in ("explore", "bmc-order", "impact", "invariants", "bmc-lazy", "bmc-eager", "induction"):
        run = check(directory, "--engine", engine, "--property", "no-data-race", "--entry", "locked,locked", "--time-limit", "20s")
        if run.returncode not in (0, 2):
            yield f"{engine}: {run.stdout}{run.stderr}"
        run = check(directory, "--engine", engine, "--property", "no-data-race", "--entry", "locked,unlocked", "--time-limit", "20s")
        if run.returncode not in (1, 2):
            yield f"{engine}: {run.stdout}{run.stderr}"


def the_result_says_so_and_is_replayed(directory):
    yield from expect(check(directory, "--main", "set_up", "--entry", "locked,unlocked", "-o", "result.json"), 1)
    result = json.loads((directory / "result.json").read_text())
    if result["input"]["entry"] != ["locked", "unlocked"] or result["input"]["main"] != "set_up":
        yield result["input"]
    names = [t["name"] for t in result["violations"][0]["trace"]["threads"]]
    if sorted(names) != ["locked", "main", "unlocked"]:
        yield f"threads are called {names}"
    run = subprocess.run([HEDDLE, "replay", "result.json"], cwd=directory, capture_output=True, text=True, timeout=60,
                         env={**os.environ, "XDG_CACHE_HOME": str(directory / "cache")})
    if run.returncode != 0:
        yield f"replay: {run.stdout}{run.stderr}"


def wrong_names(directory):
    yield from expect(check(directory, "--entry", "nobody"), 3, "--entry nobody", "no file defines")
    yield from expect(check(directory, "--main", "nobody"), 3, "--main nobody", "no file defines")
    yield from expect(check(directory, "--entry", "a b"), 3, "names of functions")
    yield from expect(check(directory, "--entry", "locked", "--args", "x"), 3, "--args is for main")
    yield from expect(check(directory, "--entry", "locked", "--main", "main"), 3, "main ends the program")


TESTS = [functions_as_threads, an_argument_of_which_nothing_is_known, another_main, every_engine_begins_there,
         the_result_says_so_and_is_replayed, wrong_names]

if __name__ == "__main__":
    sys.exit(suite.run(TESTS))
