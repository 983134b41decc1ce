# SPDX-License-Identifier: GPL-3.0-or-later
"""The programs under tests/regress and what their top comments say: which engines are asked, with which arguments, and what they
must answer.

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
  // slow: bmc-lazy, impact                         engines that were asked and had no answer within 3 s; nobody asks them again

An `engines` line, and a `slow` line, belongs to the `expect` or `variant` line above it and says which engines are asked. An engine must give the
verdicts of that line, unless its item has other verdicts: one verdict for all properties, or `property=verdict` for those that
are asked of it. `bmc-lazy, bmc-eager unknown` says the same of both. In quotes: part of the reason of an `unknown`.
`42 states`: the number of states that explore looks at. A plain test without an `engines` line is asked of `auto`; a variant
without one is asked of the engines of the plain test, and each must give the verdicts of the variant.
"""
import dataclasses
import pathlib
import re
import shlex

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
TIME_LIMIT = "20s"


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
    replays: int = 0

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
    slow: list = dataclasses.field(default_factory=list)


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
        found = re.match(r"// (expect|engines|variant|flags|files|reason|line|refused|time-limit|construct|slow): (.*)", text)
        if not found:
            continue
        key, value = found[1], found[2].strip()
        if key == "expect":
            cases.insert(0, Case("", value))
        elif key == "variant":
            cases.append(Case(*(part.strip() for part in value.split("=>"))))
        elif key == "engines":
            cases[-1].engines += parse_engines(value)
        elif key == "slow":
            cases[-1].slow += value.split(", ")
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


def files():
    """All programs, companions included."""
    return sorted(HERE.rglob("*.c"))
