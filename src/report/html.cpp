// SPDX-License-Identifier: GPL-3.0-or-later
// Result -> one HTML file. The page itself is src/report/html/: a style, and scripts of one idea each, joined by CMake
// in the order of their names' list in room.cmake. The data are two blocks of JSON inside of the file: the result as
// docs/json.md describes it, without what only replay and certify need, and the sources that its steps are in.
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <ostream>
#include <set>
#include <sstream>

#include "report/batch_page.h"
#include "report/html_page.h"
#include "report/report.h"

namespace heddle::report {
namespace {

using Json = nlohmann::ordered_json;

// Inside of a <script>, JSON may not contain `</script` or `<!--`.
std::string inside_script(std::string json) {
  std::string out;
  out.reserve(json.size() + json.size() / 16);
  for (char c : json)
    if (c == '<')
      out += "\\u003c";
    else
      out += c;
  return out;
}

std::string escaped(const std::string& text) {
  std::string out;
  for (char c : text) out += c == '<' ? "&lt;" : c == '&' ? "&amp;" : std::string(1, c);
  return out;
}

void forget_what_is_not_shown(trace::Result& r) {
  r.certificates.clear();
  r.claims = {};
  for (auto* list : {&r.violations, &r.undefined_behaviour})
    for (trace::Violation& v : *list) v.trace.script.acts.clear();
}

std::string result_json(trace::Result r) {
  forget_what_is_not_shown(r);
  std::ostringstream out;
  write_json(out, r);
  return out.str();
}

std::set<std::string> files_of(const trace::Result& r) {
  std::set<std::string> files(r.input.files.begin(), r.input.files.end());
  for (const auto* list : {&r.violations, &r.undefined_behaviour})
    for (const trace::Violation& v : *list) {
      for (const trace::Location& l : v.locations) files.insert(l.file);
      for (const trace::Step& s : v.trace.steps) files.insert(s.file);
    }
  return files;
}

std::set<std::string> files_of(const trace::Schedule& s, const trace::InputFiles& input) {
  std::set<std::string> files(input.files.begin(), input.files.end());
  for (const trace::Schedule::Node& n : s.nodes)
    for (const trace::Schedule::Where& w : n.threads) files.insert(w.file);
  return files;
}

// Each file by the name that steps use; null if it cannot be read.
std::string sources_json(std::set<std::string> files, const std::string& cwd) {
  Json all = Json::object();
  files.erase("");
  for (const std::string& file : files) {
    std::ifstream in(file.starts_with("/") ? file : cwd + "/" + file, std::ios::binary);
    all[file] = in ? Json(std::string(std::istreambuf_iterator<char>(in), {})) : Json(nullptr);
  }
  return all.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string title(const char* what, const trace::InputFiles& input) {
  std::string files;
  for (const std::string& f : input.files) files += (files.empty() ? "" : ", ") + f;
  return std::string(what) + ": " + files + " - Heddle";
}

struct Parts {
  std::string title, data_name, data, sources;
  const char *body, *script;
};

void write_page(std::ostream& out, const Parts& p) {
  out << "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
         "<meta name=\"viewport\" content=\"width=device-width\">\n"
         "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; "
         "script-src 'unsafe-inline'\">\n<meta name=\"generator\" content=\"Heddle " HEDDLE_VERSION "\">\n<title>"
      << escaped(p.title) << "</title>\n<style>\n"
      << kPageStyle << "</style>\n</head>\n<body>\n"
      << p.body << "<script type=\"application/json\" id=\"" << p.data_name << "\">" << inside_script(p.data)
      << "</script>\n<script type=\"application/json\" id=\"sources\">" << inside_script(p.sources)
      << "</script>\n<script>\n\"use strict\";\n(() => {\n"
      << p.script << "})();\n</script>\n</body>\n</html>\n";
}

}  // namespace

void write_html(std::ostream& out, const trace::Result& r) {
  write_page(out, {title(text(r.verdict), r.input), "result", result_json(r), sources_json(files_of(r), r.input.cwd),
                   kPageBody, kPageScript});
}

void write_html(std::ostream& out, const trace::Schedule& s, const trace::InputFiles& input) {
  trace::Schedule shown = s;
  shown.certificate.clear();
  std::ostringstream json;
  write_json(json, shown, input);
  write_page(out, {title("safe schedule", input), "schedule", json.str(), sources_json(files_of(s, input), input.cwd),
                   kScheduleBody, kScheduleScript});
}

void write_batch_page(std::ostream& out, const std::string& name, const std::string& json) {
  write_page(out, {"batch " + name + " - Heddle", "batch", json, "{}", kBatchBody, kBatchScript});
}

}  // namespace heddle::report
