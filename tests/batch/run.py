#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""`heddle batch` and `heddle compare`: what tasks are, limits, summaries, the page; and faults, after each of which nothing may be lost,
nothing counted twice, and the summary true. Faults are made with a tool that stands for `heddle check` (fake_tool). The cluster is
a real one, of Slurm, with three nodes on this machine (cluster.py).
Usage: run.py [part of a name]; HEDDLE names the tool."""
import concurrent.futures
import contextlib
import csv
import glob
import hashlib
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "html"))
import browser
import cluster
import suite

ROOT = pathlib.Path(__file__).resolve().parents[2]
HEDDLE = os.environ.get("HEDDLE", str(ROOT / "heddle"))
FAKE = pathlib.Path(__file__).resolve().parent / "fake_tool"
CLUSTER = {}


def heddle(*args, cwd=None, env=None, timeout=120):
    return subprocess.run([HEDDLE, *map(str, args)], cwd=cwd, env={**os.environ, **(env or {})}, capture_output=True, text=True, timeout=timeout)


def programs(directory, *behaviours):
    """C files for the fake tool; their names count up."""
    names = []
    for k, does in enumerate(behaviours):
        name = f"{k:02}-{does}.c"
        (directory / name).write_text(f"// does: {does}\nint main(void) {{ return {k}; }}\n")
        names.append(name)
    return names


def fake_words(names, *more):
    return ["batch", "-o", "out", "--tool", FAKE, "--property", "unreach-call", *more, *names]


def fake(directory, names, *more, env=None, timeout=120):
    return heddle(*fake_words(names, *more), cwd=directory, env={"RUNS": str(directory / "runs"), **(env or {})}, timeout=timeout)


def started(directory, *words, env=None):
    return subprocess.Popen([HEDDLE, *map(str, words)], cwd=directory, env={**os.environ, "RUNS": str(directory / "runs"), **(env or {})},
                            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def finished(process, timeout):
    """What it printed. It does not outlive the test."""
    try:
        return process.communicate(timeout=timeout)
    except subprocess.TimeoutExpired:
        process.kill()
        out, err = process.communicate()
        raise ValueError(f"it did not end: {out} {err}") from None


def runs(directory, letter):
    """How often the fake tool began (b) or ended (e) with each file."""
    counts = {}
    path = directory / "runs"
    for line in path.read_text().split("\n") if path.exists() else []:
        if line.startswith(letter + " "):
            counts[line[2:]] = counts.get(line[2:], 0) + 1
    return counts


def wait(done, what, seconds=30):
    end = time.monotonic() + seconds
    while not done():
        if time.monotonic() > end:
            raise ValueError(f"this did not happen: {what}")
        time.sleep(0.02)


def table(directory, folder="out"):
    with open(directory / folder / "summary.csv", newline="") as f:
        return list(csv.DictReader(f))


def untrue(directory, expected, folder="out"):
    """Problems of a summary that must have just these verdicts: {task: verdict}."""
    rows = table(directory, folder)
    got = {r["task"]: r["verdict"] for r in rows}
    if len(rows) != len(got):
        yield "a task is counted twice"
    if got != expected:
        yield f"the summary says {got}, expected {expected}"
    results = [f for f in glob.glob(str(directory / folder / "results" / "*")) if not f.endswith(".html")]
    whole = []
    for f in results:
        if not f.endswith(".json"):
            yield f"{f} is left"
        else:
            whole.append(json.loads(pathlib.Path(f).read_text())["batch"]["task"])
    if sorted(whole) != sorted(expected):
        yield f"there are results of {sorted(whole)}"
    kinds = json.loads(pathlib.Path(directory / folder / "index.html").read_text().split('id="batch">')[1].split("</script>")[0])
    if {r["task"]: r["verdict"] for r in kinds["run"]["rows"]} != expected:
        yield "the page says something else than the summary"


def processes_of(directory):
    """Processes that belong to the tasks in this directory."""
    found = []
    for entry in pathlib.Path("/proc").iterdir():
        try:
            if entry.name.isdigit() and f"RUNS={directory}/runs".encode() in (entry / "environ").read_bytes():
                found.append((entry / "cmdline").read_bytes().replace(b"\0", b" ").decode())
        except OSError:
            pass
    return found


def every_kind_of_task_with_the_real_tool(directory):
    shutil.copy(ROOT / "examples" / "bank.c", directory / "bank.c")
    (directory / "good.c").write_text("#include <assert.h>\nint main(void) { assert(N == 3); return 0; }\n")
    (directory / "loop_true-unreach-call.c").write_text("int main(void) { return 0; }\n")
    (directory / "race.prp").write_text("CHECK( init(main()), LTL(G ! data-race) )\n")
    (directory / "overflow.prp").write_text("CHECK( init(main()), LTL(G ! overflow) )\n")
    (directory / "bank.yml").write_text("format_version: '2.0'\ninput_files: 'bank.c'\nproperties:\n  - property_file: race.prp\n    expected_verdict: true\n"
                                        "  - property_file: overflow.prp\n    expected_verdict: true\noptions:\n  language: C\n  data_model: LP64\n")
    (directory / "all.set").write_text("# a set\n\n*.yml\n")
    (directory / "list.json").write_text(json.dumps([
        {"name": "good with N", "files": ["good.c"], "flags": ["-DN=3"], "expected": "true", "time_limit": "20s", "memory_limit": "1G"},
        {"name": "bad with N", "files": ["good.c"], "flags": ["-DN=4"], "property": "unreach-call", "options": ["--unwind", "2"], "expected": {"unreach-call": False}},
        {"name": "not C", "files": ["good.c"], "expected": "true"}]))
    words = ["batch", "-o", "out", "all.set", "list.json", "loop_true-unreach-call.c", "bank.c", "--jobs", "2", "--unwind", "4"]
    run = heddle(*words, cwd=directory)
    if run.returncode != 1:
        yield f"exit code {run.returncode}: {run.stderr}{run.stdout}"
    rows = {r["task"]: r for r in table(directory)}
    yield from untrue(directory, {"bank.yml": "false", "good with N": "true", "bad with N": "false", "not C": "error", "loop_true-unreach-call.c": "true", "bank.c": "false"})
    if list(rows)[0] != "bank.yml" or "WRONG" not in run.stdout or "1 wrong" not in run.stdout:
        yield f"what is wrong does not come first: {run.stdout}"
    if rows["bank.yml"]["property"] != "no-data-race" or rows["bank.yml"]["expected"] != "true" or rows["loop_true-unreach-call.c"]["expected"] != "unreach-call:true":
        yield f"the columns are {rows}"
    if rows["not C"]["reason"] != "refused" or "1 property of task definitions left out" not in run.stderr:
        yield f"what cannot be run is not told: {rows['not C']} {run.stderr}"
    result = next(f for f in glob.glob(str(directory / "out/results/bank.c-*.json")))
    if heddle("replay", result, cwd=directory).returncode != 0:
        yield "a result of a batch cannot be replayed"
    if not pathlib.Path(result.replace(".json", ".html")).exists() or glob.glob(str(directory / "out/results/loop*.html")):
        yield "pages are not where something is to be seen"
    again = heddle(*words, cwd=directory)
    if "6 of 6 tasks have their result already" not in again.stderr or "[" in again.stdout:
        yield f"the second time: {again.stdout} {again.stderr}"
    yield from page_problems(directory)


def page_problems(directory):
    heddle("batch", "-o", "second", "--against", "out", "--engine", "explore", "bank.yml", "bank.c", cwd=directory)
    with browser.Browser() as b:
        b.open(directory / "second" / "index.html")
        count = lambda selector: b.js(f"document.querySelectorAll({json.dumps(selector)}).length")
        if b.errors() or b.requests():
            yield f"the page has errors {b.errors()} or asks for {b.requests()}"
        if count("#results tbody tr") != 2 or count(".quantile") != 2 or count("circle.point") != 2:
            yield f"the page shows {count('#results tbody tr')} rows, {count('.quantile')} lines, {count('circle.point')} points"
        b.js("(() => { const s = document.getElementById('filter-standing'); s.value = 'wrong'; s.dispatchEvent(new Event('change')); })()")
        if count("#results tbody tr") != 1 or b.js("document.querySelector('#results tbody a').textContent") != "bank.yml":
            yield "the filter does not work"
        link = b.js("document.querySelector('#results tbody a').href")
        if not pathlib.Path(link.replace("file://", "")).exists():
            yield f"a result is not a click away: {link}"


def another_header_or_model_is_another_program(directory):
    (directory / "inc").mkdir()
    (directory / "program.c").write_text('#include "beside.h"\n# include <below.h>\n#include <assert.h>\nint given(void);\n'
                                         "int main(void) { assert(FIRST && SECOND && given()); return 0; }\n")
    good = {"beside.h": '#include "inner.h"\n', "inner.h": "#define FIRST 1\n", "inc/below.h": "#define SECOND 1\n",
            "model.c": "int given(void) { return 1; }\n"}
    for name, text in good.items():
        (directory / name).write_text(text)
    words = ["batch", "-o", "out", "--property", "unreach-call", "-I", "inc", "--model", "model.c", "program.c"]
    for changed in (None, "inner.h", "inc/below.h", "model.c"):
        if changed:
            (directory / changed).write_text(good[changed].replace("1", "0"))
        run = heddle(*words, cwd=directory)
        yield from untrue(directory, {"program.c": "false" if changed else "true"})
        if changed:
            (directory / changed).write_text(good[changed])
            heddle(*words, cwd=directory)
    run = heddle(*words, cwd=directory)
    if "1 of 1 tasks have their result already" not in run.stderr:
        yield f"nothing has changed: {run.stdout} {run.stderr}"


def what_is_no_task_is_refused(directory):
    (directory / "a.c").write_text("int main(void) { return 0; }\n")
    for name, text, message in (("x.txt", "hello", "is no task"), ("e.set", "*.yml\n", "e.set:1: no file matches"), ("b.json", "[{]", "is not valid JSON"),
                                ("c.json", '[{"files": ["a.c"], "time-limit": "5s"}]', "task 1: has `time-limit`, which is not known"),
                                ("d.json", '[{"files": ["no.c"]}]', "no.c: no such C source file"), ("f.json", '[{"files": ["a.c"], "expected": "maybe"}]', "`expected` must be"),
                                ("g.json", '[{"files": ["a.c"], "options": ["--time-limit=5s"]}]', "it has a field of its own"),
                                ("compile_commands.json", '[{"directory": "/", "command": "cc a.c", "file": "a.c"}]', "does not say which files belong to which program"),
                                ("h.json", '[{"directory": "/", "command": "cc a.c", "file": "a.c"}]', "is a compilation database under another name")):
        (directory / name).write_text(text)
        run = heddle("batch", "-o", "out", name, cwd=directory)
        if run.returncode != 3 or message not in run.stderr or (directory / "out").exists():
            yield f"{name}: exit code {run.returncode}, {run.stderr}"
    run = heddle("batch", "a.c", cwd=directory)
    if run.returncode != 3 or "Give a directory" not in run.stderr:
        yield f"without -o: {run.returncode} {run.stderr}"


def limits_are_held(directory):
    names = programs(directory, "true", "eat", "eat-together", "stubborn", "crash", "refuse", "half", "false")
    (directory / "list.json").write_text(json.dumps([{"name": n, "files": [n], "time_limit": "1s" if "stubborn" in n else "30s"} for n in names]))
    run = fake(directory, ["list.json"], "--grace", "500ms", "--memory-limit", "300M", "--jobs", "4")
    yield from untrue(directory, {"00-true.c": "true", "01-eat.c": "error", "02-eat-together.c": "unknown", "03-stubborn.c": "unknown", "04-crash.c": "error",
                                  "05-refuse.c": "error", "06-half.c": "error", "07-false.c": "false"})
    reasons = {r["task"]: r["reason"] for r in table(directory)}
    wanted = {"02-eat-together.c": "memory limit", "03-stubborn.c": "time limit", "04-crash.c": "crashed", "05-refuse.c": "refused", "06-half.c": "no result"}
    if any(reasons[t] != r for t, r in wanted.items()):
        yield f"the reasons are {reasons}"
    if run.returncode != 1:
        yield f"exit code {run.returncode}: {run.stderr}"
    if left := processes_of(directory):
        yield f"processes are left: {left}"


def a_killed_batch_goes_on(directory):
    names = programs(directory, *["sleep"] * 12)
    process = started(directory, *fake_words(names, "--jobs", "2"))
    wait(lambda: len(runs(directory, "e")) >= 4, "four tasks end")
    process.kill()
    process.communicate()
    wait(lambda: not processes_of(directory), "the tasks end with the batch", 5)
    done = {json.loads(pathlib.Path(f).read_text())["batch"]["task"] for f in glob.glob(str(directory / "out/results/*.json"))}
    run = fake(directory, names, "--jobs", "2")
    if run.returncode != 0 or f"{len(done)} of 12 tasks have their result already" not in run.stderr:
        yield f"exit code {run.returncode}: {run.stderr}"
    yield from untrue(directory, {n: "true" for n in names})
    if again := [n for n in done if runs(directory, "b")[n] != 1]:
        yield f"run twice: {again}"
    if not 2 <= len(done) < 12:
        yield f"it was killed at the wrong time: {len(done)} results"


def ctrl_c_stops_and_sums_up(directory):
    names = programs(directory, *["sleep"] * 8)
    process = started(directory, *fake_words(names, "--jobs", "1"))
    wait(lambda: len(runs(directory, "b")) >= 3, "the third task begins")
    process.send_signal(signal.SIGINT)
    out, err = finished(process, 10)
    if process.returncode != 2 or "the same command goes on" not in err or "not run yet" not in out:
        yield f"exit code {process.returncode}: {out} {err}"
    if left := processes_of(directory):
        yield f"processes are left: {left}"
    done = len(table(directory))
    if fake(directory, names).returncode != 0 or sum(runs(directory, "b").values()) != 9:
        yield f"{done} results; then it ran {runs(directory, 'b')}"
    yield from untrue(directory, {n: "true" for n in names})


def a_broken_result_is_run_again(directory):
    names = programs(directory, "true", "true", "false", "true")
    fake(directory, names)
    results = sorted(glob.glob(str(directory / "out/results/*.json")))
    half = pathlib.Path(results[0]).read_bytes()
    pathlib.Path(results[0]).write_bytes(half[:len(half) // 2])
    pathlib.Path(results[1]).write_bytes(pathlib.Path(results[2]).read_bytes())  # of another task
    (directory / "out/results/x.json.77.tmp").write_text("{")
    (directory / names[3]).write_text("// does: false\nint main(void) { return 7; }\n")  # another program now
    run = fake(directory, names)
    if "3 results are broken" not in run.stderr or runs(directory, "b") != {names[0]: 2, names[1]: 2, names[2]: 1, names[3]: 2}:
        yield f"it ran {runs(directory, 'b')}: {run.stderr}"
    yield from untrue(directory, dict(zip(names, ("true", "true", "false", "false"))))


def one_folder_one_batch(directory):
    names = programs(directory, "sleep-long", "true")
    process = started(directory, *fake_words(names, "--jobs", "1"))
    wait(lambda: runs(directory, "b"), "the first task begins")
    second = fake(directory, names)
    if second.returncode != 3 or f"another batch is running there (process {process.pid})" not in second.stderr:
        yield f"a second batch: exit code {second.returncode}, {second.stderr}"
    process.communicate()
    yield from untrue(directory, {n: "true" for n in names})
    for words, message in ((["--unwind", "3"], "holds results with other options"), (["--tool", HEDDLE], "holds results of another heddle")):
        base = [w for w in fake_words(names)]
        if words[0] == "--tool":
            base[base.index("--tool") + 1] = words[1]
            words = []
        run = heddle(*base, *words, cwd=directory, env={"RUNS": str(directory / "runs")})
        if run.returncode != 3 or message not in run.stderr:
            yield f"{words}: exit code {run.returncode}, {run.stderr}"
    if sum(runs(directory, "b").values()) != 2:
        yield f"it ran {runs(directory, 'b')}"


def a_full_disk_loses_nothing(directory):
    disk = directory / "out"
    disk.mkdir()
    if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=400k", "tmpfs", disk], capture_output=True).returncode != 0:
        yield "no small disk can be mounted; this test needs root"
        return
    try:
        names = programs(directory, *["large"] * 9)
        run = fake(directory, names, "--jobs", "2")
        if run.returncode != 3 or "No space left on device" not in run.stderr or "the same command goes on" not in run.stderr:
            yield f"exit code {run.returncode}: {run.stderr}"
        before = len(glob.glob(str(disk / "results/*.json")))
        if not 0 < before < 9:
            yield f"{before} results fit on the disk"
        subprocess.run(["mount", "-o", "remount,size=8m", disk], check=True)
        run = fake(directory, names, "--jobs", "2")
        if run.returncode != 0 or f"{before} of 9 tasks" not in run.stderr:
            yield f"with room: exit code {run.returncode}: {run.stderr}"
        yield from untrue(directory, {n: "true" for n in names})
    finally:
        subprocess.run(["umount", "-l", disk], check=True)


def compare_says_what_changed(directory):
    names = programs(directory, "true", "true", "crash", "true", "sleep", "sleep-long")
    (directory / "list.json").write_text(json.dumps([{"name": n[:2], "files": [n], "expected": "true"} for n in names]))
    env = {"RUNS": str(directory / "runs")}
    words = ["batch", "--tool", FAKE, "--property", "unreach-call", "list.json"]
    heddle(*words, "-o", "before", cwd=directory, env=env)
    for k, does in ((1, "false"), (2, "true"), (3, "refuse"), (4, "sleep-long"), (5, "true")):
        (directory / names[k]).write_text(f"// does: {does}\nint main(void) {{ return 0; }}\n")
    heddle(*words, "-o", "after", cwd=directory, env=env)
    run = heddle("compare", "--format", "json", "-o", "both.html", "before", "after", cwd=directory)
    changes = {d["task"]: d["change"] for d in json.loads(run.stdout)["differences"]}
    if run.returncode != 1 or changes != {"01": "became wrong", "02": "won", "03": "lost", "04": "slower", "05": "faster"}:
        yield f"exit code {run.returncode}: {changes}"
    back = heddle("compare", "after", "before", cwd=directory)
    if back.returncode != 0 or "1 no longer wrong, 1 lost, 1 won, 1 slower, 1 faster, 1 the same" not in back.stdout:
        yield f"the other way: exit code {back.returncode}: {back.stdout}"
    if "became wrong" in back.stdout or not (directory / "both.html").exists():
        yield "the page is missing, or the text is wrong"
    if heddle("compare", "before", "nowhere", cwd=directory).returncode != 3:
        yield "a folder that is none is taken"


def slurm(directory, names, *more):
    return started(directory, *fake_words(names, "--slurm", "--memory-limit", "300M", *more), env={k: CLUSTER["c"].env[k] for k in ("SLURM_CONF", "PATH")})


def over_a_cluster_with_faults(directory):
    """A node goes down in the middle, the controller is stopped and comes back later, it is killed and comes back, and so does the daemon
    of a node whose tasks go on. The last test: the first node stays down."""
    c = CLUSTER["c"]
    names = programs(directory, *["sleep"] * 30, "kill-worker", *["sleep"] * 5)
    process = slurm(directory, names, "--pack", "6", "--tries", "2")
    wait(lambda: len(runs(directory, "e")) >= 4, "tasks end on the cluster", 60)
    c.kill_node("n2")
    wait(lambda: len(runs(directory, "e")) >= 8, "more tasks end", 60)
    c.stop_controller()
    time.sleep(1)
    c.start_controller()
    wait(lambda: len(runs(directory, "e")) >= 12, "tasks end with the new controller", 60)
    c.kill_daemon("slurmctld")
    c.kill_daemon("n3")
    time.sleep(1)
    c.start_controller()
    c.start_node("n3")
    out, err = finished(process, 120)
    if process.returncode != 0:
        yield f"exit code {process.returncode}: {out} {err}"
    yield from untrue(directory, {n: "error" if "kill" in n else "true" for n in names})
    if runs(directory, "b")["30-kill-worker.c"] != 2 or "sent 2 times" not in out:
        yield f"a task that ends its worker was sent {runs(directory, 'b')['30-kill-worker.c']} times: {out}"
    wait(lambda: not processes_of(directory), "workers that Slurm had lost end", 60)


def over_a_cluster_ctrl_c_cancels_its_own_jobs(directory):
    c = CLUSTER["c"]
    c.wait(lambda: c.idle() == c.nodes, "idle nodes", 30)
    foreign = directory / "foreign.sh"
    foreign.write_text("#!/bin/sh\nsleep 30\n")
    other = c.command("sbatch", "--parsable", "--mem=100M", "--time=1", "--output=/dev/null", str(foreign)).stdout.strip()
    names = programs(directory, *["sleep"] * 20)
    process = slurm(directory, names)
    wait(lambda: len(runs(directory, "e")) >= 3, "tasks end on the cluster")
    process.send_signal(signal.SIGINT)
    out, err = finished(process, 30)
    if process.returncode != 2 or "the same command goes on" not in err:
        yield f"exit code {process.returncode}: {out} {err}"
    c.wait(lambda: [j.split()[0] for j in c.jobs()] == [other], "only the other job", 15)
    done = {r["task"] for r in table(directory)}
    process = slurm(directory, names)
    wait(lambda: len(runs(directory, "e")) >= len(done) + 3, "it goes on")
    process.kill()  # now the jobs stay, and the next batch has to end them
    process.communicate()
    process = slurm(directory, names)
    out, err = finished(process, 60)
    c.command("scancel", other)
    yield from untrue(directory, {n: "true" for n in names})
    if process.returncode != 0:
        yield f"exit code {process.returncode}: {out} {err}"
    if twice := [n for n in done if runs(directory, "b")[n] != 1]:
        yield f"run twice: {twice}"


def over_a_cluster_another_tool_is_noticed(directory):
    c = CLUSTER["c"]
    c.wait(lambda: c.idle() == c.nodes, "idle nodes", 30)
    tool = directory / "tool"
    shutil.copy(FAKE, tool)
    names = programs(directory, *["sleep"] * 2)
    words = fake_words(names, "--slurm", "--memory-limit", "300M", "--slurm-options", "--begin=now+4")
    words[words.index("--tool") + 1] = tool
    process = started(directory, *words, env={k: c.env[k] for k in ("SLURM_CONF", "PATH")})
    wait(lambda: glob.glob(str(directory / "out/slurm/wave-*.json")), "a job is sent")  # the plan has the tool's hash by then
    with open(tool, "a") as f:
        f.write("# another version\n")
    wait(lambda: glob.glob(str(directory / "out/slurm/*.unfit")), "the node says so", 60)
    process.send_signal(signal.SIGINT)
    out, err = finished(process, 60)
    if "is another version than where the batch was started" not in pathlib.Path(glob.glob(str(directory / "out/slurm/*.unfit"))[0]).read_text():
        yield f"the reason is another one: {out} {err}"
    if runs(directory, "e"):
        yield "tasks were run with another tool"
    wait(lambda: not processes_of(directory), "the workers end", 60)


def one_check(directory, *words):
    c = CLUSTER["c"]
    return started(directory, "check", "--slurm", "--memory-limit", "900M", "-q", *words, env={k: c.env[k] for k in ("SLURM_CONF", "PATH")})


def jobs_of(process):
    """Those of this check that Slurm knows of, with their states."""
    c = CLUSTER["c"]
    return [j for j in c.command("squeue", "-h", "-o", "%j %T %N").stdout.split("\n") if re.match(rf"heddle-check-.*-{process.pid} ", j)]


def running_jobs(process):
    return [j for j in jobs_of(process) if " RUNNING " in j]


def jobs_stay(process):
    try:
        wait(lambda: not jobs_of(process), "no job is left", 20)
    except ValueError:
        yield f"jobs stay: {jobs_of(process)}"


def all_nodes_idle():
    c = CLUSTER["c"]
    c.wait(lambda: c.idle() == c.nodes, "idle nodes", 60)


COUNTERS = """#include <assert.h>
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int value;
static void *other(void *unused) { for (int i = 0; i < ROUNDS; i++) { %s value++; %s } return unused; }
int main(void) {
  pthread_t t[THREADS];
  for (int i = 0; i < THREADS; i++) pthread_create(&t[i], 0, other, 0);
  for (int i = 0; i < THREADS; i++) pthread_join(t[i], 0);
  assert(value <= THREADS * ROUNDS);
}
"""
LOCKED = COUNTERS % ("pthread_mutex_lock(&m);", "pthread_mutex_unlock(&m);")
ENDLESS = """extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
int main(void) {
  unsigned a = __VERIFIER_nondet_uint(), b = 0;
  for (unsigned i = 0; i < a; i++) b = b * 3 + i;
  if (b == 77777u && a > 100000u) reach_error();
}
"""


def over_a_cluster_two_programs_are_checked_at_once(directory):
    all_nodes_idle()
    checks = []
    for name, text, code, words in (("race.c", COUNTERS % ("", ""), 1, ["data race on value"]), ("fine.c", LOCKED, 0, ["verdict: true"])):
        (directory / name).write_text(text)
        checks.append((name, one_check(directory, "--time-limit", "100s", "-DTHREADS=2", "-DROUNDS=1", name), code, words))
    for name, process, code, words in checks:
        out, err = finished(process, 120)
        if process.returncode != code or any(w not in out for w in words):
            yield f"{name}: exit code {process.returncode}, {out} {err}"
        yield from jobs_stay(process)


def over_a_cluster_a_check_ends_by_a_limit_or_by_the_user(directory):
    (directory / "endless.c").write_text(ENDLESS)
    limited = one_check(directory, "--time-limit", "6s", "endless.c")
    interrupted = one_check(directory, "--time-limit", "100s", "endless.c")
    wait(lambda: jobs_of(interrupted) and jobs_of(limited), "jobs are sent")
    interrupted.send_signal(signal.SIGINT)
    for process, reason in ((interrupted, "interrupted"), (limited, "time limit")):
        out, err = finished(process, 60)
        if process.returncode != 2 or reason not in out:
            yield f"{reason}: exit code {process.returncode}, {out} {err}"
        yield from jobs_stay(process)


def over_a_cluster_a_check_outlives_a_node_and_the_controller(directory):
    c = CLUSTER["c"]
    all_nodes_idle()
    (directory / "fine.c").write_text(LOCKED)
    process = one_check(directory, "--engine", "explore", "--time-limit", "100s", "-DTHREADS=3", "-DROUNDS=24", "fine.c")
    wait(lambda: running_jobs(process), "a job runs", 60)
    node = running_jobs(process)[0].split()[2]
    c.stop_controller()  # one that is killed may come back with jobs of earlier tests
    c.start_controller()
    c.kill_node(node)
    out, err = finished(process, 120)
    if process.returncode != 0 or "verdict: true" not in out:
        yield f"exit code {process.returncode}, {out} {err}"
    yield from jobs_stay(process)
    c.start_node(node)


def a_node_with_another_tool_or_program_says_nothing(directory):
    (directory / "a.c").write_text("int main(void) { return 0; }\n")
    here = hashlib.sha256(pathlib.Path(HEDDLE).read_bytes()).hexdigest()
    for tool, reason in (("0" * 64, b"the heddle there is another one"), (here, b"the program there is another one")):
        run = subprocess.run([HEDDLE, "--engine-worker", tool, "0" * 64, "explore", "unreach-call", "0", "-", "a.c"], cwd=directory, capture_output=True, timeout=60)
        if reason not in run.stdout or run.stdout[:1] != b"L":
            yield f"another hash: {run.stdout} {run.stderr}"
    (directory / "bin").mkdir()
    for tool in ("bash", "env", "clang-19", "dirname", "readlink"):
        (directory / "bin" / tool).symlink_to(shutil.which(tool))
    run = heddle("check", "--slurm", "a.c", cwd=directory, env={"PATH": str(directory / "bin")})
    if run.returncode != 3 or "is Slurm installed here" not in run.stderr:
        yield f"without Slurm: exit code {run.returncode}, {run.stderr}"
    run = heddle("check", "--slurm-options=-pmain", "a.c", cwd=directory)
    if run.returncode != 3 or "goes with --slurm" not in run.stderr:
        yield f"options without --slurm: exit code {run.returncode}, {run.stderr}"


LOCAL = [every_kind_of_task_with_the_real_tool, another_header_or_model_is_another_program, what_is_no_task_is_refused, limits_are_held, a_killed_batch_goes_on, ctrl_c_stops_and_sums_up,
         a_broken_result_is_run_again, one_folder_one_batch, a_full_disk_loses_nothing, compare_says_what_changed, a_node_with_another_tool_or_program_says_nothing]
ON_CLUSTER = [over_a_cluster_two_programs_are_checked_at_once, over_a_cluster_a_check_ends_by_a_limit_or_by_the_user,
              over_a_cluster_a_check_outlives_a_node_and_the_controller, over_a_cluster_ctrl_c_cancels_its_own_jobs, over_a_cluster_another_tool_is_noticed, over_a_cluster_with_faults]


def run_group(tests):
    return [(t.__name__, suite.problems_of(t)) for t in tests]


def main():
    wanted = sys.argv[1] if len(sys.argv) > 1 else ""
    local, on_cluster = ([t for t in tests if wanted in t.__name__] for tests in (LOCAL, ON_CLUSTER))
    reason = cluster.why_not() if on_cluster else ""
    if reason:
        print(f"{len(on_cluster)} tests with a cluster do not run: {reason}")
        on_cluster = []
    with contextlib.ExitStack() as stack:
        if on_cluster:
            directory = stack.enter_context(tempfile.TemporaryDirectory(prefix="heddle-cluster-"))
            CLUSTER["c"] = stack.enter_context(cluster.Cluster(directory + "/c", 3))
        pool = stack.enter_context(concurrent.futures.ThreadPoolExecutor(2))  # those with a cluster mostly wait
        results = [r for group in pool.map(run_group, (local, on_cluster)) for r in group]
    for name, problems in results:
        for p in problems:
            print(f"FAILED {name}: {p}")
    failed = sum(bool(problems) for _, problems in results)
    print(f"{len(results) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
