#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs the regression corpus: every program under tests/regress that says what it expects. corpus.py says what these comments are.
A violation that is found is then led to on the real program (on_the_machine.py).

Usage: run.py [--jobs N] [--heddle COMMAND] [--with "ARGUMENTS"] [--times N] [part of a name]...     HEDDLE names the tool as well.
A name is the path, then ` with ARGUMENTS` for a variant, then ` under ENGINE`: `run.py "under bmc-lazy"`.
`--with "--reduction none"` runs everything with these arguments added: no verdict may depend on them.
"""
import argparse
import concurrent.futures
import json
import os
import pathlib
import shlex
import subprocess
import sys
import tempfile
import time

import corpus
import on_the_machine

ROOT = corpus.ROOT
EXIT_CODES = {"true": 0, "false": 1, "unknown": 2}
HARD_LIMIT = 60
ON_A_BUSY_MACHINE = 4  # times the limit, for a second attempt


def length(name):
    """Of a file of the program, or of one that it includes; 0: of none."""
    path = (ROOT / name).resolve()
    return len(path.read_text().splitlines()) if path.is_file() and path.is_relative_to(ROOT) and path.suffix in (".c", ".h") else 0


def complaints_about_violations(test, result):
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
        if not 1 <= place["line"] <= length(place["file"]):
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
    if test.states and result["stats"].get("states") != test.states:
        yield f"expected {test.states} states, got {result['stats'].get('states')}"


def attempt(test, tool, patience=1):
    with tempfile.TemporaryDirectory(prefix="heddle-regress-") as name:
        result = pathlib.Path(name) / "result.json"
        done = subprocess.run([*test.command(tool, patience), "-o", result], cwd=ROOT, capture_output=True, text=True,
                              timeout=HARD_LIMIT * patience)
        found = list(complaints(test, done))
        if not found and test.replays and done.returncode == EXIT_CODES["false"]:
            found += on_the_machine.complaints(test, ROOT, tool, result, test.replays)
        return found


def run(test, tool):
    """Who has no answer but should have one is asked once more, with more time: tests/limits looks at limits, this suite at verdicts."""
    started = time.monotonic()
    try:
        found = attempt(test, tool)
        if found and all(", got unknown" in complaint for complaint in found):
            found = attempt(test, tool, ON_A_BUSY_MACHINE)
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
    parser.add_argument("--times", type=int, default=3, help="how often each violation is led to on the real program")
    parser.add_argument("--slow", type=float, default=0, help="also list the runs that took longer than this many seconds")
    parser.add_argument("parts", nargs="*", help="only tests whose name contains one of these")
    options = parser.parse_args()
    tool = shlex.split(options.heddle)
    tests = []
    for path in corpus.files():
        of_one_file = list(corpus.read_tests(path))
        for test in on_the_machine.chosen(of_one_file):
            test.replays = options.times
        tests += of_one_file
    tests = [test for test in tests if not options.parts or any(part in test.name for part in options.parts)]
    for test in tests:
        test.flags = test.flags + shlex.split(options.extra)
        test.states = 0 if options.extra else test.states
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
