#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Fair executions that never end: examples/livelocks and tests/livelocks/*.c, each with its expected verdicts.

`// expected [FLAGS]: termination VERDICT` says what is true of the program. Engine lasso must find what is false, once as it likes and once by
formulas alone (--contexts), and must not find what is not there (it looks at three rounds then); auto must say the same. `auto=VERDICT`, `walks=VERDICT` and `formulas=VERDICT`
behind it say what these may say instead; `formulas=slow`: they are not asked, they take longer than a test may; `formulas=unsupported`: the program cannot be written without threads; `limit=8s`: nobody looks longer. Every livelock is replayed on the real program, and its loop is
taken again and again. What `heddle sequentialize` prints is accepted by gcc, and a bounded search for its error says the same as the formulas.

Usage: run.py [part of a name]...     HEDDLE names the tool (default: ./heddle)."""
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
HEDDLE = os.environ.get("HEDDLE", str(ROOT / "heddle"))
LIMIT = "60s"


def heddle(*args, **kwargs):
    return subprocess.run([HEDDLE, *map(str, args)], capture_output=True, text=True, timeout=300, **kwargs)


class Case:
    def __init__(self, file, flags, expected, others):
        lasso = "false" if expected == "false" else "unknown"
        self.file, self.flags, self.expected = file, flags, expected
        self.limit = others.pop("limit", LIMIT)
        self.may_say = {"auto": expected, "walks": lasso, "formulas": lasso, **others}
        self.name = file.stem + "".join(flags)

    def check(self, who, directory):
        out = directory / f"{who}.json"
        rounds = ["--contexts", 12 if self.expected == "false" else 3] if who == "formulas" else []
        engine = "auto" if who == "auto" else "lasso"
        r = heddle("check", *rounds, "--engine", engine, "--property", "termination", "--time-limit", self.limit, "-o", out, *self.flags, self.file)
        if r.returncode not in (0, 1, 2):
            raise ValueError(f"{who}: exit code {r.returncode}: {r.stderr.strip()}")
        return json.loads(out.read_text()), out

    def problems(self, directory):
        for who, verdict in self.may_say.items():
            if verdict in ("slow", "unsupported"):
                continue
            result, file = self.check(who, directory)
            if result["verdict"] != verdict:
                yield f"{who}: {result['verdict']}, not {verdict}: {result.get('reason')}"
            if result["verdict"] == "false" and who != "auto":
                yield from self.is_a_loop(result["violations"][0])
                r = heddle("replay", "--loops", 5, file)
                repeats = "the loop ran 5 times" in r.stdout or "the threads run on without an event" in r.stdout
                if r.returncode != 0 or not repeats:
                    yield f"{who}: the replay ends with exit code {r.returncode}: {(r.stdout + r.stderr).strip()[-300:]}"
        yield from self.printed(result if who == "formulas" and verdict not in ("slow", "unsupported") else {"verdict": "unknown", "stats": {}}, directory)

    def is_a_loop(self, violation):
        trace = violation["trace"]
        if violation["kind"] != "livelock" or trace["lasso_start"] is None:
            yield "the violation is no livelock with a loop"
        elif trace["lasso_start"] > len(trace["steps"]):
            yield "the loop begins behind the end of the trace"

    def printed(self, by_lasso, directory):
        stats = by_lasso["stats"]
        source = directory / "sequential.c"
        rounds = ["--stem", int(stats["stem_rounds"]), "--loop", int(stats["loop_rounds"])] if "stem_rounds" in stats else []
        r = heddle("sequentialize", "-o", source, *rounds, *self.flags, self.file)
        if self.may_say["formulas"] == "unsupported":
            if r.returncode != 3 or "cannot be written without threads" not in r.stderr:
                yield f"sequentialize should refuse the program: exit code {r.returncode}: {r.stderr.strip()}"
            return
        if r.returncode != 0:
            yield f"sequentialize: {r.stderr.strip()}"
            return
        gcc = subprocess.run(["gcc", "-std=gnu11", "-Wall", "-Werror", "-Wno-unused", "-fsyntax-only", source], capture_output=True, text=True)
        if gcc.returncode != 0:
            yield f"gcc does not like what sequentialize prints: {gcc.stderr[:300]}"
        if by_lasso["verdict"] != "false":
            return
        unwind = max(int(stats["unwind"]), rounds_of_loops(self.file.read_text()))
        r = heddle("check", "--engine", "bmc-order", "--property", "unreach-call", "--unwind", unwind, "--time-limit", LIMIT, source)
        if r.returncode != 1:
            yield f"the printed program does not fail: exit code {r.returncode}: {r.stdout.strip()[-300:]}"


def rounds_of_loops(text):
    """Loops that count to a constant are followed to their end by the engine; the printed program does not say which they are."""
    return max([1 + int(n) for n in re.findall(r"#define N (\d+)", text)], default=1)


def cases():
    for file in sorted([*(ROOT / "examples/livelocks").glob("*.c"), *pathlib.Path(__file__).parent.glob("*.c")]):
        for flags, expected, others in re.findall(r"^// expected([^:]*): termination (\w+)((?: \w+=\w+)*)", file.read_text(), re.M):
            yield Case(file, flags.split(), expected, dict(o.split("=") for o in others.split()))


def main():
    wanted = sys.argv[1:]
    chosen = [c for c in cases() if not wanted or any(w in c.name for w in wanted)]
    failed = 0
    for case in chosen:
        with tempfile.TemporaryDirectory(prefix="heddle-test-") as directory:
            try:
                problems = list(case.problems(pathlib.Path(directory)))
            except (ValueError, KeyError, OSError, subprocess.TimeoutExpired) as e:
                problems = [f"{type(e).__name__}: {e}"]
        failed += bool(problems)
        for p in problems:
            print(f"FAILED {case.name}: {p}")
    print(f"{len(chosen) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
