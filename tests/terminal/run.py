#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Help outside of --help: heddle explain, the page for man, completion in bash, zsh and fish (the real shells complete real
lines), colours. Usage: run.py [part of a name]; HEDDLE names the tool."""
import json
import os
import pathlib
import pty
import re
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import suite

ROOT = pathlib.Path(__file__).resolve().parents[2]
HEDDLE = os.environ.get("HEDDLE", str(ROOT / "heddle"))
REASONS = re.findall(r"`([a-z ]+)`", re.search(r"^\| `reason_code` \|.*$", (ROOT / "docs" / "json.md").read_text(), re.M)[0].split("|", 2)[2])
COMMANDS = re.findall(r"^  (\w+) [A-Z]", subprocess.run([HEDDLE, "--help"], capture_output=True, text=True).stdout, re.M)


def heddle(*args):
    return subprocess.run([HEDDLE, *map(str, args)], cwd=ROOT, capture_output=True, text=True, timeout=60)


def options_of(command):
    return set(re.findall(r"(?<![\w-])--?[a-zA-Z][\w-]*", "\n".join(
        l for l in heddle(command, "--help").stdout.split("\nExamples:")[0].split("\n") if re.match(r"  -", l))))


def every_topic_is_explained(_):
    names = heddle("explain", "--names").stdout.split()
    wanted = [r.replace(" ", "-") for r in REASONS] + ["unreach-call", "no-data-race", "no-deadlock", "termination", "valid-memsafety"]
    if len(REASONS) < 10:
        yield f"docs/json.md has only the reasons {REASONS}"
    if missing := set(wanted) - set(names):
        yield f"there is no topic {missing}"
    for name in names + ["data-race", "deadlock", "livelock", "assertion"]:
        run = heddle("explain", name)
        if run.returncode != 0 or run.stderr or "\nNext: " not in run.stdout or max(map(len, run.stdout.split("\n"))) > 80:
            yield f"{name}: exit code {run.returncode}: {run.stdout}{run.stderr}"
    if heddle("explain", "time", "limit").stdout != heddle("explain", "time-limit").stdout:
        yield "a reason with a space is not found"
    for args in (["explain"], ["explain", "--help"]):
        if any(n not in heddle(*args).stdout for n in names):
            yield f"heddle {' '.join(args)} does not list all topics"
    run = heddle("explain", "weather")
    if run.returncode != 3 or "`weather`" not in run.stderr or run.stdout:
        yield f"an unknown topic: exit code {run.returncode}: {run.stderr}"


def help_by_topic(_):
    for about, same in ((["check"], ["check", "--help"]), (["report"], ["report", "--help"]), (["data-race"], ["explain", "data-race"]),
                        (["explain"], ["explain"]), ([], ["--help"])):
        if heddle("help", *about).stdout != heddle(*same).stdout or not heddle("help", *about).stdout:
            yield f"heddle help {about} is not heddle {same}"
    if heddle("help", "weather").returncode != 3:
        yield "help about nothing"


def options_in_explanations_exist(_):
    known = set().union(*(options_of(c) for c in ("check", "replay", "certify", "schedule", "run", "report", "batch", "compare")))
    for name in heddle("explain", "--names").stdout.split():
        for option in re.findall(r"(?<![\w-])--[a-z][\w-]*", heddle("explain", name).stdout):
            if option not in known:
                yield f"{name} speaks of {option}"


def the_manual_is_good_roff_and_complete(_):
    page = heddle("--dump-man").stdout
    run = subprocess.run(["groff", "-man", "-Tascii", "-ww", "-P-c"], input=page, capture_output=True, text=True, timeout=60)
    if run.returncode or run.stderr:
        yield f"groff: {run.stderr[:500]}"
    plain = re.sub(r".\x08", "", run.stdout)
    for section in ("NAME", "SYNOPSIS", "DESCRIPTION", "EXIT STATUS", "ENVIRONMENT", "EXAMPLES"):
        if not re.search(f"^{section}$", plain, re.M):
            yield f"there is no section {section}"
    for command in COMMANDS:
        if f"heddle {command}" not in plain:
            yield f"the command {command} is missing"
    wanted = set().union(*(options_of(c) for c in ("check", "replay", "certify", "schedule", "run", "report", "batch", "compare")))
    if missing := {o for o in wanted if not re.search(rf"(?<![\w-]){re.escape(o)}(?![\w-])", plain)}:
        yield f"the options {missing} are missing"
    if len(COMMANDS) < 8:
        yield f"heddle --help lists only {COMMANDS}"


def bash_completes(directory):
    (directory / "a.c").write_text("")
    (directory / "r.json").write_text("{}")
    (directory / "heddle").symlink_to(HEDDLE)

    def complete(*words):
        script = f'source <(heddle completion bash); COMP_WORDS=({" ".join(f"{w!r}" for w in words)}); COMP_CWORD={len(words) - 1}; _heddle; printf "%s\\n" "${{COMPREPLY[@]}}"'
        run = subprocess.run(["bash", "-c", script], cwd=directory, capture_output=True, text=True, timeout=60, env={**os.environ, "PATH": f"{directory}:{os.environ['PATH']}"})
        if run.stderr:
            raise ValueError(run.stderr)
        return run.stdout.split()
    for words, expected in ((["heddle", "re"], {"replay", "report"}), (["heddle", "check", "--time"], {"--time-limit"}),
                            (["heddle", "check", "--engine", "bmc-l"], {"bmc-lazy"}), (["heddle", "check", "--no-prog"], {"--no-progress"}),
                            (["heddle", "check", "--property", "no-d"], {"no-data-race", "no-deadlock"}), (["heddle", "check", ""], {"a.c"}),
                            (["heddle", "report", ""], {"r.json"}), (["heddle", "report", "--witness", ""], {"graphml", "yaml"}),
                            (["heddle", "explain", "weak"], {"weak-atomics"}), (["heddle", "completion", "z"], {"zsh"})):
        if set(complete(*words)) != expected:
            yield f"{words}: {complete(*words)}"
    for command in ("check", "replay", "certify", "schedule", "run", "report", "batch", "compare"):
        if options_of(command) - set(complete("heddle", command, "-")):
            yield f"{command}: {options_of(command) - set(complete('heddle', command, '-'))} are not completed"


def fish_completes(directory):
    (directory / "heddle").symlink_to(HEDDLE)

    def complete(line):
        script = f"heddle completion fish | source; complete -C {json.dumps(line)}"
        run = subprocess.run(["fish", "--no-config", "-c", script], cwd=directory, capture_output=True, text=True, timeout=60,
                             env={**os.environ, "HOME": str(directory), "PATH": f"{directory}:{os.environ['PATH']}"})
        if run.stderr:
            raise ValueError(run.stderr)
        return {l.split("\t")[0] for l in run.stdout.split("\n") if l}
    for line, expected in (("heddle rep", {"replay", "report"}), ("heddle check --time-l", {"--time-limit"}), ("heddle check --engine bmc-l", {"bmc-lazy"}),
                           ("heddle explain weak", {"weak-atomics"}), ("heddle report --witness g", {"graphml"})):
        if complete(line) != expected:
            yield f"{line}: {complete(line)}"


def zsh_completes(directory):
    """The functions of zsh's completion are replaced by ones that print what they are given."""
    (directory / "heddle").symlink_to(HEDDLE)
    (directory / "_heddle").write_text(heddle("completion", "zsh").stdout)
    stubs = '_arguments() { print -l -- "$@" }; _describe() { print -l -- "${(@P)2}" }; compadd() { print -l -- "$@" }; compdef() { : }; '

    def given(*words):
        script = stubs + f"source ./_heddle; words=({' '.join(words)} ''); CURRENT={len(words) + 1}; _heddle"
        run = subprocess.run(["zsh", "-f", "-c", script], cwd=directory, capture_output=True, text=True, timeout=60, env={**os.environ, "PATH": f"{directory}:{os.environ['PATH']}"})
        if run.stderr or run.returncode:
            raise ValueError(run.stderr)
        return run.stdout
    if [l.split(":")[0] for l in given("heddle").split()if ":" in l] == [] or any(f"{c}:" not in given("heddle") for c in COMMANDS):
        yield f"the commands are {given('heddle')}"
    for command in ("check", "report", "batch", "compare"):
        shown = given("heddle", command)
        for option in options_of(command):
            if not re.search(rf"^\*{re.escape(option)}[=+]?\[", shown, re.M):
                yield f"{command}: {option} is not completed"
    if "(auto explore bmc-lazy" not in given("heddle", "check") or "weak-atomics" not in given("heddle", "explain"):
        yield "values are not completed"


def an_unknown_shell_is_refused(_):
    for args in (["completion"], ["completion", "tcsh"]):
        run = heddle(*args)
        if run.returncode != 3 or "bash, zsh or fish" not in run.stderr or run.stdout:
            yield f"{args}: exit code {run.returncode}: {run.stderr}"


def version_is_alone_on_its_line(_):
    if not re.fullmatch(r"\d+\.\d+\.\d+\n", heddle("--version").stdout):
        yield heddle("--version").stdout


def shown_on_a_terminal(*words, command="check", **more):
    master, slave = pty.openpty()
    run = subprocess.Popen([HEDDLE, command, *map(str, words)], cwd=ROOT, stdout=slave, stderr=slave,
                           env={k: v for k, v in {**os.environ, **more}.items() if k != "NO_COLOR" or more})
    os.close(slave)
    out = b""
    try:
        while piece := os.read(master, 65536):
            out += piece
    except OSError:
        pass
    run.wait(60)
    os.close(master)
    return out


def the_live_line_says_how_far_it_is(directory):
    (directory / "endless.c").write_text("#include <pthread.h>\nunsigned a, b;\nvoid *w(void *p) { for (;;) __atomic_add_fetch(&a, 1, 5); return p; }\n"
                                         "int main(void) { pthread_t t; pthread_create(&t, 0, w, 0); for (;;) __atomic_add_fetch(&b, 1, 5); }\n")
    words = ["--property", "unreach-call", directory / "endless.c"]
    for engine, line in (("explore", rb" of at most 2 s \(\d+ %\), \d+ of \d+ MiB \| explore \(at most \d s more\): \d+k? states, \d+k? open, \d+k?/s, [0-9.]+ % of steps are new"),
                         ("bmc-order", rb" of at most 2 s \(\d+ %\), \d+ of \d+ MiB \| bmc-order \(at most \d s more\): looks at \d+ loop iterations; "
                          rb"no violation within \d+ loop iterations?, which took \d+ s")):
        out = shown_on_a_terminal("--engine", engine, "--time-limit", "1500ms", *words)
        if not re.search(line, out) or b"\r\x1b[K" not in out:
            yield f"{engine}: {out}"
    if b"|" in shown_on_a_terminal("--no-progress", *words, "--time-limit", "500ms").split(b"verdict")[0]:
        yield "there is a line although nobody wants one"


# The table is drawn five times a second: enough tasks that some drawings see the first few ended, and some see many.
def the_live_table_says_how_long_the_rest_takes(directory):
    tasks = 30
    for k in range(tasks):
        (directory / f"{k}.c").write_text(f"int main(void) {{ return {k}; }}\n")
    files = (directory / f"{k}.c" for k in range(tasks))
    out = shown_on_a_terminal("-o", directory / "results", "--jobs", "1", *files, command="batch")
    if not re.search(rb"\b\d of 30 done, no estimate yet, [01] running", out):
        yield f"the first tasks give an estimate: {out}"
    if not re.search(rb"\b[12]?\d of 30 done, about \d+ s left, [01] running", out):
        yield f"there is no estimate: {out}"
    if re.search(rb"\b30 of 30 done, (no|about)", out):
        yield f"there is an estimate for nothing: {out}"


def colours_only_on_terminals(directory):
    def on_terminal(**more):
        return shown_on_a_terminal("-q", "--no-progress", "examples/bank.c", **more)
    if b"\x1b[" not in on_terminal():
        yield "there are no colours on a terminal"
    if b"\x1b[" in on_terminal(NO_COLOR="1"):
        yield "NO_COLOR is not respected"
    if "\x1b[" in heddle("check", "-q", "examples/bank.c").stdout:
        yield "there are colours on a pipe"


TESTS = [every_topic_is_explained, help_by_topic, options_in_explanations_exist, the_manual_is_good_roff_and_complete, bash_completes, fish_completes,
         zsh_completes, an_unknown_shell_is_refused, version_is_alone_on_its_line, the_live_line_says_how_far_it_is,
         the_live_table_says_how_long_the_rest_takes, colours_only_on_terminals]

if __name__ == "__main__":
    sys.exit(suite.run(TESTS))
