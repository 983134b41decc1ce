#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Replays tests/fuzz/corpus/TARGET/* through each fuzz target: inputs by hand, and what fuzzing has found. A crash names its file."""
import os
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
BUILD = pathlib.Path(os.environ.get("HEDDLE_BUILD", HERE.parents[1] / "build"))


def main():
    wanted = sys.argv[1] if len(sys.argv) > 1 else ""
    passed = failed = 0
    for folder in sorted(p for p in (HERE / "corpus").iterdir() if wanted in p.name):
        for seed in sorted(folder.iterdir()):
            run = subprocess.run([BUILD / "tests" / "fuzz" / (folder.name + "_replay"), seed], capture_output=True, text=True, timeout=60)
            if run.returncode == 0:
                passed += 1
            else:
                failed += 1
                print(f"FAILED {seed.relative_to(HERE)}: exit code {run.returncode}\n{run.stderr[-1000:]}")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
