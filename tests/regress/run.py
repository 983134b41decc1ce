#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs the regression corpus: every program under tests/regress that says what it expects.

A test is a C file whose top comments contain an `expect` line; other C files are companions of a test. The comments:
  // expect: unreach-call=true no-data-race=false   verdict per property; `a|b` allows either; `refused` is exit code 3
  // engines: explore 42 states; bmc-order; bmc-lazy unknown "bound reached"; induction unreach-call=true
  // variant: -DBROKEN => unreach-call=false        run again with these arguments and this expectation instead
  // engines: bmc-order; induction unknown          engines of that variant
  // flags: --data-model ilp32                      more arguments for `heddle check`
  // files: other.c                                 more source files, relative to the test
  // reason: input too wide                         part of the reason of an `unknown`
  // line: 17                                       a line among the locations of the violations
  // time-limit: 8s                                 for a program that runs into the limit, which is 20 s otherwise
  // refused: setjmp                                instead of a verdict: exit code 3, a message that contains this and names the file
  // construct: semaphore                           the program is a row of the table in docs/engines.md

An `engines` line belongs to the `expect` or `variant` line above it and says which engines are asked. An engine must give the
verdicts of that line, unless its item has other verdicts: one verdict for all properties, or `property=verdict` for those that
are asked of it. `bmc-lazy, bmc-eager unknown` says the same of both. In quotes: part of the reason of an `unknown`.
`42 states`: the number of states that explore looks at. A plain test without an `engines` line is asked of `auto`; a variant
without one is asked of the engines of the plain test, and each must give the verdicts of the variant.

Usage: run.py [--jobs N] [--heddle COMMAND] [--with "ARGUMENTS"] [part of a name]...     HEDDLE names the tool as well.
A name is the path, then ` with ARGUMENTS` for a variant, then ` under ENGINE`: `run.py "under bmc-lazy"`.
`--with "--reduction none"` runs everything with these arguments added: no verdict may depend on them.
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
TIME_LIMIT = "20s"
HARD_LIMIT = 60
ON_A_BUSY_MACHINE = 4  # times the limit, for a second attempt


@dataclasses.dataclass
class Test:
    """One run: a program, its arguments, an engine, and what that engine must say."""
    name: str
    files: list
    expect: dict
    flags: list
    reason: str = ""
    line: int = 0
    refused: str = ""
    engine: str = "auto"
    states: int = 0
    time_limit: str = TIME_LIMIT

    def command(self, tool, patience=1):
        engine = [] if self.engine == "auto" else ["--engine", self.engine]
        return [*tool, "check", "--property", ",".join(self.expect), "--format", "json",
                "--time-limit", f"{int(self.time_limit.rstrip('s')) * patience}s", *engine, *self.flags, *map(str, self.files)]


@dataclasses.dataclass
class Case:
    """An `expect` or `variant` line with the `engines` lines below it."""
    arguments: str
    expectation: str
    engines: list = dataclasses.field(default_factory=list)


@dataclasses.dataclass
class Engine:
    """One item of an `engines` line."""
    name: str
    verdicts: list
    reason: str = ""
    states: int = 0

    def expect(self, usual):
        """What this engine must say where the program's own line says `usual`."""
        if not self.verdicts:
            return usual
        if "=" in self.verdicts[0]:
            return parse_expectation(" ".join(self.verdicts))
        return {name: set(self.verdicts[0].split("|")) for name in usual}


def parse_expectation(text):
    return {name: set(verdicts.split("|")) for name, verdicts in (item.split("=", 1) for item in text.split())}


def parse_engines(text):
    for item in re.findall(r'(?:"[^"]*"|[^;"])+', text):
        reason = re.search(r'"([^"]*)"', item)
        states = re.search(r"(\d+) states", item)
        names, verdicts = re.fullmatch(r"\s*([\w-]+(?:, [\w-]+)*)(.*)", re.sub(r'"[^"]*"|\d+ states', "", item)).groups()
        for name in names.split(", "):
            yield Engine(name, verdicts.split(), reason[1] if reason else "", int(states[1]) if states else 0)


def read_comments(path):
    """The comments of one file by their keyword, and its cases: the plain one first."""
    comments = {}
    cases = []
    for text in path.read_text().splitlines():
        found = re.match(r"// (expect|engines|variant|flags|files|reason|line|refused|time-limit|construct): (.*)", text)
        if not found:
            continue
        key, value = found[1], found[2].strip()
        if key == "expect":
            cases.insert(0, Case("", value))
        elif key == "variant":
            cases.append(Case(*(part.strip() for part in value.split("=>"))))
        elif key == "engines":
            cases[-1].engines += parse_engines(value)
        else:
            comments[key] = value
    if cases and cases[0].arguments:
        raise ValueError(f"{path}: a variant without an expect line above it")
    return comments, cases


def read_tests(path):
    """The tests in one file: the plain one and its variants, each under its engines; none for a companion."""
    comments, cases = read_comments(path)
    shown = path.relative_to(ROOT)
    files = [shown] + [(path.parent / other).relative_to(ROOT) for other in comments.get("files", "").split()]
    flags = shlex.split(comments.get("flags", ""))
    for case in cases:
        plain = case is cases[0]
        usual = parse_expectation(case.expectation)
        for engine in case.engines or [Engine(e.name, []) for e in cases[0].engines] or [Engine("auto", [])]:
            name = f"{shown}" + ("" if plain else f" with {case.arguments}")
            name += "" if engine.name == "auto" else f" under {engine.name}"
            test = Test(name, files, engine.expect(usual), flags + shlex.split(case.arguments), engine.reason,
                        engine=engine.name, states=engine.states, time_limit=comments.get("time-limit", TIME_LIMIT))
            if plain:
                test.reason = test.reason or comments.get("reason", "")
                test.line = int(comments.get("line", 0))
                test.refused = comments.get("refused", "")
            yield test


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
    done = subprocess.run(test.command(tool, patience), cwd=ROOT, capture_output=True, text=True, timeout=HARD_LIMIT * patience)
    return list(complaints(test, done))


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
    parser.add_argument("--slow", type=float, default=0, help="also list the runs that took longer than this many seconds")
    parser.add_argument("parts", nargs="*", help="only tests whose name contains one of these")
    options = parser.parse_args()
    tool = shlex.split(options.heddle)
    tests = [test for path in sorted(HERE.rglob("*.c")) for test in read_tests(path)]
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
