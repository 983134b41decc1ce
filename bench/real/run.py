#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Public programs, as their authors left them, with drivers of ours where a library has no main of its own.

Nothing is fetched: the sources lie in a directory, one folder for each repository, named like the repository
(DIR/C-Thread-Pool, DIR/threadpool, ...). A program whose sources are not there is left out, and said so.

Usage: run.py --sources DIR [--heddle COMMAND] [--time-limit 60s] [--replay] [part of a name]...
Prints the rows of the table in docs/real-programs.md."""
import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile

os.environ["HEDDLE_CACHE"] = "off"  # a cached answer measures nothing

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
SYS = "concurrent-programs"
SCT = "sctbench/benchmarks"


class Program:
    """name, repository, sources in it, driver of ours, flags for heddle check; `%` is the folder of the sources."""
    def __init__(self, name, repository, sources, driver="", flags=""):
        self.name, self.repository, self.sources, self.driver, self.flags = name, repository, sources, driver, flags


def sized(name, repository, sources, driver, includes, sizes, more=""):
    return [Program(", ".join([name, *size.split()]), repository, sources, driver,
                    f"-I %/{includes} " + " ".join("-D " + s for s in size.split()) + more) for size in sizes]


SMALL = ["THREADS=2 JOBS=2", "THREADS=3 JOBS=3"]
FOUR = [*SMALL, "THREADS=4 JOBS=4"]
LARGER = [*FOUR, "THREADS=5 JOBS=5"]
PROGRAMS = [
    *sized("C-Thread-Pool", "C-Thread-Pool", ["thpool.c"], "thpool.c", "", SMALL),
    *sized("threadpool", "threadpool", ["src/threadpool.c"], "threadpool.c", "src", LARGER),
    *sized("chan, buffered", "chan", ["src/chan.c", "src/queue.c"], "chan.c", "src", ["THREADS=2 CAPACITY=1", "THREADS=3 CAPACITY=1", "THREADS=4 CAPACITY=1"]),
    *sized("chan, unbuffered", "chan", ["src/chan.c", "src/queue.c"], "chan.c", "src", ["THREADS=2 CAPACITY=0", "THREADS=3 CAPACITY=0"]),
    *sized("zstd pool", "zstd", ["lib/common/pool.c", "lib/common/threading.c", "lib/common/zstd_common.c"], "zstd_pool.c", "lib/common", LARGER,
           " -D ZSTD_MULTITHREAD"),
    *sized("K12 pool", "K12", ["lib/KT-threadpool-pthread.c"], "k12_pool.c", "lib", FOUR, " -D KT_ENABLE_THREADING"),
    *sized("klib kt_for", "klib", ["kthread.c"], "kthread_for.c", "", FOUR),
    *sized("klib kt_forpool", "klib", ["kthread.c"], "kthread_pool.c", "", ["THREADS=2 JOBS=2"]),
    *sized("lfqueue", "lfqueue", ["lfq.c"], "lfqueue.c", "", ["THREADS=1", "THREADS=2", "THREADS=3", "THREADS=4"]),
    *sized("tpool", SYS, [], "sys_tpool.c", "tpool", ["THREADS=1 JOBS=1", "THREADS=2 JOBS=2"]),
    *sized("channel on futexes", SYS, [], "sys_channel.c", "channel", ["THREADS=1 CAPACITY=1", "THREADS=2 CAPACITY=1", "THREADS=1 CAPACITY=0"]),
    *sized("spmc", SYS, [], "sys_spmc.c", "spmc", ["THREADS=1", "THREADS=2", "THREADS=3"]),
    *sized("ringbuffer", SYS, [], "sys_ringbuffer.c", "ringbuffer", [""]),
    *sized("refcnt", SYS, [], "sys_refcnt.c", "refcnt", ["THREADS=2", "THREADS=3", "THREADS=4"]),
    Program("mcslock", SYS, ["mcslock/mcslock.c", "mcslock/tests.c"], flags="-I %/mcslock"),
    Program("seqlock", SYS, ["seqlock/seqlock.c", "seqlock/tests.c"], flags="-I %/seqlock"),
    Program("lf-queue, 1 producer, 1 consumer", SYS, ["lf-queue/lfq.c", "lf-queue/test.c"], flags="-I %/lf-queue -D MAX_PRODUCER=1 -D MAX_CONSUMER=1"),
    Program("thread-rcu, 2 readers", SYS, ["thread-rcu/main.c"], flags="-I %/thread-rcu -D N_READERS=2 -D N_UPDATE_RUN=1"),
    Program("rcu-list, 1 reader, 1 updater", SYS, ["rcu-list/test.c"], flags="-I %/rcu-list -D READER_NUM=1 -D UPDATER_NUM=1 -D TRACE_LOOP=1"),
    Program("hashmap", SYS, ["hashmap/free_later.c", "hashmap/hashmap.c", "hashmap/test-hashmap.c"], flags="-I %/hashmap"),
    Program("mpmc", SYS, ["mpmc/mpmc.c"], flags='--args ""'),
    Program("pfscan", SCT, ["inspect_examples/pfscan.comb.c"], flags='--args "-n2 x ."'),
    Program("ctrace", SCT, ["inspect_examples/ctrace-test.c"], flags='--args "1 1"'),
    Program("qsort_mt", SCT, ["inspect_benchmarks/qsort_mt.c"], flags='--args "-n 3 -f 2"'),
    Program("thread-pool.example", SCT, ["inspect_examples/thread-pool.example.c"]),
    Program("philosophers, 5", SCT, ["inspect_examples/Dining5.c"]),
    Program("carter01", SCT, ["inspect_examples/carter01.c"]),
    Program("account", SCT, ["concurrent-software-benchmarks/account_bad.c"]),
    Program("queue", SCT, ["concurrent-software-benchmarks/queue_bad.c"]),
    Program("stack", SCT, ["concurrent-software-benchmarks/stack_bad.c"]),
    Program("token_ring", SCT, ["concurrent-software-benchmarks/token_ring_bad.c"]),
]


def commit_of(folder):
    for candidate in (folder, *folder.parents):
        note = candidate / "COMMIT"
        if note.is_file():
            return note.read_text().strip()[:10]
    done = subprocess.run(["git", "-C", str(folder), "rev-parse", "--short=10", "HEAD"], capture_output=True, text=True)
    return done.stdout.strip() if done.returncode == 0 else "?"


def shell(text, folder):
    import shlex
    return [word.replace("%", str(folder)) for word in shlex.split(text)]


def run(program, arguments):
    folder = arguments.sources / program.repository
    files = [folder / s for s in program.sources]
    flags = shell(program.flags, folder)
    needed = files or [pathlib.Path(f) for f in flags if f.startswith(str(folder))]
    if not all(f.exists() for f in needed):
        return None
    if program.driver:
        files.insert(0, HERE / "drivers" / program.driver)
    with tempfile.TemporaryDirectory() as directory:
        saved = pathlib.Path(directory, "result.json")
        done = subprocess.run([*arguments.heddle.split(), "check", "--format", "json", "--time-limit", arguments.time_limit, "-o", str(saved), *flags,
                               *map(str, files), "--", "-Wno-everything"], capture_output=True, text=True)
        if done.returncode > 2:
            return {"verdicts": "refused: " + done.stderr.strip().splitlines()[0][-110:], "seconds": "", "found": "", "replayed": "", "commit": commit_of(folder)}
        result = json.loads(done.stdout)
        short = {"unreach-call": "assert", "no-data-race": "race", "no-deadlock": "deadlock"}
        verdicts = ", ".join(f"{short.get(p, p)} {v}" for p, v in result["properties"].items())
        found = "; ".join(sorted({v["message"] + " (" + ", ".join(f"{os.path.basename(l['file'])}:{l['line']}" for l in v["locations"][:2]) + ")"
                                  for v in result["violations"] + result["undefined_behaviour"]})) or (result["reason"] or "")
        replayed = ""
        if arguments.replay and result["violations"]:
            again = subprocess.run([*arguments.heddle.split(), "replay", "--format", "json", str(saved)], capture_output=True, text=True)
            replayed = "yes" if again.returncode == 0 else "no"
        return {"verdicts": verdicts, "seconds": f"{result['stats']['seconds']:.1f}", "found": found, "replayed": replayed, "commit": commit_of(folder)}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sources", type=pathlib.Path, required=True)
    parser.add_argument("--heddle", default=os.environ.get("HEDDLE", str(ROOT / "heddle")))
    parser.add_argument("--time-limit", default="60s")
    parser.add_argument("--replay", action="store_true")
    parser.add_argument("names", nargs="*")
    arguments = parser.parse_args()
    arguments.sources = arguments.sources.resolve()
    print("| program | repository, commit | verdicts | seconds | what was found, or why unknown | replayed |\n|---|---|---|---|---|---|")
    missing = []
    for program in PROGRAMS:
        if arguments.names and not any(n in program.name for n in arguments.names):
            continue
        row = run(program, arguments)
        if row is None:
            missing.append(program.name)
            continue
        found = row["found"].replace(str(arguments.sources) + "/", "").replace("|", "\\|").replace("\n", " ")[:260]
        print(f"| {program.name} | {program.repository.split('/')[0]} {row['commit']} | {row['verdicts']} | {row['seconds']} | {found} | {row['replayed']} |", flush=True)
    if missing:
        print("left out, no sources: " + ", ".join(missing), file=sys.stderr)


if __name__ == "__main__":
    main()
