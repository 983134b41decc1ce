#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""heddle check --baseline: only what is new is shown, and the exit code says whether something is.
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
ONE = """#include <pthread.h>
int a, b;
void *work(void *unused) {
  a = 1;
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  a = 2;
  pthread_join(t, 0);
  return 0;
}
"""
TWO = ONE.replace("  a = 1;", "  a = 1;\n  b = 1;").replace("  a = 2;", "  a = 2;\n  b = 2;")
MOVED = "/* a line more */\n" + ONE
TWICE = ONE.replace("  pthread_join", "  a = 2;\n  pthread_join")
FIXED = ONE.replace("  a = 2;\n", "")


def heddle(directory, source, *args):
    (directory / "program.c").write_text(source)
    return subprocess.run([HEDDLE, "check", "-q", "program.c", *args], cwd=directory, capture_output=True, text=True, timeout=60)


def with_baseline(directory, old, new, *args):
    heddle(directory, old, "--all", "-o", "baseline.json")
    return heddle(directory, new, "--baseline", "baseline.json", *args)


def nothing_new(directory):
    for new in (ONE, MOVED):
        run = with_baseline(directory, ONE, new)
        if run.returncode != 0 or "data race" in run.stdout or "not shown: 1 violation of baseline.json" not in run.stderr:
            yield f"exit code {run.returncode}: {run.stdout}{run.stderr}"
        if not run.stdout.endswith("verdict: false(no-data-race)\n"):
            yield f"the verdict stays what it is: {run.stdout}"


def one_is_new(directory):
    run = with_baseline(directory, ONE, TWO, "-o", "now.json", "--report", "now.sarif")
    if run.returncode != 1 or "data race on b" not in run.stdout or "data race on a" in run.stdout:
        yield f"exit code {run.returncode}: {run.stdout}{run.stderr}"
    if len(json.loads((directory / "now.json").read_text())["violations"]) != 2:
        yield "the JSON does not have everything"
    if len(json.loads((directory / "now.sarif").read_text())["runs"][0]["results"]) != 1:
        yield "the SARIF has more than the new one"


def a_second_one_of_the_same_shape_is_new(directory):
    run = with_baseline(directory, ONE, TWICE)
    if run.returncode != 1 or "program.c:11" not in run.stdout or "program.c:10" in run.stdout:
        yield f"exit code {run.returncode}: {run.stdout}{run.stderr}"


def a_repaired_program(directory):
    run = with_baseline(directory, ONE, FIXED)
    if run.returncode != 0 or "not shown" in run.stderr or not run.stdout.endswith("verdict: true\n"):
        yield f"exit code {run.returncode}: {run.stdout}{run.stderr}"


def a_baseline_without_violations(directory):
    run = with_baseline(directory, FIXED, ONE)
    if run.returncode != 1 or "data race on a" not in run.stdout:
        yield f"exit code {run.returncode}: {run.stdout}{run.stderr}"


def bad_baselines(directory):
    (directory / "broken.json").write_text("{")
    for name, says in (("missing.json", "missing.json"), ("broken.json", "not a Heddle result")):
        run = heddle(directory, ONE, "--baseline", name)
        if run.returncode != 3 or says not in run.stderr or run.stdout:
            yield f"{name}: exit code {run.returncode}: {run.stdout}{run.stderr}"


TESTS = [nothing_new, one_is_new, a_second_one_of_the_same_shape_is_new, a_repaired_program, a_baseline_without_violations, bad_baselines]

if __name__ == "__main__":
    sys.exit(suite.run(TESTS))
