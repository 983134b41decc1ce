#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The contract of the command line on real runs: verdicts and exit codes of the examples, what goes to which stream, limits,
Ctrl-C, the result file. Usage: run.py [part of a name]; HEDDLE names the tool."""
import json
import os
import pathlib
import pty
import re
import signal
import subprocess
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import suite

ROOT = pathlib.Path(__file__).resolve().parents[2]
HEDDLE = os.environ.get("HEDDLE", str(ROOT / "heddle"))
GOOD = "int main(void) { return 0; }\n"
# Three threads that keep hashing into one atomic: no two interleavings end alike, no search ends soon, and nobody knows the sum.
ENDLESS = """#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_uint x;
static void *mix(void *arg) {
  for (unsigned i = 0; i < 1000000; i++) atomic_store(&x, atomic_load(&x) * 31 + *(unsigned *)arg);
  return NULL;
}
int main(void) {
  pthread_t t[3];
  unsigned ids[3] = {1, 2, 3};
  for (int i = 0; i < 3; i++) pthread_create(&t[i], NULL, mix, &ids[i]);
  for (int i = 0; i < 3; i++) pthread_join(t[i], NULL);
  assert(x != 123456789);
  return 0;
}
"""
# Something undefined on one path, and more to search on another than a short limit allows.
UNDEFINED_THEN_ENDLESS = ENDLESS.replace("int main(void) {", "_Bool __VERIFIER_nondet_bool(void);\nint main(void) {\n  int a[4] = {0}, i = 4;\n  if (__VERIFIER_nondet_bool()) return a[i];")
# Too wide for explore, too hard for any solver in some seconds.
FACTORS = """#include <assert.h>
unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned long x = __VERIFIER_nondet_uint(), y = __VERIFIER_nondet_uint();
  assert(x * y != 2147483647ul * 4294967291ul + 6ul || x < 3 || y < 3);
  return 0;
}
"""
# Remainders and products of 64 bits: questions that a linear solver does not come back from.
REMAINDERS = """#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_ulong a = 1, b = 3, c = 7;
static void *mix(void *unused) {
  for (;;) {
    unsigned long u = a * 2654435761ul, v = b * 40503ul, w = c * 1099511628211ul;
    a = (u >> 13) + v % 1000003;
    b = (w / 7) % 65537 + (u & 1023) * 31;
    c = u / 3 + v / 5 + w / 11;
    assert(a != 123456789012345ul);
  }
  return unused;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, mix, NULL);
  mix(NULL);
}
"""
# Too wide for explore, and not expressed by bmc-order.
WIDE_DOUBLE = """#include <assert.h>
int __VERIFIER_nondet_int(void);
int main(void) {
  double d = __VERIFIER_nondet_int();
  assert(d * d != 2.0 * 15241.0 * 15241.0);
  return 0;
}
"""
EXAMPLES = [  # arguments, exit code, last line
    (["bank.c"], 1, "verdict: false(unreach-call,no-data-race)"),
    (["--property", "unreach-call", "bank.c"], 1, "verdict: false(unreach-call)"),
    (["philosophers.c"], 1, "verdict: false(no-deadlock)"),
    (["-DPOLITE", "philosophers.c"], 0, "verdict: true"),
    (["queue.c"], 0, "verdict: true"),
    (["polite.c"], 0, "verdict: true"),
    (["--property", "termination", "polite.c"], 1, "verdict: false(termination)"),
    (["once.c"], 0, "verdict: true"),
    (["-DTOO_EARLY", "once.c"], 1, "verdict: false"),
]


def heddle(*args, cwd=ROOT / "examples", **more):
    return subprocess.run([HEDDLE, *args], cwd=cwd, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=120, **more)


def told(run):
    return f"exit code {run.returncode}, printed {run.stdout[-300:]!r}, said {run.stderr[-300:]!r}"


def examples_have_their_verdicts(_):
    for args, code, line in EXAMPLES:
        run = heddle("check", *args)
        last = run.stdout.rstrip().split("\n")[-1]
        if run.returncode != code or not last.startswith(line) or run.stderr:
            yield f"{' '.join(args)}: {told(run)}"


def json_is_one_object_and_agrees_with_the_exit_code(_):
    for args, code, _line in EXAMPLES:
        run = heddle("check", "--format", "json", *args)
        result = json.loads(run.stdout)
        if {"true": 0, "false": 1, "unknown": 2}[result["verdict"]] != run.returncode or run.returncode != code:
            yield f"{' '.join(args)}: {told(run)}"
        if run.stdout.count("\n") != 1:
            yield f"{' '.join(args)}: not one line"


def inputs_are_described(_):
    run = heddle("check", "--format", "json", "--32", "-DN=1", "queue.c", "--", "-std=gnu11")
    described = json.loads(run.stdout)["input"]
    digest = subprocess.run(["sha256sum", ROOT / "examples" / "queue.c"], capture_output=True, text=True).stdout.split()[0]
    expected = {"files": ["queue.c"], "cwd": str(ROOT / "examples"), "cflags": ["-DN=1", "-std=gnu11"], "data_model": "ilp32", "sha256": [digest]}
    program = described.pop("program_sha256", "")
    if described != expected or not re.fullmatch("[0-9a-f]{64}", program):
        yield f"{described}, {program}"


def result_file_holds_the_json(directory):
    run = heddle("check", "-o", directory / "r.json", "bank.c")
    result = json.loads((directory / "r.json").read_text())
    if run.returncode != 1 or result["verdict"] != "false" or "verdict: false" not in run.stdout:
        yield told(run)
    if sorted(p.name for p in directory.iterdir()) != ["r.json"]:
        yield "something else was left behind"


def limits_end_in_unknown(directory):
    (directory / "a.c").write_text(ENDLESS)
    for args, reason in ((["--time-limit", "1s"], "time limit"), (["--state-limit", "1000"], "state limit"), (["--memory-limit", "128M"], "memory limit")):
        start = time.monotonic()
        run = heddle("check", "--format", "json", *args, "a.c", cwd=directory)
        if run.returncode != 2 or reason not in json.loads(run.stdout)["reason"]:
            yield f"{args}: {told(run)}"
        if args[0] == "--time-limit" and time.monotonic() - start > 5:
            yield f"a limit of 1 s took {time.monotonic() - start:.1f} s"


def auto_uses_the_time_it_has(directory):
    for program, code in ((UNDEFINED_THEN_ENDLESS, "undefined behaviour"), (FACTORS, "input too wide")):
        (directory / "a.c").write_text(program)
        start = time.monotonic()
        run = heddle("check", "--format", "json", "--property", "unreach-call", "--time-limit", "4s", "a.c", cwd=directory)
        if run.returncode != 2 or json.loads(run.stdout)["reason_code"] != code:
            yield told(run)
        if not 3 < time.monotonic() - start < 8:
            yield f"a limit of 4 s was used for {time.monotonic() - start:.1f} s: {told(run)}"


def random_walks_differ_by_their_seed(_):
    program = ROOT / "tests/regress/many-states/assertion_behind_forty_threads.c"

    def walks(seed):
        run = heddle("check", "--engine", "walk", "--property", "unreach-call", "--seed", str(seed), "--format", "json", program)
        stats = json.loads(run.stdout)["stats"]
        return stats["walks"], stats["steps"]

    told = [walks(seed) for seed in (0, 1, 3)]
    if len(set(told)) == 1:
        yield f"the same walks for each seed: {told}"
    if walks(3) != told[2]:
        yield f"other walks for the same seed: {told[2]} and {walks(3)}"


def auto_says_why_both_engines_gave_up(directory):
    (directory / "a.c").write_text(WIDE_DOUBLE)
    run = heddle("check", "--format", "json", "--property", "unreach-call", "a.c", cwd=directory)
    result = json.loads(run.stdout)
    if result["reason_code"] != "input too wide" or "bmc-order" not in result["reason"] or "floating-point" not in result["reason"]:
        yield told(run)


def interrupt_ends_in_unknown(directory):
    (directory / "a.c").write_text(ENDLESS)
    (directory / "b.c").write_text(REMAINDERS)
    for number, args in ((signal.SIGINT, ["a.c"]), (signal.SIGTERM, ["a.c"]), (signal.SIGINT, ["--engine", "induction", "b.c"])):
        process = subprocess.Popen([HEDDLE, "check", "--format", "json", *args], cwd=directory, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        time.sleep(2)
        process.send_signal(number)
        out, err = process.communicate(timeout=20)
        if process.returncode != 2 or err or "interrupted" not in json.loads(out)["reason"]:
            yield f"{number.name}, {args}: exit code {process.returncode}, printed {out[-300:]!r}, said {err!r}"


def odd_file_names_are_just_names(directory):
    for name in ("with blank.c", "quote'\"s.c", "$(touch x).c", "ümläut.c", "-dash.c", "no_ending", "double.c.c"):
        (directory / name).write_text(GOOD)
        run = heddle("check", ("./" if name.startswith("-") else "") + name, cwd=directory)
        if run.returncode != 0:
            yield f"{name}: {told(run)}"
    if (directory / "x").exists():
        yield "a file name was run by a shell"


FAILS_IN_LINE_4 = "#include <assert.h>\nstatic int n;\nint main(void) {\n  assert(n);\n  return 0;\n}\n"


def strange_file_names_are_told_and_replayed(directory):
    for name in (b"tab\there.c", b"bell\x07.c", b"esc\x1b[31m.c", b"line\nbreak.c", b"latin\xe9.c", b"100%s.c", b"a,b.c", b"comma,and space.c", b'quote".c', b"back\\slash.c",
                 b"-o.c", b"colon:3.c", b"\xc2\x9bcsi.c"):
        path = os.fsencode(directory) + b"/" + name
        pathlib.Path(os.fsdecode(path)).write_text(FAILS_IN_LINE_4)
        given = os.fsdecode(b"./" + name if name.startswith(b"-") else name)
        as_bytes = lambda *args: subprocess.run([HEDDLE, *args], cwd=directory, stdin=subprocess.DEVNULL, capture_output=True, timeout=120)
        run = as_bytes("check", "-o", "r.json", given)
        page = run.stdout.decode("utf-8", errors="strict")
        if run.returncode != 1 or run.stderr or any(ord(c) < 32 and c != "\n" or 127 <= ord(c) < 160 for c in page):
            yield f"{name}: exit code {run.returncode}, printed {run.stdout[-300:]}, said {run.stderr[-300:]}"
        result = json.loads((directory / "r.json").read_bytes().decode("utf-8", errors="strict"))
        if len(result["input"]["files"]) != 1 or result["violations"][0]["locations"][0]["line"] != 4:
            yield f"{name}: {result['input']}"
        exact = result["input"]["bytes"]["files"][0] if "bytes" in result["input"] else result["input"]["files"][0].encode().hex()
        if exact != os.fsencode(given).hex():
            yield f"{name}: the result names {exact}"
        again = as_bytes("replay", "r.json")
        if again.returncode != 0 or any(c < 32 and c != 10 for c in again.stdout):
            yield f"{name}: replay: exit code {again.returncode}, printed {again.stdout[-300:]}, said {again.stderr[-300:]}"
        reached = as_bytes("check", "--quiet", "--reach", f"{given}:4", given)
        if reached.returncode != 1:
            yield f"{name}: --reach: exit code {reached.returncode}, said {reached.stderr[-300:]}"


def places_may_be_named_in_any_way(directory):
    (directory / "sub").mkdir()
    (directory / "a.c").write_text('#include "sub/b.h"\nint main(void) {\n  f();\n  return 0;\n}\n')
    (directory / "sub" / "b.h").write_text("static int g;\nstatic void f(void) {\n  g = 1;\n}\n")
    (directory / "link.c").symlink_to("a.c")
    for given in ("a.c", "./a.c", str(directory / "a.c"), "sub/../a.c", "link.c"):
        for asked in ("a.c", "./a.c", str(directory / "a.c"), "sub/../a.c", "link.c"):
            run = heddle("check", "--quiet", "--reach", f"{asked}:3", given, cwd=directory)
            if run.returncode != 1:
                yield f"{given}, {asked}: {told(run)}"
    for asked in ("b.h", "sub/b.h", "./sub/b.h", str(directory / "sub" / "b.h"), "sub/../sub/b.h"):
        run = heddle("check", "--quiet", "--reach", f"{asked}:3", "a.c", cwd=directory)
        if run.returncode != 1:
            yield f"{asked}: {told(run)}"
    run = heddle("check", "--quiet", "--reach", "./a.c:3,sub/../a.c:4", "a.c", cwd=directory)
    if run.returncode != 0:
        yield f"one thread in two places: {told(run)}"


def flags_of_a_build_are_noted_and_left_out(directory):
    (directory / "a.c").write_text(GOOD)
    for flags in (["-O2"], ["-c"], ["-o", "x"], ["-ox"], ["-E"], ["-S"], ["-fsyntax-only"], ["-M"], ["-MMD", "-MF", "x"], ["-emit-llvm"], ["-fsanitize=thread"],
                  ["-fsanitize=address,undefined"], ["-fstack-protector-all"], ["-flto"], ["-g3"], ["-pg"], ["-static"], ["-save-temps"]):
        run = heddle("check", "a.c", "--", *flags, cwd=directory)
        if run.returncode != 0 or run.stderr.strip() != "heddle: note: these matter for a build, not for a check: " + " ".join(flags):
            yield f"{flags}: {told(run)}"
    for flags in (["-std=gnu11"], ["-Wall", "-Wextra"], ["-x", "c"], ["-m64"], ["-pthread"], ["-march=x86-64"], ["-I", "."], ["-DX=1"], ["-D", "X"], ["-U", "X"], ["-isystem", "."],
                  ["-include", "a.h"], ["-lm"], ["-w"], ["-fno-common"], ["-fPIC"]):
        (directory / "a.h").write_text("\n")
        run = heddle("check", "a.c", "--", *flags, cwd=directory)
        if run.returncode != 0 or run.stderr:
            yield f"{flags}: {told(run)}"
    if (left := sorted(p.name for p in directory.iterdir())) != ["a.c", "a.h"]:
        yield f"left behind: {left}"


MEMSAFETY = "".join(f"CHECK( init(main()), LTL(G valid-{part}) )\n" for part in ("free", "deref", "memtrack"))
DIVIDES = "int __VERIFIER_nondet_int(void);\nint main(void) {\n  int d = __VERIFIER_nondet_int() & 1;\n  return 1 / d;\n}\n"
UNINITIALISED = "int main(void) {\n  int value;\n  return value ? 1 : 0;\n}\n"
OVERLAP = "#include <string.h>\nint main(void) {\n  char text[8] = {0};\n  memcpy(text + 1, text, 4);\n}\n"
DIVIDES_OR_FREES = ("#include <stdlib.h>\n" + DIVIDES).replace("  return 1 / d;", "  if (d) free(&d);\n  return 1 / d;")


def property_files_mean_what_sv_comp_says(directory):
    (directory / "valid-memsafety.prp").write_text(MEMSAFETY)
    (directory / "valid-deref.prp").write_text(MEMSAFETY.splitlines()[1])
    (directory / "divides.c").write_text(DIVIDES)
    (directory / "both.c").write_text(DIVIDES_OR_FREES)
    (directory / "value.c").write_text(UNINITIALISED)
    (directory / "overlap.c").write_text(OVERLAP)
    (directory / "bounds.c").write_text("int a[2];\nint main(void) {\n  int i = 2;\n  return a[i];\n}\n")
    (directory / "t.yml").write_text("format_version: '2.0'\ninput_files: divides.c\nproperties: [{property_file: valid-memsafety.prp}]\n")
    cases = [("valid-memsafety", "divides.c", "false", "division-by-zero"), ("valid-memsafety.prp", "divides.c", "unknown", None),
             ("valid-memsafety.prp", "both.c", "false", "invalid-free"), ("valid-deref.prp", "both.c", "unknown", None),
             ("valid-memsafety.prp", "bounds.c", "false", "out-of-bounds"), ("valid-deref.prp", "bounds.c", "false", "out-of-bounds"),
             ("valid-memsafety,valid-memsafety.prp", "divides.c", "false", "division-by-zero"), (None, "t.yml", "unknown", None),
             ("valid-memsafety", "value.c", "false", "uninitialised-read"), ("valid-memsafety.prp", "value.c", "unknown", None),
             ("valid-memsafety", "overlap.c", "false", "overlapping-copy"), ("valid-memsafety.prp", "overlap.c", "unknown", None)]
    for asked, file, verdict, kind in cases:
        run = heddle("check", "--format", "json", *(["--property", asked] if asked else []), file, cwd=directory)
        result = json.loads(run.stdout)
        kinds = [v["kind"] for v in result["violations"]]
        if result["verdict"] != verdict or kinds != ([kind] if kind else []):
            yield f"{asked} {file}: {result['verdict']} {kinds}"
        if verdict == "unknown" and (result["reason_code"] != "undefined behaviour" or not result["undefined_behaviour"]):
            yield f"{asked} {file}: {result['reason']}"


def task_definition_is_a_program(directory):
    (directory / "p").mkdir()
    (directory / "t").mkdir()
    (directory / "p" / "race.prp").write_text("CHECK( init(main()), LTL(G ! data-race) )\n")
    (directory / "t" / "a.c").write_text("_Static_assert(sizeof(long) == 4, \"\");\n" + GOOD)
    (directory / "t" / "a.yml").write_text("format_version: '2.0'\ninput_files: 'a.c'\nproperties:\n  - property_file: ../p/race.prp\n"
                                           "    expected_verdict: true\noptions:\n  language: C\n  data_model: ILP32\n")
    run = heddle("check", "--format", "json", "t/a.yml", cwd=directory)
    if run.returncode != 0 or json.loads(run.stdout)["properties"] != {"no-data-race": "true"}:
        yield told(run)


def several_files_and_include_directories(directory):
    (directory / "inc").mkdir()
    (directory / "inc" / "f.h").write_text("int f(void);\n")
    (directory / "a.c").write_text('#include <assert.h>\n#include "f.h"\nint main(void) { assert(f() == N); return 0; }\n')
    (directory / "b.c").write_text('#include "f.h"\nint f(void) { return 7; }\n')
    for n, code in (("7", 0), ("8", 1)):
        run = heddle("check", "-I", "inc", f"-DN={n}", "a.c", "b.c", cwd=directory)
        if run.returncode != code:
            yield told(run)


def a_harmless_function_that_is_never_called_is_noted(directory):
    (directory / "a.c").write_text("int log_line(int);\nint main(void) { return log_line(3) & 0; }\n")
    run = heddle("check", "--harmless", "log_line,log_lime", "a.c", cwd=directory)
    if run.returncode != 0 or "--harmless log_lime has no effect" not in run.stderr or "log_line has" in run.stderr:
        yield told(run)
    run = heddle("check", "--quiet", "--harmless", "log_lime", "a.c", cwd=directory)
    if "note" in run.stderr:
        yield told(run)


def dump_shows_the_model(_):
    text, as_json = heddle("check", "--dump=model", "bank.c"), heddle("check", "--dump=model", "--format", "json", "bank.c")
    if "deposit" not in text.stdout or text.returncode != 1:
        yield told(text)
    if "deposit" not in as_json.stderr or json.loads(as_json.stdout)["verdict"] != "false":
        yield told(as_json)


def nothing_but_text_on_a_pipe(_):
    run = heddle("check", "--progress", "bank.c")
    if run.stderr or re.search(r"[\x1b\r]", run.stdout):
        yield told(run)


def progress_is_drawn_and_wiped_on_a_terminal(directory):
    (directory / "a.c").write_text(ENDLESS)
    ours, theirs = pty.openpty()
    process = subprocess.Popen([HEDDLE, "check", "--time-limit", "2s", "a.c"], cwd=directory, stdout=subprocess.DEVNULL, stderr=theirs)
    os.close(theirs)
    drawn = b""
    try:
        while part := os.read(ours, 65536):
            drawn += part
    except OSError:  # nobody has the other end any more
        pass
    os.close(ours)
    if process.wait(timeout=20) != 2 or b"explore (at most " not in drawn or b" states" not in drawn or not drawn.endswith(b"\r\x1b[K"):
        yield f"exit code {process.returncode}, drawn {drawn[-200:]!r}"


TESTS = [examples_have_their_verdicts, json_is_one_object_and_agrees_with_the_exit_code, inputs_are_described, result_file_holds_the_json,
         limits_end_in_unknown, auto_uses_the_time_it_has, random_walks_differ_by_their_seed, auto_says_why_both_engines_gave_up, interrupt_ends_in_unknown,
         odd_file_names_are_just_names, strange_file_names_are_told_and_replayed, places_may_be_named_in_any_way,
         flags_of_a_build_are_noted_and_left_out, property_files_mean_what_sv_comp_says, task_definition_is_a_program,
         several_files_and_include_directories, a_harmless_function_that_is_never_called_is_noted, dump_shows_the_model, nothing_but_text_on_a_pipe, progress_is_drawn_and_wiped_on_a_terminal]


if __name__ == "__main__":
    sys.exit(suite.run(TESTS))
