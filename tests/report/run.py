#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Validates the JSON of real runs: run.py HEDDLE FILE.c... checks every file and holds the output to
docs/result.schema.json and to the rules between fields that a schema cannot say. Uses nothing but the standard library."""
import json
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
SCHEMA = json.loads((ROOT / "docs" / "result.schema.json").read_text())
TYPES = {
    "object": lambda v: isinstance(v, dict),
    "array": lambda v: isinstance(v, list),
    "string": lambda v: isinstance(v, str),
    "boolean": lambda v: isinstance(v, bool),
    "integer": lambda v: isinstance(v, int) and not isinstance(v, bool),
    "number": lambda v: isinstance(v, (int, float)) and not isinstance(v, bool),
    "null": lambda v: v is None,
}
KNOWN_WORDS = {"$schema", "$defs", "$ref", "title", "type", "enum", "minimum", "required", "properties", "additionalProperties", "items"}


def check_schema(value, schema, path):
    """Yields a sentence for everything in `value` that `schema` does not allow."""
    unknown = set(schema) - KNOWN_WORDS
    assert not unknown, f"the validator does not know {unknown}"
    if "$ref" in schema:
        yield from check_schema(value, SCHEMA["$defs"][schema["$ref"].rsplit("/", 1)[1]], path)
        return
    if "enum" in schema and value not in schema["enum"]:
        yield f"{path} is {value!r}, not one of {schema['enum']}"
    types = schema.get("type", [])
    types = [types] if isinstance(types, str) else types
    if types and not any(TYPES[t](value) for t in types):
        yield f"{path} is {value!r}, not {' or '.join(types)}"
        return
    if "minimum" in schema and value is not None and value < schema["minimum"]:
        yield f"{path} is {value}, less than {schema['minimum']}"
    if isinstance(value, list) and "items" in schema:
        for i, item in enumerate(value):
            yield from check_schema(item, schema["items"], f"{path}[{i}]")
    if isinstance(value, dict):
        for key in schema.get("required", []):
            if key not in value:
                yield f"{path} lacks {key}"
        for key, item in value.items():
            inner = schema.get("properties", {}).get(key, schema.get("additionalProperties"))
            if inner is not None:
                yield from check_schema(item, inner, f"{path}.{key}")


def check_rules(result, exit_code):
    """Yields what is wrong between the fields."""
    verdicts = list(result["properties"].values())
    expected = "false" if "false" in verdicts else "true" if verdicts and set(verdicts) == {"true"} else "unknown"
    if result["verdict"] != expected:
        yield f"verdict is {result['verdict']}, but the properties give {expected}"
    if exit_code != {"true": 0, "false": 1, "unknown": 2}[result["verdict"]]:
        yield f"exit code {exit_code} for verdict {result['verdict']}"
    if sorted(result["property"].split(",")) != sorted(result["properties"]):
        yield "property and properties name different properties"
    if (result["verdict"] == "unknown") != (result["reason"] is not None):
        yield f"verdict {result['verdict']} with reason {result['reason']!r}"
    violated = {v["property"] for v in result["violations"]}
    if violated != {p for p, v in result["properties"].items() if v == "false"}:
        yield f"violations of {violated} do not fit the properties"
    if len(result["input"]["files"]) != len(result["input"]["sha256"]):
        yield "not one hash per file"
    for key in ("violations", "undefined_behaviour"):
        for i, v in enumerate(result.get(key, [])):
            yield from check_violation(v, f"{key}[{i}]")


def check_violation(v, path):
    threads = {t["id"] for t in v["trace"]["threads"]}
    steps = v["trace"]["steps"]
    if 0 not in threads:
        yield f"{path}: no main thread"
    if not steps:
        yield f"{path}: empty trace"
    if not v["locations"]:
        yield f"{path}: no location"
    if v["kind"] == "data-race" and len(v["locations"]) != 2:
        yield f"{path}: a race has two locations"
    for s in steps + v["locations"]:
        if s["thread"] not in threads:
            yield f"{path}: thread {s['thread']} is not listed"
    lasso = v["trace"]["lasso_start"]
    if (v["property"] == "termination") != (lasso is not None):
        yield f"{path}: lasso_start {lasso} for {v['property']}"
    if lasso is not None and lasso >= len(steps):
        yield f"{path}: lasso_start {lasso} with {len(steps)} steps"


def problems_of(heddle, source):
    run = subprocess.run([heddle, "check", "--format", "json", "--time-limit", "20s", source], capture_output=True, timeout=120)
    if run.returncode in (3, 4):
        return [f"exit code {run.returncode}: {run.stderr.decode(errors='replace').strip()}"]
    try:
        result = json.loads(run.stdout.decode("utf-8"))
    except ValueError as e:
        return [f"standard output is not one JSON object: {e}"]
    schema_problems = list(check_schema(result, SCHEMA, "result"))
    return schema_problems or list(check_rules(result, run.returncode))


def main():
    if len(sys.argv) < 3:
        print(__doc__, file=sys.stderr)
        return 3
    failed = 0
    for source in sys.argv[2:]:
        problems = problems_of(sys.argv[1], source)
        failed += bool(problems)
        for p in problems:
            print(f"{source}: {p}")
    print(f"{len(sys.argv) - 2 - failed} of {len(sys.argv) - 2} files give a valid result")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
