#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The launcher ./heddle: from anywhere, through a link, without HOME, quickly, and honestly when a package is missing. Set-up
is tried on a copy of the scripts with a dpkg and an apt-get of our own, so that nothing is installed or built here."""
import os
import pathlib
import shutil
import subprocess
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import suite

ROOT = pathlib.Path(__file__).resolve().parents[2]
LAUNCHER = ROOT / "heddle"


def run(*command, cwd="/", **environment):
    env = {"PATH": os.environ["PATH"], **environment}
    return subprocess.run(command, cwd=cwd, env=env, capture_output=True, text=True, timeout=120)


def script(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("#!/bin/sh\n" + text)
    path.chmod(0o755)


class House:
    """A copy of the launcher with everything below it played by small scripts. cmake --build makes a tool that prints its arguments."""

    def __init__(self, directory):
        self.root = directory / "a house"
        self.bin = directory / "bin"
        self.log = directory / "log"
        (self.root / "scripts").mkdir(parents=True)
        (self.root / "src").mkdir()
        (self.root / "src" / "a.cpp").write_text("")
        (self.root / "CMakeLists.txt").write_text("")
        shutil.copy(LAUNCHER, self.root)
        for name in ("setup.sh", "packages"):
            shutil.copy(ROOT / "scripts" / name, self.root / "scripts")
        script(self.bin / "cmake", f'echo "cmake $*" >> {self.log}\nmkdir -p "{self.root}/build/tools"\nsleep 0.2\n'
               f'printf \'#!/bin/sh\\nprintf "<%%s>" "$@"\\n\' > "{self.root}/build/tools/heddle"\nchmod +x "{self.root}/build/tools/heddle"\n')
        self.installed(True)
        script(self.bin / "apt-get", f'echo "apt-get $*" >> {self.log}\nexit 100\n')

    def installed(self, yes):
        script(self.bin / "dpkg-query", 'echo -n "install ok installed"\n' if yes else "exit 1\n")

    def heddle(self, *args, **environment):
        return run(str(self.root / "heddle"), *args, PATH=f"{self.bin}:{os.environ['PATH']}", **environment)

    def calls(self):
        return self.log.read_text().splitlines() if self.log.exists() else []


def runs_from_anywhere_without_home(_):
    r = run(str(LAUNCHER), "--version")
    if r.returncode != 0 or r.stderr or not r.stdout.strip():
        yield f"exit code {r.returncode}, said {r.stderr!r}"


def runs_through_a_link(directory):
    (directory / "h").symlink_to(LAUNCHER)
    (directory / "hh").symlink_to("h")
    r = run("./hh", "--version", cwd=directory)
    if r.returncode != 0 or r.stderr:
        yield f"exit code {r.returncode}, said {r.stderr!r}"


def keeps_the_working_directory(_):
    r = run(str(LAUNCHER), "check", "bank.c", "--engine", "magic", cwd=ROOT / "examples")
    if "`magic`" not in r.stderr:
        yield f"said {r.stderr!r}"


def is_instant_when_nothing_changed(_):
    best = 1e9
    for _ in range(5):
        before = os.times()
        run(str(LAUNCHER), "--version")
        after = os.times()  # processor time: whatever else the machine is doing
        best = min(best, after.children_user + after.children_system - before.children_user - before.children_system)
    if best > 0.15:
        yield f"{best:.3f} s"


def builds_once_then_only_after_a_change(directory):
    house = House(directory)
    first = house.heddle("a b", "", "*")
    if first.stdout != "<a b><><*>" or first.stderr.count("\n") != 1 or "building" not in first.stderr:
        yield f"first run: {first.stdout!r} {first.stderr!r}"
    calls = len(house.calls())
    if house.heddle("x").stderr or len(house.calls()) != calls:
        yield "built again without need"
    time.sleep(0.02)
    (house.root / "src" / "b.cpp").write_text("")
    if "rebuilding" not in house.heddle("x").stderr:
        yield "did not notice a new file"
    if house.heddle("x").stderr:
        yield "built again without need after a change"


def two_at_once_build_once(directory):
    house = House(directory)
    env = {"PATH": f"{house.bin}:{os.environ['PATH']}"}
    both = [subprocess.Popen([house.root / "heddle", "x"], env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) for _ in range(2)]
    outputs = [p.communicate(timeout=60) for p in both]
    if [o[0] for o in outputs] != ["<x>", "<x>"]:
        yield f"{outputs}"
    if len(house.calls()) != 2:  # configure and build
        yield f"cmake was called {len(house.calls())} times"


def missing_packages_are_named(directory):
    house = House(directory)
    house.installed(False)
    r = house.heddle("x")
    if r.returncode not in (3, 4) or "clang-19" not in r.stderr or r.stdout:
        yield f"exit code {r.returncode}, said {r.stderr!r}"
    if os.geteuid() == 0 and not any(c.startswith("apt-get update") for c in house.calls()):
        yield "did not try to install them"


def failed_build_shows_the_end_of_the_log(directory):
    house = House(directory)
    script(house.bin / "cmake", "echo this is the compiler speaking\nexit 1\n")
    r = house.heddle("x")
    if r.returncode != 4 or "the compiler speaking" not in r.stderr or "build.log" not in r.stderr:
        yield f"exit code {r.returncode}, said {r.stderr!r}"


TESTS = [runs_from_anywhere_without_home, runs_through_a_link, keeps_the_working_directory, is_instant_when_nothing_changed,
         builds_once_then_only_after_a_change, two_at_once_build_once, missing_packages_are_named, failed_build_shows_the_end_of_the_log]


if __name__ == "__main__":
    sys.exit(suite.run(TESTS, jobs=1))  # some look at the clock
