// SPDX-License-Identifier: GPL-3.0-or-later
// An array that grows without moving: what is in it may be read while another thread makes more. Blocks of doubling
// size, zero at first. Who may read an element must have learnt of it in an orderly way; the array itself orders
// nothing but its blocks.
#pragma once
#include <array>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdlib>
#include <new>
#include <type_traits>

namespace heddle::base {

template <class T>
class SteadyVector {
  static_assert(std::is_trivially_destructible_v<T>);

 public:
  SteadyVector() = default;
  SteadyVector(const SteadyVector&) = delete;
  SteadyVector& operator=(const SteadyVector&) = delete;
  ~SteadyVector() {
    for (auto& b : blocks_) std::free(b.load(std::memory_order_relaxed));
  }

  T& operator[](size_t i) const {
    const size_t j = i + kFirst, block = block_of(j);
    return blocks_[block].load(std::memory_order_acquire)[j - (kFirst << block)];
  }
  T& make(size_t i) {  // there from now on
    const size_t j = i + kFirst, block = block_of(j);
    if (!blocks_[block].load(std::memory_order_acquire)) add(block);
    return (*this)[i];
  }
  size_t bytes(size_t size) const { return size * sizeof(T); }  // with this many in it: pages not used cost nothing

 private:
  static constexpr size_t kFirst = 1024;
  static size_t block_of(size_t j) { return static_cast<size_t>(std::bit_width(j)) - std::bit_width(kFirst); }
  void add(size_t block) {
    T* made = static_cast<T*>(std::calloc(kFirst << block, sizeof(T)));
    if (!made) throw std::bad_alloc();
    T* none = nullptr;
    if (!blocks_[block].compare_exchange_strong(none, made, std::memory_order_acq_rel)) std::free(made);
  }
  std::array<std::atomic<T*>, 33> blocks_{};
};

}  // namespace heddle::base
