#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Proofs with a condition: `true`, provided no memory error happens. What a person reads, what a program reads, what --strict does,
and that a memory error which is met ends every proof.

Usage: run.py [part of a name]...     HEDDLE names the tool (default: ./heddle)."""
import json
import os
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
HEDDLE = os.environ.get("HEDDLE", str(ROOT / "heddle"))

# The index is any number: nothing races, but the access may be out of range.
UNKNOWN_SIZE = """#include <pthread.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static int n, *data, sum;
static void *reads(void *unused) {
  for (int i = 0; i < n; i++) sum += data[i];
  return unused;
}
int main(void) {
  n = __VERIFIER_nondet_int();
  data = calloc(n, sizeof *data);
  pthread_t t;
  pthread_create(&t, 0, reads, 0);
  pthread_join(t, 0);
  return sum;
}
"""
# Everything is in range.
ALL_SAFE = """#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int sum;
static void *adds(void *unused) {
  for (;;) {
    pthread_mutex_lock(&m);
    sum++;
    pthread_mutex_unlock(&m);
  }
  return unused;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, adds, 0);
  adds(0);
}
"""
# The memory error does happen, at once.
MET = """#include <pthread.h>
static int data[4], sum;
static volatile int n = 4;
static void *reads(void *unused) {
  for (int i = 0; i <= n; i++) sum += data[i];
  return unused;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, reads, 0);
  pthread_join(t, 0);
  return sum;
}
"""
# What happens depends on a function that nobody knows.
HARMLESS = """#include <pthread.h>
extern int measure(const char *);
static void *reads(void *unused) {
  measure("reads");
  return unused;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, reads, 0);
  pthread_join(t, 0);
  return measure("main") > 0;
}
"""
FAILED = []


def expect(what, condition, context=""):
    if not condition:
        FAILED.append(f"{what}\n    {context}"[:1500])


def check(source, *arguments, text=False, limit="20s"):
    with tempfile.TemporaryDirectory() as directory:
        path = pathlib.Path(directory, "p.c")
        path.write_text(source)
        form = [] if text else ["--format", "json"]
        done = subprocess.run([HEDDLE, "check", "--property", "no-data-race", "--time-limit", limit, *form, *arguments, str(path)],
                              capture_output=True, text=True, timeout=120)
        return (done.stdout if text else json.loads(done.stdout)), done.returncode


def a_condition_is_told():
    for engine in ("invariants", "auto"):
        result, code = check(UNKNOWN_SIZE, "--engine", engine)
        expect(f"{engine} proves it under a condition", (result["verdict"], result["assumes"], code) == ("true", ["valid-memsafety"], 0), result)
        expect(f"{engine} names the place", result["evidence"]["no-data-race"].get("safe_memory_assumed_at", "").endswith("p.c:6:38"),
               result["evidence"])
    shown, _ = check(UNKNOWN_SIZE, "--engine", "invariants", text=True)
    line = next(l for l in shown.splitlines() if "no-data-race" in l)
    expect("the text says it in the same line", "proven, provided no memory error happens (not shown at " in line and "p.c:6" in line, line)


def a_proof_without_a_condition_assumes_nothing():
    for arguments in ((), ("--strict",)):
        result, code = check(ALL_SAFE, "--engine", "invariants", *arguments)
        expect(f"proven {arguments}", (result["verdict"], result["assumes"], code) == ("true", [], 0), result)
    shown, _ = check(ALL_SAFE, "--engine", "invariants", text=True)
    expect("nothing is said about a condition", "provided" not in shown, shown)


def strict_takes_no_condition():
    for engine in ("invariants", "auto"):
        result, code = check(UNKNOWN_SIZE, "--engine", engine, "--strict", limit="6s")
        expect(f"{engine} --strict", (result["verdict"], result["assumes"], code) == ("unknown", [], 2), result)


def an_error_that_is_met_ends_the_proof():
    result, code = check(MET)
    expect("nothing is proven", (result["verdict"], result["assumes"], code) == ("unknown", [], 2), result)
    expect("the error is shown", len(result["undefined_behaviour"]) > 0, result)


def what_was_taken_as_harmless_is_repeated():
    result, code = check(HARMLESS)
    expect("nothing is proven without a word", (result["verdict"], result["assumes"], result["unmodelled"]) == ("unknown", [], ["measure"]), result)
    result, code = check(HARMLESS, "--harmless", "measure")
    expect("a proof under the condition", (result["verdict"], result["assumes"], code) == ("true", ["harmless: measure"], 0), result)
    expect("the input repeats it", result["input"]["harmless"] == ["measure"], result["input"])
    shown, _ = check(HARMLESS, "--harmless", "measure", text=True)
    expect("the text says it", "provided that these do nothing but return a value: measure" in shown and
           "taken as harmless (any value, no effect), as you said: measure()" in shown, shown)


TESTS = [what_was_taken_as_harmless_is_repeated, a_condition_is_told, a_proof_without_a_condition_assumes_nothing, strict_takes_no_condition, an_error_that_is_met_ends_the_proof]

if __name__ == "__main__":
    chosen = [t for t in TESTS if len(sys.argv) < 2 or any(w in t.__name__ for w in sys.argv[1:])]
    failed = 0
    for test in chosen:
        before = len(FAILED)
        test()
        if len(FAILED) > before:
            failed += 1
            print(f"FAILED {test.__name__}")
    for failure in FAILED:
        print(failure)
    print(f"{len(chosen) - failed} passed, {failed} failed")
    sys.exit(1 if FAILED else 0)
