#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""cmake --install, and the Debian package of cpack: what is in them, and that the installed tool works away from the source tree.
Usage: run.py [part of a name]; HEDDLE_BUILD names the build directory."""
import os
import pathlib
import re
import shutil
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import suite

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = pathlib.Path(os.environ.get("HEDDLE_BUILD", str(ROOT / "build")))
WANTED = ["bin/heddle", "bin/heddle-cc", "share/man/man1/heddle.1", "share/bash-completion/completions/heddle", "share/zsh/vendor-completions/_heddle",
          "share/fish/vendor_completions.d/heddle.fish", "share/doc/heddle/README.md", "share/doc/heddle/LICENSE", "share/doc/heddle/examples/bank.c",
          "share/doc/heddle/contrib/benchexec/heddle.py", "include/heddle/schedule_format.h"]


def run(*args, **more):
    done = subprocess.run(list(map(str, args)), capture_output=True, text=True, timeout=300, **more)
    if done.returncode > 2:
        raise ValueError(f"{args[0]}: exit code {done.returncode}: {done.stdout[-500:]}{done.stderr[-500:]}")
    return done


def problems_of(prefix, directory):
    for name in WANTED:
        if not (prefix / name).is_file() or not (prefix / name).stat().st_size:
            yield f"{name} is missing"
    (directory / "work").mkdir()
    shutil.copy(ROOT / "examples" / "bank.c", directory / "work" / "bank.c")
    tool, work = prefix / "bin" / "heddle", directory / "work"
    found = run(tool, "check", "-q", "-o", "r.json", "--report", "r.html", "bank.c", cwd=work)
    if found.returncode != 1 or not found.stdout.endswith("verdict: false(unreach-call,no-data-race)\n"):
        yield f"check: {found.stdout}{found.stderr}"
    if "reproduced 1 of 1" not in run(tool, "replay", "r.json", cwd=work).stdout:
        yield "replay does not work"
    if str(ROOT) in (work / "r.html").read_text():
        yield "the page names the source tree"


def installed_under_a_prefix(directory):
    run("cmake", "--install", BUILD, "--prefix", directory / "usr")
    yield from problems_of(directory / "usr", directory)


def packaged_for_debian(directory):
    run("cpack", "--config", BUILD / "CPackConfig.cmake", "-B", directory / "packages", cwd=directory)
    packages = list((directory / "packages").glob("heddle_*.deb"))
    if len(packages) != 1:
        yield f"packages: {packages}"
        return
    fields = run("dpkg-deb", "--field", packages[0]).stdout
    version = run(BUILD / "tools" / "heddle", "--version").stdout.strip()
    if f"Version: {version}\n" not in fields or "Package: heddle\n" not in fields:
        yield fields
    run("dpkg-deb", "--extract", packages[0], directory / "root")
    yield from problems_of(directory / "root" / "usr", directory)
    depends = re.search(r"^Depends: (.*)$", fields, re.M)[1].split(", ")
    needed = set(re.findall(r"NEEDED\s+(\S+)", run("objdump", "-p", directory / "root" / "usr" / "bin" / "heddle").stdout))
    for library in needed:
        owner = run("bash", "-c", f"dpkg -S '*/{library}' | grep -v '^diversion' | cut -d: -f1 | tr ',' '\\n' | sort -u").stdout.split()
        if not set(owner) & set(depends):
            yield f"{library} is in {owner}, on which the package does not depend"
    for path in run("bash", "-c", f"strings '{directory}/root/usr/bin/heddle' | grep -F '{ROOT}' | head -n 3").stdout.split("\n"):
        if path:
            yield f"the tool names the source tree: {path}"


TESTS = [installed_under_a_prefix, packaged_for_debian]

if __name__ == "__main__":
    sys.exit(suite.run(TESTS, jobs=1))  # both write the manual into the build directory
