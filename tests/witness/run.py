#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Witnesses of real runs: YAML against witness.schema.json, GraphML against the keys and rules of format 1.0, and both against the
trace: a witness must leave in the execution that it comes from, so its steps are steps of the trace, in their order.
Usage: run.py [part of a name]; HEDDLE names the tool."""
import hashlib
import json
import os
import pathlib
import subprocess
import sys
import xml.etree.ElementTree

import jsonschema
import yaml

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import suite

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
HEDDLE = os.environ.get("HEDDLE", str(ROOT / "heddle"))
SCHEMA = jsonschema.Draft7Validator(json.loads((HERE / "witness.schema.json").read_text()))
# key -> where it belongs; those of graphs are required
KEYS = {"witness-type": "graph", "sourcecodelang": "graph", "producer": "graph", "specification": "graph", "programfile": "graph",
        "programhash": "graph", "architecture": "graph", "creationtime": "graph", "witness-format-version": "graph",
        "entry": "node", "sink": "node", "violation": "node", "assumption": "edge", "assumption.scope": "edge",
        "assumption.resultfunction": "edge", "control": "edge", "startline": "edge", "endline": "edge", "startoffset": "edge",
        "endoffset": "edge", "enterLoopHead": "edge", "enterFunction": "edge", "returnFromFunction": "edge", "threadId": "edge",
        "createThread": "edge"}
NAMESPACE = "{http://graphml.graphdrawing.org/xmlns}"
INPUT = """#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}
int x;
void *write(void *unused) {
  int wish = __VERIFIER_nondet_int();
  x = wish;
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, write, 0);
  pthread_join(t, 0);
  if (x == 7)
    reach_error();
  return 0;
}
"""
# Calls, loops and several statements on a line: nothing of that can be told by the beginning of a statement.
TRICKY = """#include <assert.h>
#include <pthread.h>
int x, y;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int next(void) { int old = x; x = old + 1; return old; }
void *work(void *unused) {
  for (int i = 0; i < 2; i++) { pthread_mutex_lock(&m); y = next() + x; pthread_mutex_unlock(&m); }
  while (x < 1) { }
  y += next();
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m);
  pthread_join(t, 0);
  assert(x != 4);
  return 0;
}
"""


def heddle(*args, cwd=ROOT):
    return subprocess.run([HEDDLE, *map(str, args)], cwd=cwd, capture_output=True, text=True, timeout=120)


def witnesses(directory, *args, cwd=ROOT, violation=None):
    """The violation, and its witness in both formats."""
    result = directory / "result.json"
    run = heddle("check", "-q", "-o", result, *args, cwd=cwd)
    if run.returncode != 1:
        raise ValueError(f"exit code {run.returncode}: {run.stdout}{run.stderr}")
    texts = []
    for name in ("w.yml", "w.graphml"):
        run = heddle("report", result, "-o", directory / name, *(["--violation", violation] if violation else []))
        if run.returncode:
            raise ValueError(run.stderr)
        texts.append((directory / name).read_text())
    result = json.loads(result.read_text())
    return result, result["violations"][(violation or 1) - 1], yaml.safe_load(texts[0]), xml.etree.ElementTree.fromstring(texts[1])


def subsequence(wanted, steps):
    """Is each (thread, line, function) of `wanted` a step, in this order?"""
    rest = iter(steps)
    return next((w for w in wanted if not any(w == s for s in rest)), None)


def check_yaml(result, violation, witness, cwd):
    yield from (f"{'/'.join(map(str, e.path))}: {e.message[:200]}" for e in SCHEMA.iter_errors(witness))
    task, content = witness[0]["metadata"]["task"], witness[0]["content"]
    for name, digest in task["input_file_hashes"].items():
        if hashlib.sha256((cwd / name).read_bytes()).hexdigest() != digest:
            yield f"the hash of {name} is another one"
    if sorted(task["input_file_hashes"]) != sorted(task["input_files"]):
        yield "not every file has a hash"
    segments = [[w["waypoint"] for w in c["segment"]] for c in content]
    threads = 1
    for waypoint in (w for s in segments for w in s):
        if waypoint["thread_id"] >= threads:
            yield f"thread {waypoint['thread_id']} is used before it was created"
        threads += waypoint["type"] == "function_enter"
    for segment in segments[:-1]:
        if len(segment) != 1 or segment[0]["type"] == "target":
            yield f"a segment that is not the last: {segment}"
    targets = segments[-1]
    if any(t["type"] != "target" for t in targets) or len(targets) != (2 if violation["property"] == "no-data-race" else 1):
        yield f"the last segment is {targets}"
    if sorted((t["thread_id"], t["location"]["line"]) for t in targets) != sorted((l["thread"], l["line"]) for l in violation["locations"])[:len(targets)]:
        yield f"the targets are {targets}"
    wanted = [(w["thread_id"], w["location"]["line"], w["location"]["function"]) for s in segments[:-1] for w in s]
    steps = [(s["thread"], s["line"], s["function"]) for s in violation["trace"]["steps"]]
    if (missing := subsequence(wanted, steps)) is not None:
        yield f"{missing} is no step of the trace at this point"


def data_of(element):
    return {d.get("key"): d.text for d in element.findall(NAMESPACE + "data")}


def check_graphml(result, violation, root):
    declared = {k.get("id"): k.get("for") for k in root.findall(NAMESPACE + "key")}
    if declared != {k: KEYS.get(k) for k in declared}:
        yield f"keys that are not of the format: {declared}"
    graph = root.find(NAMESPACE + "graph")
    about = data_of(graph)
    if missing := [k for k, where in KEYS.items() if where == "graph" and k not in about]:
        yield f"the graph has no {missing}"
    if about["witness-type"] != "violation_witness" or about["architecture"] not in ("32bit", "64bit"):
        yield f"the graph is {about}"
    nodes = {n.get("id"): data_of(n) for n in graph.findall(NAMESPACE + "node")}
    edges = {e.get("source"): (e.get("target"), data_of(e)) for e in graph.findall(NAMESPACE + "edge")}
    for element in graph:
        for key in data_of(element) if element.tag != NAMESPACE + "data" else ():
            if declared.get(key) != element.tag.removeprefix(NAMESPACE):
                yield f"{key} at a {element.tag}"
    entries = [n for n, d in nodes.items() if d.get("entry") == "true"]
    if len(entries) != 1 or sum(d.get("violation") == "true" for d in nodes.values()) != 1:
        yield f"entries: {entries}"
        return
    at, alive, path = entries[0], set(), []
    while at in edges:
        at, data = edges[at]
        if "createThread" in data:
            if data["createThread"] in alive:
                yield f"thread {data['createThread']} is created twice"
            alive.add(data["createThread"])
        if data["threadId"] not in alive:
            yield f"thread {data['threadId']} is used before it was created"
        if "\\result" in data.get("assumption", "") and "assumption.resultfunction" not in data:
            yield f"whose result is meant? {data}"
        if "startline" in data:
            path.append((int(data["threadId"]), int(data["startline"])))
    if nodes[at].get("violation") != "true" or len(edges) != len(nodes) - 1:
        yield f"the path ends at {at}"
    steps = [(s["thread"], s["line"]) for s in violation["trace"]["steps"]]
    targets = 2 if violation["property"] == "no-data-race" else 1
    if (missing := subsequence(path[:-targets], steps)) is not None:
        yield f"{missing} is no step of the trace at this point"
    if path[-1][1] not in [l["line"] for l in violation["locations"]]:
        yield f"the path ends at line {path[-1]}"


def of_program(name, args, violation=None, source=None):
    def test(directory):
        cwd = ROOT
        if source:
            (directory / "program.c").write_text(source)
            cwd = directory
        result, told, witness, graph = witnesses(directory, *args, cwd=cwd, violation=violation)
        yield from check_yaml(result, told, witness, cwd)
        yield from check_graphml(result, told, graph)
    test.__name__ = "witness_of_" + name
    return test


def an_input_is_a_result(directory):
    (directory / "program.c").write_text(INPUT)
    _, _, witness, graph = witnesses(directory, "--property", "unreach-call", "program.c", cwd=directory)
    points = [s["segment"][0]["waypoint"] for s in witness[0]["content"]]
    if not any(p["type"] == "function_return" and p["constraint"]["value"] == "\\result == 7" and p["location"]["line"] == 6 and p["thread_id"] == 1 for p in points):
        yield f"{points}"
    if not any(data_of(e).get("assumption") == "\\result == 7" and data_of(e).get("assumption.resultfunction") == "__VERIFIER_nondet_int"
               for e in graph.iter(NAMESPACE + "edge")):
        yield "GraphML does not have it"


def a_read_is_an_assumption(directory):
    _, _, witness, _ = witnesses(directory, "examples/bank.c", violation=1)
    values = [(s["segment"][0]["waypoint"]["thread_id"], s["segment"][0]["waypoint"]["constraint"]["value"]) for s in witness[0]["content"]
              if s["segment"][0]["waypoint"]["type"] == "assumption" and s["segment"][0]["waypoint"]["location"]["line"] == 13]
    if values != [(1, "balance == 100"), (2, "balance == 100")]:
        yield f"{values}"


def check_writes_one(directory):
    for name in ("w.graphml", "w.yml"):
        run = heddle("check", "-q", "--property", "no-data-race", "--witness", directory / name, "examples/bank.c")
        if run.returncode != 1 or "data-race" not in (directory / name).read_text():
            yield f"{name}: exit code {run.returncode}: {run.stderr}"
    run = heddle("check", "-q", "--witness", directory / "none.graphml", "tests/report/all_proven.c")
    if run.returncode != 0 or (directory / "none.graphml").exists() or "not written: there is no violation; a witness of correctness is written as yaml" not in run.stderr:
        yield f"of a proof: exit code {run.returncode}: {run.stderr}"
    run = heddle("check", "-q", "--property", "no-deadlock", "--witness", directory / "none.yml", "examples/philosophers.c")
    if run.returncode != 1 or (directory / "none.yml").exists() or "none.yml: not written: no violation of the result has a witness" not in run.stderr:
        yield f"of a deadlock: exit code {run.returncode}: {run.stderr}"


def what_has_no_format_is_refused(directory):
    heddle("check", "-q", "-o", directory / "result.json", "examples/philosophers.c")
    for args, says in ((["--witness", "yaml"], "no violation of the result has a witness"), (["--witness", "xml"], "graphml or yaml"),
                       (["--witness", "yaml", "--format", "html"], "contradict")):
        run = heddle("report", directory / "result.json", *args)
        if run.returncode != 3 or says not in run.stderr or run.stdout:
            yield f"{args}: exit code {run.returncode}: {run.stderr}"
    run = heddle("check", "--witness", "w.xml", "examples/bank.c")
    if run.returncode != 3 or ".graphml, .yml" not in run.stderr:
        yield f"w.xml: exit code {run.returncode}: {run.stderr}"


def data_models(directory):
    for flag, words in (("--32", ("ILP32", "32bit")), ("--64", ("LP64", "64bit"))):
        _, _, witness, graph = witnesses(directory, flag, "examples/bank.c")
        found = (witness[0]["metadata"]["task"]["data_model"], data_of(graph.find(NAMESPACE + "graph"))["architecture"])
        if found != words:
            yield f"{flag}: {found}"


TESTS = [of_program("an_assertion", ["examples/bank.c"], 1), of_program("a_race", ["examples/bank.c"], 2),
         of_program("a_call_of_reach_error", ["--property", "unreach-call", "program.c"], source=INPUT),
         of_program("lines_that_are_not_statements", ["--property", "unreach-call", "program.c"], source=TRICKY),
         of_program("a_race_in_such_lines", ["--property", "no-data-race", "program.c"], source=TRICKY),
         of_program("a_memory_error", ["--property", "valid-memsafety", "program.c"],
                    source="int a[3];\nint main(void) {\n  int i = 3;\n  a[i] = 1;\n  return 0;\n}\n"),
         an_input_is_a_result, a_read_is_an_assumption, check_writes_one, what_has_no_format_is_refused, data_models]

if __name__ == "__main__":
    sys.exit(suite.run(TESTS))
