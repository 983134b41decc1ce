#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs the regression corpus: every program under tests/regress that says what it expects.

A test is a C file whose top comments contain an `expect` line; other C files are companions of a test. The comments:
  // expect: unreach-call=true no-data-race=false   verdict per property; `a|b` allows either; `refused` is exit code 3
  // flags: --data-model ilp32                      more arguments for `heddle check`
  // files: other.c                                 more source files, relative to the test
  // reason: input too wide                         part of the reason of an `unknown`
  // line: 17                                       a line among the locations of the violations
  // refused: setjmp                                instead of a verdict: exit code 3, a message that contains this and names the file
  // variant: -DBROKEN => unreach-call=false        run again with these arguments and this expectation instead

Usage: run.py [--jobs N] [--heddle COMMAND] [--with "ARGUMENTS"] [part of a path]...     HEDDLE names the tool as well.
`--with "--reduction none"` runs everything with these arguments added: no expectation may depend on them.
"""
import argparse
import concurrent.futures
import dataclasses
import json
import os
import pathlib
import re
import shlex
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
EXIT_CODES = {"true": 0, "false": 1, "unknown": 2}
TIME_LIMIT = 20
HARD_LIMIT = 60


@dataclasses.dataclass
class Test:
    name: str
    files: list
    expect: dict
    flags: list
    reason: str = ""
    line: int = 0
    refused: str = ""

    def command(self, tool):
        return [*tool, "check", "--property", ",".join(self.expect), "--format", "json",
                "--time-limit", f"{TIME_LIMIT}s", *self.flags, *map(str, self.files)]


def parse_expectation(text):
    return {name: set(verdicts.split("|")) for name, verdicts in (item.split("=", 1) for item in text.split())}


def read_tests(path):
    """The tests in one file: the plain one and its variants; none for a companion."""
    comments = {}
    variants = []
    for text in path.read_text().splitlines():
        found = re.match(r"// (expect|flags|files|reason|line|refused|variant): (.*)", text)
        if found and found[1] == "variant":
            variants.append(found[2])
        elif found:
            comments[found[1]] = found[2].strip()
    if "expect" not in comments:
        return
    shown = path.relative_to(ROOT)
    files = [shown] + [(path.parent / other).relative_to(ROOT) for other in comments.get("files", "").split()]
    flags = shlex.split(comments.get("flags", ""))
    yield Test(str(shown), files, parse_expectation(comments["expect"]), flags, comments.get("reason", ""),
               int(comments.get("line", 0)), comments.get("refused", ""))
    for variant in variants:
        extra, expectation = variant.split("=>")
        yield Test(f"{shown} with {extra.strip()}", files, parse_expectation(expectation), flags + shlex.split(extra))


def complaints_about_violations(test, result):
    lengths = {str(f): len((ROOT / f).read_text().splitlines()) for f in test.files}
    locations = []
    if result.get("validated") in (None, "none"):
        yield "a violation that was not validated"
    false_ones = {name for name, verdict in result["properties"].items() if verdict == "false"}
    for name in false_ones - {violation["property"] for violation in result["violations"]}:
        yield f"{name} is false without a violation"
    for violation in result["violations"]:
        if not violation["trace"]["steps"]:
            yield f"{violation['property']}: a trace without steps"
        if not violation["locations"]:
            yield f"{violation['property']}: a violation without locations"
        if violation["property"] == "termination" and violation["trace"].get("lasso_start") is None:
            yield "termination: a trace without lasso_start"
        locations += violation["locations"]
    for place in locations:
        if not 1 <= place["line"] <= lengths.get(place["file"], 0):
            yield f"a location outside the program: {place['file']}:{place['line']}"
    if test.line and test.line not in [place["line"] for place in locations]:
        yield f"line {test.line} is not among the locations {[place['line'] for place in locations]}"


def complaints(test, done):
    """What is wrong with one finished run."""
    if test.refused:
        if done.returncode != 3 or test.refused not in done.stderr or f"{test.files[0]}:" not in done.stderr:
            yield f"expected a refusal with '{test.refused}', got exit code {done.returncode}: {done.stderr.strip()[:400]}"
        return
    if done.returncode == 3 and any("refused" in allowed for allowed in test.expect.values()):
        return
    try:
        result = json.loads(done.stdout)
    except ValueError:
        yield f"no JSON on stdout, exit code {done.returncode}: {(done.stderr or done.stdout).strip()[:400]}"
        return
    if done.returncode != EXIT_CODES.get(result["verdict"]):
        yield f"exit code {done.returncode} for verdict {result['verdict']}"
    for name, allowed in test.expect.items():
        got = result["properties"].get(name, "missing")
        if got not in allowed:
            why = result.get("reason") if got == "unknown" else "; ".join(
                v["message"] for v in result["violations"] if v["property"] == name)
            yield f"{name}: expected {'|'.join(sorted(allowed))}, got {got}" + (f" ({why})" if why else "")
    if "false" in result["properties"].values():
        yield from complaints_about_violations(test, result)
    if test.reason and "unknown" in result["properties"].values() and test.reason not in (result.get("reason") or ""):
        yield f"reason: expected '{test.reason}' in '{result.get('reason')}'"


def run(test, tool):
    started = time.monotonic()
    try:
        done = subprocess.run(test.command(tool), cwd=ROOT, capture_output=True, text=True, timeout=HARD_LIMIT)
        found = list(complaints(test, done))
    except subprocess.TimeoutExpired:
        found = [f"still running after {HARD_LIMIT} s"]
    except (KeyError, TypeError) as error:
        found = [f"JSON without the agreed fields: {error!r}"]
    return test, found, time.monotonic() - started


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--heddle", default=os.environ.get("HEDDLE", str(ROOT / "heddle")))
    parser.add_argument("--with", dest="extra", default="", help="arguments added to every run")
    parser.add_argument("--slow", type=float, default=0, help="also list the runs that took longer than this many seconds")
    parser.add_argument("parts", nargs="*", help="only tests whose path contains one of these")
    options = parser.parse_args()
    tool = shlex.split(options.heddle)
    tests = [test for path in sorted(HERE.rglob("*.c")) for test in read_tests(path)]
    tests = [test for test in tests if not options.parts or any(part in test.name for part in options.parts)]
    for test in tests:
        test.flags = test.flags + shlex.split(options.extra)
    failed = 0
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for test, found, seconds in pool.map(lambda t: run(t, tool), tests):
            if options.slow and seconds > options.slow:
                print(f"slow: {test.name}: {seconds:.1f} s")
            if not found:
                continue
            failed += 1
            print(f"FAILED {test.name}")
            for complaint in found:
                print(f"    {complaint}")
            print(f"    rerun: cd {shlex.quote(str(ROOT))} && {shlex.join(test.command(tool))}", flush=True)
    print(f"{len(tests) - failed} passed, {failed} failed")
    return 1 if failed or not tests else 0


if __name__ == "__main__":
    sys.exit(main())
