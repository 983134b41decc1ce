// SPDX-License-Identifier: GPL-3.0-or-later
// An array of fixed size whose copies share what they have in common. The array is cut into pieces; a piece is copied
// when somebody writes to it while others use it. What two arrays share need not be compared.
#pragma once
#include <algorithm>
#include <array>
#include <memory>
#include <vector>

namespace heddle::base {

template <class T>
class SharedArray {
 public:
  explicit SharedArray(size_t size)
      : size_(size), pieces_((size + kPiece - 1) / kPiece, size ? std::make_shared<Piece>() : nullptr) {}

  size_t size() const { return size_; }
  const T& operator[](size_t i) const { return (*pieces_[i / kPiece])[i % kPiece]; }
  void set(size_t i, const T& value) {
    std::shared_ptr<Piece>& piece = pieces_[i / kPiece];
    if ((*piece)[i % kPiece] == value) return;
    if (piece.use_count() > 1) piece = std::make_shared<Piece>(*piece);
    (*piece)[i % kPiece] = value;
  }

  // f(mine, theirs) holds at each index where the two are not equal.
  template <class F>
  bool all(const SharedArray& other, F f) const {
    for (size_t k = 0; k < pieces_.size(); ++k) {
      if (pieces_[k] == other.pieces_[k]) continue;
      for (size_t i = 0; i < used(k); ++i)
        if (const T &mine = (*pieces_[k])[i], &theirs = (*other.pieces_[k])[i]; !(mine == theirs) && !f(mine, theirs))
          return false;
    }
    return true;
  }
  // Each item becomes f(mine, theirs), unless the two are equal.
  template <class F>
  void merge(const SharedArray& other, F f) {
    for (size_t k = 0; k < pieces_.size(); ++k) {
      if (pieces_[k] == other.pieces_[k]) continue;
      const Piece &mine = *pieces_[k], &theirs = *other.pieces_[k];
      Piece both = mine;
      for (size_t i = 0; i < used(k); ++i)
        if (!(mine[i] == theirs[i])) both[i] = f(mine[i], theirs[i]);
      auto same = [&](const Piece& p) { return std::equal(both.begin(), both.begin() + used(k), p.begin()); };
      if (same(mine)) continue;
      if (same(theirs))
        pieces_[k] = other.pieces_[k];
      else
        pieces_[k] = std::make_shared<Piece>(both);
    }
  }

 private:
  static constexpr size_t kPiece = 8;
  using Piece = std::array<T, kPiece>;
  size_t used(size_t k) const { return std::min(kPiece, size_ - k * kPiece); }

  size_t size_;
  std::vector<std::shared_ptr<Piece>> pieces_;
};

}  // namespace heddle::base
