# SPDX-License-Identifier: Apache-2.0
"""Tool-info module of Heddle for BenchExec. To be copied to benchexec/tools/, or named in a benchmark definition."""
import benchexec.result as result
import benchexec.tools.template
from benchexec.tools.sv_benchmarks_util import ILP32, LP64, get_data_model_from_task

# What the last line of the output names, in the words of BenchExec. Memory safety has parts; the headline of the violation says which.
FALSE = {
    "unreach-call": result.RESULT_FALSE_REACH,
    "no-data-race": result.RESULT_FALSE_DATA_RACE,
    "no-deadlock": result.RESULT_FALSE_DEADLOCK,
    "termination": result.RESULT_FALSE_TERMINATION,
    "no-overflow": result.RESULT_FALSE_OVERFLOW,
}


class Tool(benchexec.tools.template.BaseTool2):
    """Heddle: data races, deadlocks, assertions and livelocks of multithreaded C programs."""

    def executable(self, tool_locator):
        return tool_locator.find_executable("heddle")

    def name(self):
        return "Heddle"

    def version(self, executable):
        return self._version_from_tool(executable)

    def cmdline(self, executable, options, task, rlimits):
        command = [executable, "check", "-q", "--no-progress", "--no-cache", *options]
        if task.property_file:
            command += ["--property", task.property_file]
        command += get_data_model_from_task(task, {ILP32: ["--32"], LP64: ["--64"]}) or []
        if rlimits.cputime and "--time-limit" not in options:
            command += ["--time-limit", f"{max(1, int(rlimits.cputime * 0.95))}s"]
        return command + list(task.input_files_or_identifier)

    def determine_result(self, run):
        if run.exit_code.value == 3:
            return result.RESULT_ERROR + " (bad input)"
        if run.exit_code.value == 4:
            return result.RESULT_ERROR + " (internal error)"
        lines = [line.strip() for line in run.output]
        verdict = next((line[len("verdict: "):] for line in reversed(lines) if line.startswith("verdict: ")), None)
        if verdict is None:
            return result.RESULT_ERROR
        if verdict == "true":
            return result.RESULT_TRUE_PROP
        if verdict.startswith("false("):
            name = verdict[len("false("):-1].split(",")[0]
            return self._memory_safety(lines) if name == "valid-memsafety" else FALSE.get(name, result.RESULT_UNKNOWN)
        return result.RESULT_UNKNOWN

    def _memory_safety(self, lines):
        headline = next((line.lower() for line in lines if line.startswith(("✗", "x "))), "")
        if " is freed" in headline:  # what was freed before and is used now is a dereference
            return result.RESULT_FALSE_FREE
        return result.RESULT_FALSE_DEREF
