#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What lies in contrib/ is run: the check of the GitHub workflow, both hooks in a real repository, and the tool-info module with
stand-ins for the parts of BenchExec that it uses. Usage: run.py [part of a name]; HEDDLE names the tool."""
import importlib.util
import os
import pathlib
import subprocess
import sys
import types

import yaml

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import suite

ROOT = pathlib.Path(__file__).resolve().parents[2]
CONTRIB = ROOT / "contrib"
HEDDLE = os.environ.get("HEDDLE", str(ROOT / "heddle"))
RACY = (ROOT / "examples" / "bank.c").read_text()
FIXED = RACY.replace("  pthread_mutex_unlock(&lock);\n", "", 1).replace("*(int *)amount;\n", "*(int *)amount;\n  pthread_mutex_unlock(&lock);\n", 1)


def environment(directory, **more):
    tools = directory / "bin"
    tools.mkdir(exist_ok=True)
    if not (tools / "heddle").exists():
        (tools / "heddle").symlink_to(HEDDLE)
    return {**os.environ, "PATH": f"{tools}:{os.environ['PATH']}", "HOME": str(directory), "GIT_CONFIG_NOSYSTEM": "1", **more}


def repository(directory, source):
    folder = directory / "project"
    (folder / "src").mkdir(parents=True, exist_ok=True)
    (folder / "src" / "main.c").write_text(source)
    (folder / "src" / "worker.c").write_text("int never_called(void) { return 1; }\n")
    return folder


def the_workflow_checks(directory):
    workflow = yaml.safe_load((CONTRIB / "github" / "heddle.yml").read_text())
    steps = workflow["jobs"]["check"]["steps"]
    for step in steps:
        if "run" in step and subprocess.run(["bash", "-n"], input=step["run"], text=True, capture_output=True).returncode:
            yield f"{step['name']} is no shell script"
    check = next(s for s in steps if s.get("name") == "Check")
    for source, code in ((RACY, 1), (FIXED, 0)):
        folder = repository(directory, source)
        run = subprocess.run(["bash", "-e", "-c", check["run"]], cwd=folder, capture_output=True, text=True, timeout=120,
                             env=environment(directory, HEDDLE_PROGRAM="src/main.c src/worker.c -- -DX=1", HEDDLE_TIME_LIMIT="60s"))
        if run.returncode != code or not (folder / "heddle.sarif").exists() or not (folder / "heddle.html").exists():
            yield f"exit code {run.returncode}, expected {code}: {run.stdout[-500:]}{run.stderr}"
    uploaded = [s["with"] for s in steps if "upload" in s.get("uses", "")]
    if uploaded[0]["sarif_file"] != "heddle.sarif" or "heddle.html" not in uploaded[1]["path"]:
        yield f"uploads: {uploaded}"
    folder = repository(directory, RACY)
    env = environment(directory, HEDDLE_PROGRAM="src/main.c src/worker.c", HEDDLE_TIME_LIMIT="60s")
    (folder / ".heddle").mkdir()
    subprocess.run(["heddle", "check", "-q", "--all", "-o", ".heddle/baseline.json", "src/main.c", "src/worker.c"], cwd=folder, env=env, capture_output=True, timeout=60)
    run = subprocess.run(["bash", "-e", "-c", check["run"]], cwd=folder, env=env, capture_output=True, text=True, timeout=120)
    if run.returncode != 0:
        yield f"with a baseline: exit code {run.returncode}: {run.stderr}"


def git(folder, env, *args):
    return subprocess.run(["git", "-c", "user.name=A", "-c", "user.email=a@b.invalid", *args], cwd=folder, env=env, capture_output=True, text=True, timeout=120)


def the_hook_refuses_a_race(directory):
    env, folder = environment(directory), repository(directory, RACY)
    git(folder, env, "init", "-q")
    hook = folder / ".git" / "hooks" / "pre-commit"
    hook.parent.mkdir(exist_ok=True)
    hook.write_bytes((CONTRIB / "pre-commit" / "pre-commit").read_bytes())
    hook.chmod(0o755)
    git(folder, env, "add", "-A")
    if (run := git(folder, env, "commit", "-qm", "no program is named yet")).returncode != 0:
        yield f"without .heddle/program: {run.stderr}"
    (folder / ".heddle").mkdir()
    (folder / ".heddle" / "program").write_text("src/main.c src/worker.c -- -DX=1\n")
    git(folder, env, "add", "-A")
    run = git(folder, env, "commit", "-qm", "racy")
    if run.returncode == 0 or "data race on balance" not in run.stdout + run.stderr:
        yield f"a race is committed: {run.stdout}{run.stderr}"
    (folder / "src" / "main.c").write_text(FIXED)
    git(folder, env, "add", "-A")
    if (run := git(folder, env, "commit", "-qm", "fixed")).returncode != 0:
        yield f"the repaired program is refused: {run.stdout}{run.stderr}"
    (folder / "notes.txt").write_text("words\n")
    (folder / "src" / "main.c").write_text(RACY)
    git(folder, env, "add", "notes.txt")
    if (run := git(folder, env, "commit", "-qm", "words only")).returncode != 0:
        yield f"a commit without C is refused: {run.stdout}{run.stderr}"


def the_entry_for_pre_commit_refuses_a_race(directory):
    hook = yaml.safe_load((CONTRIB / "pre-commit" / "pre-commit-config.yaml").read_text())["repos"][0]["hooks"][0]
    for source, refused in ((RACY, True), (FIXED, False)):
        folder = repository(directory, source)
        run = subprocess.run(hook["entry"], shell=True, cwd=folder, env=environment(directory), capture_output=True, text=True, timeout=120)
        if (run.returncode != 0) != refused:
            yield f"exit code {run.returncode}: {run.stdout}{run.stderr}"


def stand_ins():
    """The parts of BenchExec that the module uses."""
    result = types.ModuleType("benchexec.result")
    for name, word in (("TRUE_PROP", "true"), ("UNKNOWN", "unknown"), ("ERROR", "ERROR"), ("FALSE_REACH", "false(unreach-call)"),
                       ("FALSE_DATA_RACE", "false(no-data-race)"), ("FALSE_DEADLOCK", "false(no-deadlock)"), ("FALSE_TERMINATION", "false(termination)"),
                       ("FALSE_OVERFLOW", "false(no-overflow)"), ("FALSE_DEREF", "false(valid-deref)"), ("FALSE_FREE", "false(valid-free)")):
        setattr(result, "RESULT_" + name, word)
    template = types.ModuleType("benchexec.tools.template")
    template.BaseTool2 = type("BaseTool2", (), {"_version_from_tool": lambda self, executable: subprocess.run(
        [executable, "--version"], capture_output=True, text=True).stdout.strip()})
    util = types.ModuleType("benchexec.tools.sv_benchmarks_util")
    util.ILP32, util.LP64 = "ILP32", "LP64"
    util.get_data_model_from_task = lambda task, models: models.get(task.options["data_model"])
    package, tools = types.ModuleType("benchexec"), types.ModuleType("benchexec.tools")
    package.result, package.tools, tools.template, tools.sv_benchmarks_util = result, tools, template, util
    return {m.__name__: m for m in (package, tools, result, template, util)}


def benchexec_understands_every_verdict(directory):
    sys.modules.update(stand_ins())
    spec = importlib.util.spec_from_file_location("heddle_tool_info", CONTRIB / "benchexec" / "heddle.py")
    module = importlib.util.module_from_spec(spec)
    sys.dont_write_bytecode = True
    spec.loader.exec_module(module)
    tool = module.Tool()
    if not tool.version(HEDDLE).count(".") == 2 or tool.name() != "Heddle":
        yield f"version {tool.version(HEDDLE)}"
    properties = {"unreach-call": "CHECK( init(main()), LTL(G ! call(reach_error())) )\n", "no-data-race": "CHECK( init(main()), LTL(G ! data-race) )\n",
                  "valid-memsafety": "".join(f"CHECK( init(main()), LTL(G valid-{p}) )\n" for p in ("free", "deref", "memtrack"))}
    for source, name, model, expected in (
            (RACY, "unreach-call", "LP64", "false(unreach-call)"), (RACY, "no-data-race", "ILP32", "false(no-data-race)"),
            (FIXED, "no-data-race", "LP64", "true"), ("int main(void) { return }\n", "no-data-race", "LP64", "ERROR (bad input)"),
            ("void f(void);\nvoid reach_error(void) {}\nint main(void) { f(); }\n", "unreach-call", "LP64", "unknown"),
            ("#include <stdlib.h>\nint main(void) { char *p = malloc(4); free(p); free(p); return 0; }\n", "valid-memsafety", "LP64", "false(valid-free)"),
            ("#include <stdlib.h>\nint main(void) { char *p = malloc(4); if (!p) return 0; free(p); return *p; }\n", "valid-memsafety", "LP64", "false(valid-deref)")):
        (directory / "p.c").write_text(source)
        (directory / f"{name}.prp").write_text(properties[name])
        task = types.SimpleNamespace(property_file=f"{name}.prp", options={"data_model": model}, input_files_or_identifier=["p.c"])
        command = tool.cmdline(HEDDLE, [], task, types.SimpleNamespace(cputime=900))
        if ("--32" in command) != (model == "ILP32") or "855s" not in command:
            yield f"the command is {command}"
        run = subprocess.run(command, cwd=directory, capture_output=True, text=True, timeout=120)
        found = tool.determine_result(types.SimpleNamespace(exit_code=types.SimpleNamespace(value=run.returncode), output=(run.stdout + run.stderr).split("\n")))
        if found != expected:
            yield f"{name} of {source!r}: {found}, expected {expected}: {run.stdout}{run.stderr}"


TESTS = [the_workflow_checks, the_hook_refuses_a_race, the_entry_for_pre_commit_refuses_a_race, benchexec_understands_every_verdict]

if __name__ == "__main__":
    sys.exit(suite.run(TESTS))
