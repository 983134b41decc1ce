#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Public programs, as their authors left them, with drivers of ours where a library has no main of its own.

Nothing is fetched: the sources lie in a directory, one folder for each repository, named like the repository
(DIR/C-Thread-Pool, DIR/threadpool, ...). A program whose sources are not there is left out, and said so.

Each program is asked about the three default properties with --all. Where something was found and a property is still open, it is asked
once more, alone. A program counts as decided with 3 (4) threads when all three properties are, with 3 (4) threads besides main.

Usage: run.py --sources DIR [--heddle COMMAND] [--time-limit 60s] [--replay] [--rows FILE] [part of a name]...
Prints the rows of the table in docs/real-programs.md, and the sum."""
import argparse
import json
import os
import pathlib
import resource
import shlex
import subprocess
import sys
import tempfile

os.environ["HEDDLE_CACHE"] = "off"  # a cached answer measures nothing

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
SYS = "concurrent-programs"
SCT = "sctbench/benchmarks"


class Program:
    """name, repository, sources in it, driver of ours, flags for heddle check (`%` is the folder of the sources), threads besides main."""
    def __init__(self, name, repository, sources, driver="", flags="", threads=1, size="", fixed=False):
        self.fixed, self.name, self.repository, self.sources, self.driver, self.flags, self.threads = fixed, name, repository, sources, driver, flags, threads
        self.row = ", ".join([name, *size.split()])


def sized(name, repository, sources, driver, includes, sizes, more="", fixed=False):
    """The same program at several sizes: the number of threads, and the macros that set it."""
    return [Program(name, repository, sources, driver, f"-I %/{includes} " + " ".join("-D " + s for s in size.split()) + more, threads, size, fixed)
            for threads, size in sizes.items()]


def workers(*numbers, jobs="", more=""):
    return {n: f"THREADS={n}" + (f" {jobs}={n}" if jobs else "") + (" " + more if more else "") for n in numbers}


def own_size(name, threads, repository, sources, flags=""):
    return [Program(name, repository, sources, "", flags, threads, fixed=True)]


def with_arguments(name, repository, sources, arguments):
    programs = [Program(name, repository, sources, "", f'--args "{text}"', threads) for threads, text in arguments.items()]
    for p, text in zip(programs, arguments.values()):
        p.row = f"{name} {text}"
    return programs


EXAMPLES, SOFTWARE = "inspect_examples/", "concurrent-software-benchmarks/"
PROGRAMS = [
    *sized("C-Thread-Pool", "C-Thread-Pool", ["thpool.c"], "thpool.c", "", workers(3, jobs="JOBS")),
    *sized("C-Thread-Pool", "C-Thread-Pool", ["thpool.c"], "thpool.c", "", workers(3, 4, more="JOBS=2 KEEP")),
    *sized("threadpool", "threadpool", ["src/threadpool.c"], "threadpool.c", "src", workers(3, 4, 5, jobs="JOBS")),
    *sized("chan, buffered", "chan", ["src/chan.c", "src/queue.c"], "chan.c", "src", workers(3, 4, more="CAPACITY=1")),
    *sized("chan, unbuffered", "chan", ["src/chan.c", "src/queue.c"], "chan.c", "src", workers(3, 4, more="CAPACITY=0")),
    *sized("zstd pool", "zstd", ["lib/common/pool.c", "lib/common/threading.c", "lib/common/zstd_common.c"], "zstd_pool.c", "lib/common",
           workers(3, 4, 5, jobs="JOBS"), " -D ZSTD_MULTITHREAD"),
    *sized("K12 pool", "K12", ["lib/KT-threadpool-pthread.c"], "k12_pool.c", "lib", workers(3, 4, jobs="JOBS"), " -D KT_ENABLE_THREADING"),
    *sized("klib kt_for", "klib", ["kthread.c"], "kthread_for.c", "", workers(3, 4, jobs="JOBS")),
    *sized("klib kt_forpool", "klib", ["kthread.c"], "kthread_pool.c", "", workers(3, 4, jobs="JOBS")),
    *sized("lfqueue", "lfqueue", ["lfq.c"], "lfqueue.c", "", workers(3, 4)),
    *sized("tpool", SYS, [], "sys_tpool.c", "tpool", workers(3, 4, more="JOBS=2")),
    *sized("channel on futexes, buffered", SYS, [], "sys_channel.c", "channel", workers(3, 4, more="CAPACITY=1")),
    *sized("channel on futexes, unbuffered", SYS, [], "sys_channel.c", "channel", workers(3, 4, more="CAPACITY=0")),
    *sized("spmc", SYS, [], "sys_spmc.c", "spmc", workers(3, 4)),
    *sized("ringbuffer", SYS, [], "sys_ringbuffer.c", "ringbuffer", {1: ""}, fixed=True),
    *sized("refcnt", SYS, [], "sys_refcnt.c", "refcnt", workers(3, 4)),
    *sized("mcslock", SYS, ["mcslock/mcslock.c"], "sys_mcslock.c", "mcslock", workers(3, 4)),
    *sized("seqlock", SYS, ["seqlock/seqlock.c"], "sys_seqlock.c", "seqlock", workers(3, 4)),
    *sized("mutex example", SYS, [], "sys_mutex.c", "mutex", workers(3, 4, more="TICKS=2"), " -D USE_PTHREADS"),
    *sized("mutex example", SYS, ["mutex/example/main.c"], "", "mutex", {16: ""}, " -D USE_PTHREADS"),
    *sized("lf-queue", SYS, ["lf-queue/lfq.c"], "sys_lfq.c", "lf-queue", workers(3, 4)),
    *sized("lf-queue", SYS, ["lf-queue/lfq.c", "lf-queue/test.c"], "", "lf-queue", {3: "MAX_PRODUCER=2 MAX_CONSUMER=1"}),
    *sized("thread-rcu", SYS, ["thread-rcu/main.c"], "", "thread-rcu", {3: "N_READERS=2", 4: "N_READERS=3"}, " -D N_UPDATE_RUN=1"),
    *sized("rcu-list", SYS, [], "sys_rculist.c", "rcu-list", {3: "READER_NUM=2 UPDATER_NUM=1", 4: "READER_NUM=2 UPDATER_NUM=2"}, " -D TRACE_LOOP=1"),
    *sized("rcu-list", SYS, [], "sys_rculist.c", "rcu-list", {4: "READER_NUM=3 UPDATER_NUM=1"}, " -D TRACE_LOOP=1"),
    *sized("rcu-list", SYS, ["rcu-list/test.c"], "", "rcu-list", {3: "READER_NUM=2 UPDATER_NUM=1 TRACE_LOOP=1"}),
    *sized("hashmap", SYS, ["hashmap/hashmap.c", "hashmap/free_later.c"], "sys_hashmap.c", "hashmap", workers(3, 4)),
    *own_size("hashmap", 32, SYS, ["hashmap/free_later.c", "hashmap/hashmap.c", "hashmap/test-hashmap.c"], "-I %/hashmap"),
    *sized("mpmc", SYS, [], "sys_mpmc.c", "mpmc", workers(3, 4)),
    *own_size("mpmc", 8, SYS, ["mpmc/mpmc.c"], '--args ""'),
    *with_arguments("pfscan", SCT, [EXAMPLES + "pfscan.comb.c"], {3: "-n3 x .", 4: "-n4 x ."}),
    *own_size("ctrace", 2, SCT, [EXAMPLES + "ctrace-test.c"], '--args "1 1"'),
    *with_arguments("qsort_mt", SCT, ["inspect_benchmarks/qsort_mt.c"], {3: "-h 3 -n 3 -f 2", 4: "-h 4 -n 3 -f 2"}),
    *own_size("thread-pool.example", 3, SCT, [EXAMPLES + "thread-pool.example.c"]),
    *own_size("philosophers", 5, SCT, [EXAMPLES + "Dining5.c"]),
    *own_size("carter01", 4, SCT, [EXAMPLES + "carter01.c"]),
    *own_size("account", 3, SCT, [SOFTWARE + "account_bad.c"]),
    *own_size("queue", 2, SCT, [SOFTWARE + "queue_bad.c"]),
    *own_size("stack", 2, SCT, [SOFTWARE + "stack_bad.c"]),
    *own_size("token_ring", 4, SCT, [SOFTWARE + "token_ring_bad.c"]),
]


def commit_of(folder):
    for candidate in (folder, *folder.parents):
        note = candidate / "COMMIT"
        if note.is_file():
            return note.read_text().strip()[:10]
    done = subprocess.run(["git", "-C", str(folder), "rev-parse", "--short=10", "HEAD"], capture_output=True, text=True)
    return done.stdout.strip() if done.returncode == 0 else "?"


def shell(text, folder):
    return [word.replace("%", str(folder)) for word in shlex.split(text)]


SHORT = {"unreach-call": "assert", "no-data-race": "race", "no-deadlock": "deadlock"}


class Run:
    """One run of heddle check: its result, and the processor seconds of all of its processes."""
    def __init__(self, arguments, saved, asked):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        done = subprocess.run([*arguments.heddle.split(), "check", "--format", "json", "--time-limit", arguments.time_limit, "-o", str(saved), *asked,
                               "--", "-Wno-everything"], capture_output=True, text=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        self.processor = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        self.refused = done.stderr.strip().splitlines()[0][-110:] if done.returncode > 2 else ""
        self.result = None if self.refused else json.loads(done.stdout)


def replayed(arguments, saved):
    again = subprocess.run([*arguments.heddle.split(), "replay", "--format", "json", str(saved)], capture_output=True, text=True)
    return "yes" if again.returncode == 0 else "no"


def found(result):
    places = lambda v: ", ".join(f"{os.path.basename(l['file'])}:{l['line']}" for l in v["locations"][:2])
    return {f"{v['message']} ({places(v)})" for v in result["violations"] + result["undefined_behaviour"]}


def check(program, arguments):
    """All three properties with --all; where something was found, those that stay open once more, each alone."""
    folder = arguments.sources / program.repository
    files = [folder / s for s in program.sources]
    flags = shell(program.flags, folder)
    needed = files or [pathlib.Path(f) for f in flags if f.startswith(str(folder))]
    if not all(f.exists() for f in needed):
        return None
    if program.driver:
        files.insert(0, HERE / "drivers" / program.driver)
    row = {"name": program.name, "row": program.row, "threads": program.threads, "fixed": program.fixed, "repository": program.repository.split("/")[0],
           "commit": commit_of(folder), "verdicts": {}, "seconds": 0, "processor": 0, "alone": [], "found": "", "replayed": ""}
    seen, reasons = set(), []
    with tempfile.TemporaryDirectory() as directory:
        saved = pathlib.Path(directory, "result.json")
        for asked in [None, *SHORT]:
            if asked and (not seen or row["verdicts"].get(asked, "unknown") != "unknown"):
                continue
            run = Run(arguments, saved, [*(["--property", asked] if asked else ["--all"]), *flags, *map(str, files)])
            if run.refused:
                row["found"] = "refused: " + run.refused
                return row
            row["verdicts"].update({p: v for p, v in run.result["properties"].items() if p in SHORT})
            row["seconds"] += run.result["stats"]["seconds"]
            row["processor"] += run.processor
            seen |= found(run.result)
            if asked and run.result["verdict"] != "unknown":
                row["alone"].append(asked)
            if "unknown" in run.result["properties"].values():
                reasons.append(run.result["reason"] or "")
            if arguments.replay and run.result["violations"]:
                row["replayed"] = "no" if row["replayed"] == "no" else replayed(arguments, saved)
    row["found"] = "; ".join(sorted(seen) + ([] if decided(row) else reasons[-1:]))
    return row


def decided(row):
    return len(row["verdicts"]) == len(SHORT) and "unknown" not in row["verdicts"].values()


def print_row(row, sources):
    said = ", ".join(f"{SHORT[p]} {v}" + (" (alone)" if p in row["alone"] else "") for p, v in row["verdicts"].items())
    text = row["found"].replace(str(sources) + "/", "").replace("|", "\\|").replace("\n", " ")[:400]
    print(f"| {row['row']} | {row['threads']} | {row['repository']} {row['commit']} | {said} | {row['seconds']:.1f} | {row['processor']:.1f} "
          f"| {text} | {row['replayed']} |", flush=True)


def sum_up(rows):
    """A program that is made for fewer threads than `size` counts at its own size; with more of them than that it counts as well."""
    names = list(dict.fromkeys(r["name"] for r in rows))
    said = []
    for size in (3, 4):
        whole = {r["name"] for r in rows if decided(r) and r["threads"] >= size}
        smaller = {r["name"] for r in rows if decided(r) and r["fixed"]} - whole
        said.append(f"with {size} threads {len(whole) + len(smaller)}" + (f" ({len(smaller)} of them are made for fewer)" if smaller else ""))
    print(f"\nOf {len(names)} programs are decided on all three properties: {', '.join(said)}.")
    open_rows = [r["row"] for r in rows if not decided(r)]
    print("Open: " + ("; ".join(open_rows) or "nothing") + ".")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sources", type=pathlib.Path, required=True)
    parser.add_argument("--heddle", default=os.environ.get("HEDDLE", str(ROOT / "heddle")))
    parser.add_argument("--time-limit", default="60s")
    parser.add_argument("--replay", action="store_true")
    parser.add_argument("--rows", type=pathlib.Path, help="keep the rows in this file; what it has is not run again")
    parser.add_argument("names", nargs="*")
    arguments = parser.parse_args()
    arguments.sources = arguments.sources.resolve()
    kept = [json.loads(line) for line in arguments.rows.read_text().splitlines()] if arguments.rows and arguments.rows.exists() else []
    rows, missing = [], []
    print("| program | threads | repository, commit | verdicts | seconds | processor seconds | what was found, or why unknown | replayed |")
    print("|---|---|---|---|---|---|---|---|")
    for program in PROGRAMS:
        if arguments.names and not any(n in program.row for n in arguments.names):
            continue
        row = next((k for k in kept if k["row"] == program.row and k["threads"] == program.threads), None)
        if row is None:
            row = check(program, arguments)
            if row is None:
                missing.append(program.row)
                continue
            if arguments.rows:
                with arguments.rows.open("a") as out:
                    out.write(json.dumps(row) + "\n")
        print_row(row, arguments.sources)
        rows.append(row)
    sum_up(rows)
    if missing:
        print("left out, no sources: " + ", ".join(missing), file=sys.stderr)


if __name__ == "__main__":
    main()
