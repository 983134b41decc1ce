// SPDX-License-Identifier: GPL-3.0-or-later
// Jobs are started by srun, one a question, which ends its job when it is told to, and is told to when the process that
// waits for it goes away. Slurm hands on what a job writes line by line, so each message has an end of line behind it.
#include "driver/nodes.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <new>

#include "analysis/patience.h"
#include "base/check.h"
#include "base/sha256.h"
#include "base/shell_words.h"
#include "driver/messages.h"
#include "options/table.h"
#include "trace/bytes.h"

namespace heddle::driver {

using base::Property;

namespace {

constexpr int kTries = 3;  // of a question whose job is lost
constexpr uint64_t kMib = 2048;
constexpr int kPollMs = 100, kLastWordsMs = 3000;

bool is_installed(const std::string& program) {
  const char* path = std::getenv("PATH");
  for (const std::string& directory : options::split(path ? path : "", ':'))
    if (access((directory + "/" + program).c_str(), X_OK) == 0) return true;
  return false;
}

// The same for all jobs of a run. Asked for in the process of the run, not in those that wait for a node.
std::string name_of_jobs() {
  char host[256] = "";
  gethostname(host, sizeof host - 1);
  return "heddle-check-" + std::string(host) + "-" + std::to_string(getpid());
}

std::vector<std::string> srun(const NodeTask& task, const std::string& name, const options::Options& options) {
  const uint64_t mib = options.memory_limit ? options.memory_limit >> 20 : kMib;
  std::vector<std::string> all = {"srun",
                                  "--quiet",
                                  "--nodes=1",
                                  "--ntasks=1",
                                  "--input=none",
                                  "--cpus-per-task=" + std::to_string(std::max<uint64_t>(1, options.jobs)),
                                  "--mem=" + std::to_string(mib) + "M",
                                  "--job-name=" + name,
                                  "--chdir=" + std::filesystem::current_path().string()};
  if (task.time_ms) all.push_back("--time=" + std::to_string(task.time_ms / 60000 + 2));
  for (const std::string& given : options.slurm_options)
    for (const std::string& w : base::shell_words(given, "--slurm-options")) all.push_back(w);
  all.push_back(std::filesystem::read_symlink("/proc/self/exe").string());
  all.push_back("--engine-worker");
  for (const std::string& w : words(task)) all.push_back(w);
  return all;
}

// A process whose output is read while it runs, and whose complaints are read at its end.
class Job {
 public:
  explicit Job(const std::vector<std::string>& command) : complaints_(std::tmpfile()) {
    int ends[2];
    HEDDLE_CHECK(complaints_ && pipe2(ends, O_CLOEXEC) == 0) << "a pipe can be made: " << std::strerror(errno);
    std::vector<char*> argv;
    for (const std::string& w : command) argv.push_back(const_cast<char*>(w.c_str()));
    argv.push_back(nullptr);
    const pid_t parent = getpid();
    pid_ = fork();
    if (pid_ == 0) {
      prctl(PR_SET_PDEATHSIG, SIGTERM);
      if (getppid() != parent) _exit(1);
      std::signal(SIGINT, SIG_DFL);
      dup2(ends[1], STDOUT_FILENO);
      dup2(fileno(complaints_), STDERR_FILENO);
      execvp(argv[0], argv.data());
      _exit(127);
    }
    close(ends[1]);
    pipe_ = ends[0];
    fcntl(pipe_, F_SETFL, O_NONBLOCK);
  }
  ~Job() {
    stop();
    close(pipe_);
    std::fclose(complaints_);
  }
  Job(const Job&) = delete;

  // Waits a moment for more; false: there will be no more.
  bool read(std::string& into) {
    pollfd p{pipe_, POLLIN, 0};
    poll(&p, 1, kPollMs);
    char buffer[1 << 16];
    ssize_t n = 0;
    while ((n = ::read(pipe_, buffer, sizeof buffer)) > 0) into.append(buffer, static_cast<size_t>(n));
    return n != 0;
  }
  // srun hands the signal on to the job. A job that does not listen is ended by the second one.
  void stop() {
    if (pid_ <= 0) return;
    for (int waited = 0; waited < kLastWordsMs; waited += kPollMs) {
      if (waited % 1000 == 0) kill(pid_, SIGTERM);
      if (waitpid(pid_, nullptr, WNOHANG) != 0) {
        pid_ = -1;
        return;
      }
      usleep(kPollMs * 1000);
    }
    kill(pid_, SIGKILL);
    waitpid(pid_, nullptr, 0);
    pid_ = -1;
  }
  std::string complaints() {
    std::string text;
    std::rewind(complaints_);
    for (int c; (c = std::fgetc(complaints_)) != EOF;) text += static_cast<char>(c);
    while (!text.empty() && text.back() == '\n') text.pop_back();
    return text.substr(text.rfind('\n') + 1);
  }

 private:
  std::FILE* const complaints_;
  pid_t pid_ = -1;
  int pipe_ = -1;
};

// What a job says, until it has said its Result. nullopt: it ended without one.
std::optional<trace::Result> listen(Job& job, base::Budget& budget, const trace::Tell& tell) {
  std::string unread;
  for (bool more = true; more;) {
    more = job.read(unread);
    bool broken = false;
    while (true) {
      while (unread.starts_with('\n')) unread.erase(0, 1);
      std::optional<Message> m = next_message(unread, broken);
      if (!m) break;
      if (m->kind == kNoMemory) throw std::bad_alloc();
      if (m->kind == kSpent) throw analysis::OutOfBudget(base::Exceeded::Time);
      if (m->kind == kLost) throw NoAnswer(m->content);
      if (m->kind == kFailure) throw InternalError(m->content);
      if (m->kind == kProgress) continue;
      std::optional<trace::Result> r = trace::from_bytes(m->content);
      if (!r) throw NoAnswer("a node sent a result that contradicts itself");
      if (m->kind == kResult) return r;
      tell(*r);
    }
    if (broken) return std::nullopt;
    if (auto limit = budget.check_now()) throw analysis::OutOfBudget(*limit);
  }
  return std::nullopt;
}

// A word of a command line has to be short, and the names of files are not needed: engines go by events.
trace::Suspicions without_names(trace::Suspicions all) {
  for (trace::Suspicion& s : all.all)
    for (trace::SuspectPlace& p : s.places) p.file.clear(), p.access.clear();
  return all;
}

std::string in_digits(const trace::Suspicions& suspicions) {
  static constexpr char kDigits[] = "0123456789abcdef";
  std::string word = "s";  // no word is empty
  for (char c : trace::to_bytes(suspicions)) {
    word += kDigits[static_cast<unsigned char>(c) >> 4];
    word += kDigits[c & 15];
  }
  return word;
}

std::optional<trace::Suspicions> from_digits(const std::string& word) {
  std::string bytes;
  if (word.size() % 2 == 0 || word[0] != 's') return std::nullopt;
  for (size_t k = 1; k < word.size(); k += 2) {
    const std::string digits = word.substr(k, 2);
    if (!std::isxdigit(static_cast<unsigned char>(digits[0])) || !std::isxdigit(static_cast<unsigned char>(digits[1])))
      return std::nullopt;
    bytes += static_cast<char>(std::stoi(digits, nullptr, 16));
  }
  return trace::suspicions_from_bytes(bytes);
}

}  // namespace

Work on_node(const std::string& engine, const options::Options& options, const std::string& program,
             const trace::Suspicions& suspicions) {
  NodeTask task;
  task.suspicions = suspicions;
  task.engine = engine;
  task.tool_sha256 = sha256_of_this_tool();
  task.program_sha256 = program;
  task.asked = options.properties;
  task.args = options.handed_on;
  return [task, options, name = name_of_jobs()](base::Budget& budget, const trace::Tell& tell) {
    std::string why;
    for (int k = 0; k < kTries; ++k) {
      NodeTask now = task;
      if (auto left = budget.left()) now.time_ms = std::max<uint64_t>(1, static_cast<uint64_t>(left->count()));
      Job job(srun(now, name, options));
      if (std::optional<trace::Result> r = listen(job, budget, tell)) return *r;
      job.stop();
      why = job.complaints();
    }
    throw NoAnswer("its job on the cluster ended without an answer" + (why.empty() ? "" : ": " + why));
  };
}

Portfolio on_nodes(const Portfolio& engines, const options::Options& options, const std::string& program) {
  if (!is_installed("srun"))
    throw InputError("--slurm: there is no srun; is Slurm installed here (Debian: slurm-client)?");
  Portfolio all;
  auto add = [&](const Member& m, Properties about) {
    Member there = m;
    there.about = about;
    there.begins_at_once = true;
    there.work = [options, program, engine = m.engine](const std::vector<Property>& asked,
                                                       const trace::Suspicions& suspicions) {
      options::Options only = options;
      only.properties = asked;
      return on_node(engine, only, program, suspicions);
    };
    all.push_back(std::move(there));
  };
  // The first one leads, and is asked about everything.
  add(engines.front(), engines.front().about);
  for (const Member& m : engines) {
    if (m.for_any_value) {  // takes a second, and no node knows it by a name
      all.push_back(m);
      continue;
    }
    for (Property p : options.properties)
      if ((m.about & one(p)) && (options.properties.size() > 1 || &m != &engines.front())) add(m, one(p));
  }
  return all;
}

CancelledAtTheEnd::~CancelledAtTheEnd() {
  if (!used_) return;
  Job scancel({"scancel", "--quiet", "--name=" + name_of_jobs()});
  std::string unread;
  for (int waited = 0; waited < kLastWordsMs && scancel.read(unread); waited += kPollMs) {}
}

namespace {
const std::string kNone = "-";  // in place of suspicions
}

std::vector<std::string> words(const NodeTask& task) {
  std::string asked;
  for (Property p : task.asked) asked += (asked.empty() ? "" : ",") + std::string(text(p));
  std::vector<std::string> all = {task.tool_sha256,
                                  task.program_sha256,
                                  task.engine,
                                  asked,
                                  std::to_string(task.time_ms),
                                  task.suspicions.empty() ? kNone : in_digits(without_names(task.suspicions))};
  all.insert(all.end(), task.args.begin(), task.args.end());
  return all;
}

NodeTask read_node_task(const std::vector<std::string>& words) {
  constexpr size_t kHead = 6;
  std::optional<trace::Suspicions> suspicions;
  if (words.size() > kHead) suspicions = words[5] == kNone ? trace::Suspicions{} : from_digits(words[5]);
  if (!suspicions) throw InputError("--engine-worker is for `heddle check --slurm`, which starts it by itself");
  NodeTask task;
  task.suspicions = std::move(*suspicions);
  task.tool_sha256 = words[0];
  task.program_sha256 = words[1];
  task.engine = words[2];
  for (const std::string& name : options::split(words[3], ','))
    if (std::optional<Property> p = base::property(name)) task.asked.push_back(*p);
  task.time_ms = std::strtoull(words[4].c_str(), nullptr, 10);
  task.args.assign(words.begin() + kHead, words.end());
  return task;
}

int take_standard_output() {
  const int messages = dup(STDOUT_FILENO), nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
  dup2(nowhere, STDOUT_FILENO);
  return messages;
}

void refuse(int messages, const std::string& why) {
  char node[256] = "";
  gethostname(node, sizeof node - 1);
  write_line(messages, kLost, "on node " + std::string(node) + ": " + why);
}

void serve(int messages, const NodeTask& task, analysis::Analyses& analyses, const options::Options& options,
           base::Budget& budget) {
  Work found;
  if (options.engine != options::Engine::Auto) found = work(engine(options.engine), {}, analyses, options);
  for (const Member& m : portfolio(analyses, options))
    if (!found && m.engine == task.engine) found = m.work(task.asked, task.suspicions);
  if (!found) {
    refuse(messages, "there is no engine " + task.engine);
    _exit(0);
  }
  be_the_engine(messages, budget, found, write_line);
}

std::string sha256_of_this_tool() {
  std::ifstream in("/proc/self/exe", std::ios::binary);
  return base::sha256(std::string(std::istreambuf_iterator<char>(in), {}));
}

}  // namespace heddle::driver
