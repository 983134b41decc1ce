#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The file system of bench/lazy stays what its measurements rest on: a sound program but for its data races, and many of those.
bench/ivr and bench/enforce run.
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
FILES = [str(f) for f in sorted((ROOT / "bench/lazy/filesystem").glob("*.c"))]


def check(*args):
    run = subprocess.run([HEDDLE, "check", "--engine", "explore", "--format", "json", *args, *FILES], capture_output=True, text=True, timeout=120)
    return json.loads(run.stdout)


def compiled(directory, *flags):
    program = directory / "filesystem"
    run = subprocess.run(["clang-19", "-std=c11", "-Wall", "-Wextra", "-Werror", *flags, *FILES, "-pthread", "-o", str(program)], capture_output=True, text=True)
    if run.returncode != 0:
        raise ValueError(run.stderr)
    return str(program)


def it_runs(directory):
    run = subprocess.run([compiled(directory)], capture_output=True, text=True, timeout=60)
    if run.returncode != 0 or "free, " not in run.stdout:
        yield f"exit code {run.returncode}, printed {run.stdout!r}"


def it_survives_its_races(directory):
    program = compiled(directory, "-O1", "-g", "-DROUNDS=20000", "-fsanitize=address,undefined", "-fno-sanitize-recover=all")
    run = subprocess.run([program], capture_output=True, text=True, timeout=60)
    if run.returncode != 0:
        yield f"exit code {run.returncode}: {run.stderr[-500:]}"


def a_race_is_found_at_once(_):
    result = check("--property", "no-data-race", "--time-limit", "20s")
    if result["verdict"] != "false":
        yield f"{result['verdict']}: {result['reason']}"


def there_are_many_races(_):
    result = check("--property", "no-data-race", "--all", "--state-limit", "20000")
    pairs = {tuple(sorted((at["file"], at["line"]) for at in v["locations"])) for v in result["violations"]}
    if len(pairs) < 15:
        yield f"only {len(pairs)} pairs of lines race in the first 20,000 states"


def nothing_else_is_wrong(_):
    result = check("--property", "unreach-call,no-deadlock,valid-memsafety", "--all", "--state-limit", "300000")
    for v in result["violations"] + result["undefined_behaviour"]:
        yield v["message"]
    if result["verdict"] != "true" and result["reason_code"] != "state limit":
        yield f"{result['verdict']}: {result['reason']}"


def schedules_are_measured(_):
    run = subprocess.run([str(ROOT / "bench/ivr/run"), "--quick"], env={**os.environ, "HEDDLE": HEDDLE}, capture_output=True, text=True, timeout=120)
    rows = [line for line in run.stdout.split("\n") if line.startswith(("prod.-cons. 1p 1c 5b", "double lock", "1 producers"))]
    if run.returncode != 0 or len(rows) != 3 or any("> " in row for row in rows):
        yield f"exit code {run.returncode}, printed {run.stdout!r}, said {run.stderr!r}"


def held_programs_are_measured(_):
    run = subprocess.run([str(ROOT / "bench/enforce/run"), "--quick"], env={**os.environ, "HEDDLE": HEDDLE}, capture_output=True, text=True, timeout=240)
    rows = [line for line in run.stdout.split("\n") if line.startswith(("prod.-cons. 1p 1c 1000b", "prod.-cons. 2p 2c 5b", "own slots", "  2 threads:"))]
    if run.returncode != 0 or len(rows) < 3:
        yield f"exit code {run.returncode}, printed {run.stdout!r}, said {run.stderr!r}"


if __name__ == "__main__":
    sys.exit(suite.run([it_runs, it_survives_its_races, a_race_is_found_at_once, there_are_many_races, nothing_else_is_wrong,
                        schedules_are_measured, held_programs_are_measured]))
