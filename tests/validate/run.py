#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""heddle check --validate: witnesses of violations are confirmed, refuted, or neither.
Usage: run.py [part of a name]; HEDDLE names the tool."""
import os
import pathlib
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import suite

ROOT = pathlib.Path(__file__).resolve().parents[2]
HEDDLE = os.environ.get("HEDDLE", str(ROOT / "heddle"))
PROGRAM = """#include <pthread.h>
extern void reach_error(void);
int n, m;
void *work(void *unused) {
  n++;
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  n++;
  pthread_join(t, 0);
  if (n == 1) reach_error();
  if (n == 3) reach_error();
  return 0;
}
"""
SAFE = PROGRAM.replace("  n++;\n  return", "  m++;\n  return").replace("  if (n == 1) reach_error();", "")
YAML = """- entry_type: "violation_sequence"
  metadata:
    format_version: "2.0"
    uuid: "91023a0f-9f45-4385-88c4-1152ade45537"
    creation_time: "2026-01-01T12:00:00Z"
    producer: {name: "Other", version: "1"}
    task:
      input_files: ["./program.c"]
      input_file_hashes: {"./program.c": "0000000000000000000000000000000000000000000000000000000000000000"}
      specification: "G ! call(reach_error())"
      data_model: "LP64"
      language: "C"
  content:
  - segment:
    - waypoint:
        type: "assumption"
        action: "follow"
        location: {file_name: "./program.c", line: 11, column: 3, function: "main"}
        constraint: {value: "n == 0", format: "c_expression"}
  - segment:
    - waypoint:
        type: "target"
        action: "follow"
        location: {file_name: "./program.c", line: LINE, column: 3, function: "main"}
"""
GRAPHML = """<?xml version="1.0" encoding="UTF-8"?>
<graphml xmlns="http://graphml.graphdrawing.org/xmlns"><key id="x"/>
 <graph edgedefault="directed"><!-- a < b -->
  <data key="witness-type">violation_witness</data><data key="producer">Other &amp; sons</data>
  <data key="specification">CHECK( init(main()), LTL(G ! call(reach_error())) )</data>
  <node id="A0"><data key="entry">true</data></node><node id="A1"/><node id="A2"><data key="violation">true</data></node><node id="sink"/>
  <edge source="A0" target="sink"><data key="startline">5</data></edge>
  <edge source="A0" target="A1"><data key="startline">11</data><data key="threadId">0</data></edge>
  <edge source="A1" target="A2"><data key="startline">LINE</data><data key="assumption">n == 1;</data></edge>
 </graph>
</graphml>
"""


def validate(directory, witness, source=PROGRAM, name="other.yml"):
    (directory / "program.c").write_text(source)
    (directory / name).write_text(witness)
    return subprocess.run([HEDDLE, "check", "-q", "--validate", name, "program.c"], cwd=directory, capture_output=True, text=True, timeout=60)


def expect(run, code, *words):
    if run.returncode != code or any(w not in run.stdout + run.stderr for w in words):
        yield f"{' '.join(run.args[1:])}: exit code {run.returncode}, wanted {code} and {words}:\n{run.stdout}{run.stderr}"


def other_tools(directory):
    for text, name in ((YAML, "other.yml"), (GRAPHML, "other.graphml")):
        yield from expect(validate(directory, text.replace("LINE", "13"), name=name), 1, "witness of Other", " confirmed",
                          "passes 1 of its 1 waypoints", "1 condition of the witness")
        yield from expect(validate(directory, text.replace("LINE", "14"), name=name), 2, "neither confirmed nor refuted", "not where the witness says")
        yield from expect(validate(directory, text.replace("LINE", "13"), SAFE, name=name), 0, "refuted: the property is proven")
    yield from expect(validate(directory, YAML.replace("LINE", "13")), 1, "was written for another version of the program")
    unknown = PROGRAM.replace("if (n == 1)", "elsewhere(); if (n == 7)")
    yield from expect(validate(directory, YAML.replace("LINE", "13"), unknown), 2, "no violation was found, and no proof")


def our_own(directory):
    for prop in ("unreach-call", "no-data-race"):
        (directory / "program.c").write_text(PROGRAM)
        subprocess.run([HEDDLE, "check", "-q", "--property", prop, "-o", "result.json", "program.c"], cwd=directory, capture_output=True, timeout=60)
        texts = {form: subprocess.run([HEDDLE, "report", "--witness", form, "result.json"], cwd=directory, capture_output=True, text=True, timeout=60)
                 for form in ("yaml", "graphml")}
        for form, made in texts.items():
            yield from expect(validate(directory, made.stdout, name="own." + form), 1, " confirmed")
            yield from expect(validate(directory, made.stdout, SAFE, name="own." + form), 0, " refuted")


def wrong_ones(directory):
    for text, name, *words in (
            ("", "a.yml", "no entry of type violation_sequence"), ("- [", "a.yml", "not valid YAML"), ("<graphml>", "a.graphml", "not valid XML"),
            ("<graphml></graphml>", "a.graphml", "no <graph>"), (GRAPHML.replace("violation_witness", "correctness_witness"), "a.graphml", "correctness_witness"),
            (YAML.replace("LINE", "x"), "a.yml", "no line"), (YAML.replace("LINE", "13").replace("G ! call(reach_error())", "G ! overflow"), "a.yml", "cannot check the property"),
            (YAML.replace("2.0", "3.0"), "a.yml", "format_version"), (YAML.replace("violation_sequence", "invariant_set"), "a.yml", "neither an invariant nor a contract")):
        yield from expect(validate(directory, text, name=name), 3, *words)
    run = subprocess.run([HEDDLE, "check", "--validate", "none.yml", "program.c"], cwd=directory, capture_output=True, text=True, timeout=60)
    yield from expect(run, 3, "none.yml", "no such witness")


TESTS = [other_tools, our_own, wrong_ones]

if __name__ == "__main__":
    sys.exit(suite.run(TESTS))
