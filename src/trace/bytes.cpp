// SPDX-License-Identifier: GPL-3.0-or-later
// Writer and reader go over the same list of fields (fields.h). Numbers are written as they are in memory, everything
// that has a length after its length. The reader believes nothing: a length that the rest of the bytes cannot hold ends
// the reading.
#include "trace/bytes.h"

#include <algorithm>
#include <cstring>
#include <type_traits>

#include "trace/fields.h"

namespace heddle::trace {

namespace {

template <class T>
concept Plain = std::is_arithmetic_v<T> || std::is_enum_v<T>;

class Writer {
 public:
  template <class T>
  void operator()(T& x) {
    if constexpr (Plain<T>)
      bytes.append(reinterpret_cast<const char*>(&x), sizeof x);
    else
      each_field(x, *this);
  }
  void operator()(std::string& s) {
    length(s.size());
    bytes += s;
  }
  template <class T>
  void operator()(std::vector<T>& all) {
    length(all.size());
    for (T& x : all) (*this)(x);
  }
  template <class T>
  void operator()(std::optional<T>& x) {
    length(x ? 1 : 0);
    if (x) (*this)(*x);
  }
  template <class A, class B>
  void operator()(std::pair<A, B>& x) {
    (*this)(x.first);
    (*this)(x.second);
  }
  template <class K, class V>
  void operator()(std::map<K, V>& all) {
    std::vector<std::pair<K, V>> items(all.begin(), all.end());
    (*this)(items);
  }
  template <class... Kinds>
  void operator()(std::variant<Kinds...>& x) {
    auto kind = static_cast<uint8_t>(x.index());
    (*this)(kind);
    std::visit(*this, x);
  }
  void operator()(Proven& p) {
    std::optional<Evidence> evidence;
    if (p.proof) evidence = p.proof->evidence();
    (*this)(evidence);
  }
  void operator()(Judgement& j) {
    Verdict v = j;
    (*this)(v);
    std::optional<Evidence> evidence;
    if (j.proof()) evidence = j.proof()->evidence();
    (*this)(evidence);
  }
  std::string bytes;

 private:
  void length(uint64_t n) { (*this)(n); }
};

class Reader {
 public:
  explicit Reader(std::string_view bytes) : rest_(bytes) {}
  bool well() const { return well_; }
  bool at_end() const { return well_ && rest_.empty(); }

  template <class T>
  void operator()(T& x) {
    if constexpr (std::is_same_v<T, bool>) {
      uint8_t byte = 0;
      (*this)(byte);
      well_ &= byte < 2;
      x = byte == 1;
    } else if constexpr (Plain<T>) {
      if (rest_.size() < sizeof x) return fail();
      std::memcpy(&x, rest_.data(), sizeof x);
      rest_.remove_prefix(sizeof x);
    } else {
      each_field(x, *this);
    }
  }
  void operator()(std::string& s) {
    uint64_t n = length();
    s.assign(rest_.substr(0, n));
    rest_.remove_prefix(n);
  }
  template <class T>
  void operator()(std::vector<T>& all) {
    const uint64_t n = length();  // every element takes a byte at least
    all.clear();
    for (uint64_t k = 0; k < n && well_; ++k) (*this)(all.emplace_back());
  }
  template <class T>
  void operator()(std::optional<T>& x) {
    uint64_t n = length();
    if (n > 1) return fail();
    x.reset();
    if (n == 1) (*this)(x.emplace());
  }
  template <class A, class B>
  void operator()(std::pair<A, B>& x) {
    (*this)(x.first);
    (*this)(x.second);
  }
  template <class K, class V>
  void operator()(std::map<K, V>& all) {
    std::vector<std::pair<K, V>> items;
    (*this)(items);
    all = std::map<K, V>(items.begin(), items.end());
    if (all.size() != items.size()) fail();
  }
  template <class A, class B, class C>
  void operator()(std::variant<A, B, C>& x) {
    uint8_t kind = 0;
    (*this)(kind);
    switch (kind) {
      case 0: return (*this)(x.template emplace<0>());
      case 1: return (*this)(x.template emplace<1>());
      case 2: return (*this)(x.template emplace<2>());
      default: return fail();
    }
  }
  // A part that an engine has proven comes with the proof, which is judged here once more, or not at all.
  void operator()(Proven& p) {
    std::optional<Evidence> evidence;
    (*this)(evidence);
    std::optional<Complete> proof;
    if (well_ && evidence) proof = Complete::of(std::move(*evidence));
    if (!proof) return fail();
    p.proof = std::make_shared<const Complete>(std::move(*proof));
  }
  // `True` comes with what it rests on, or not at all.
  void operator()(Judgement& j) {
    Verdict v{};
    std::optional<Evidence> evidence;
    (*this)(v);
    (*this)(evidence);
    if (!well_ || v > Verdict::Unknown || evidence.has_value() != (v == Verdict::True)) return fail();
    std::optional<Complete> proof;
    if (evidence) proof = Complete::of(std::move(*evidence));
    if (v != Verdict::True)
      j = v;
    else if (proof)
      j = std::move(*proof);
    else
      fail();
  }

 private:
  void fail() {
    well_ = false;
    rest_ = {};
  }
  uint64_t length() {
    uint64_t n = 0;
    (*this)(n);
    if (n <= rest_.size()) return n;
    fail();
    return 0;
  }

  std::string_view rest_;
  bool well_ = true;
};

bool consistent(const Suspicions& s) {
  auto known = [](Property p) { return static_cast<int>(p) < kProperties; };
  return std::all_of(s.whole.begin(), s.whole.end(), [&](const auto& w) { return known(w.first); }) &&
         (!s.part_of || known(*s.part_of)) &&
         std::all_of(s.all.begin(), s.all.end(), [&](const Suspicion& one) { return known(one.property); });
}

// The verdict is what conclude() makes of the properties, and `false` has something to show.
bool consistent(const Result& r) {
  for (Property p : r.requested) {
    auto found = r.properties.find(p);
    if (static_cast<int>(p) >= kProperties || found == r.properties.end()) return false;
    bool shown =
        std::any_of(r.violations.begin(), r.violations.end(), [&](const Violation& v) { return v.property == p; });
    if (shown != (found->second == Verdict::False)) return false;
  }
  return consistent(r.suspicions) && r.verdict == overall(r) && std::string_view(text(r.reason_code)) != "?";
}

}  // namespace

std::string to_bytes(const Result& r) {
  Writer w;
  w(const_cast<Result&>(r));  // the list of fields is for readers, too; the writer changes nothing
  return std::move(w.bytes);
}

std::optional<Result> from_bytes(std::string_view bytes) {
  Reader read(bytes);
  Result r;
  read(r);
  if (!read.at_end() || !consistent(r)) return std::nullopt;
  return r;
}

std::string to_bytes(const Suspicions& s) {
  Writer w;
  w(const_cast<Suspicions&>(s));
  return std::move(w.bytes);
}

std::optional<Suspicions> suspicions_from_bytes(std::string_view bytes) {
  Reader read(bytes);
  Suspicions s;
  read(s);
  if (!read.at_end() || !consistent(s)) return std::nullopt;
  return s;
}

}  // namespace heddle::trace
