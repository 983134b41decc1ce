// SPDX-License-Identifier: GPL-3.0-or-later
// A file of C, as far as one has to understand it to say where a statement begins and ends. Comments, strings and lines
// of the preprocessor are looked through.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace heddle::witness {

class SourceText {
 public:
  explicit SourceText(std::string text);
  const std::string& text() const { return text_; }
  // Lines mean what they say: no preprocessor has moved them.
  bool has_its_own_lines() const { return !moved_; }

  // From 1, in bytes; no column: the first thing on the line. Nothing if there is no such place.
  std::optional<size_t> find(uint32_t line, uint32_t column) const;
  uint32_t line(size_t at) const;
  uint32_t column(size_t at) const;

  bool is_word(size_t at, const std::string& word) const;
  // A statement that is nothing but a call of this function begins here.
  bool is_call_statement(size_t at, const std::string& function) const;
  // Is it the statement of an `if` or a loop, without braces?
  bool is_single(size_t at) const;
  // Behind the `;` of a statement that has no statements inside.
  std::optional<size_t> end_of_statement(size_t at) const;
  // The first statement of a function whose head is at this line or below.
  std::optional<size_t> body_of(const std::string& function, uint32_t line) const;
  // The function around may mean something else than a global variable by this name.
  bool is_redeclared(const std::string& name, size_t at) const;
  // `(` of the condition of the `while` or `for` that begins here, what closes it, and the first two `;` inside.
  struct Loop {
    size_t open = 0, close = 0;
    std::optional<size_t> first, second;
  };
  std::optional<Loop> loop(size_t at) const;
  // Where the loops of a function begin whose first statement is here. None where a `do` makes it hard to tell.
  std::vector<size_t> loops_behind(size_t at) const;

 private:
  size_t skip_blanks(size_t at) const;
  std::optional<size_t> last_before(size_t at) const;  // that is not blank
  std::optional<size_t> closing(size_t open) const;
  std::optional<size_t> opening(size_t close) const;
  std::string word_before(size_t at) const;

  std::string text_, code_;
  std::vector<size_t> lines_;  // where they begin
  bool moved_ = false;
};

}  // namespace heddle::witness
