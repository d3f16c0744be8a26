// SPDX-License-Identifier: GPL-3.0-or-later
// A hash map from a pair of ids to a number, for the inner loop of BPE: open addressing, no
// deletion.
#pragma once

#include <cstdint>
#include <vector>

namespace trainyard {

class PairMap {
 public:
  static constexpr std::uint32_t none = 0xFFFFFFFF;

  static std::uint64_t key(std::uint32_t left, std::uint32_t right) {
    return std::uint64_t{left} << 32 | right;
  }

  // Returns `none` if the pair does not exist.
  std::uint32_t find(std::uint32_t left, std::uint32_t right) const {
    if (slots_.empty()) return none;
    const std::uint64_t wanted = key(left, right);
    for (std::size_t i = slot_of(wanted);; i = (i + 1) & mask()) {
      if (slots_[i].key == wanted || slots_[i].value == none) return slots_[i].value;
    }
  }

  // Returns the value of a pair, inserting `value` if it does not exist. `value` must not be
  // `none`. Valid until the next call.
  std::uint32_t& at_or_insert(std::uint32_t left, std::uint32_t right, std::uint32_t value) {
    if ((size_ + 1) * 2 > slots_.size()) grow();
    const std::uint64_t wanted = key(left, right);
    std::size_t i = slot_of(wanted);
    while (slots_[i].value != none && slots_[i].key != wanted) i = (i + 1) & mask();
    if (slots_[i].value == none) {
      slots_[i] = {wanted, value};
      ++size_;
    }
    return slots_[i].value;
  }

  std::size_t size() const { return size_; }

 private:
  struct Slot {
    std::uint64_t key = 0;
    std::uint32_t value = none;
  };

  std::size_t mask() const { return slots_.size() - 1; }
  std::size_t slot_of(std::uint64_t key) const {
    const std::uint64_t mixed = key * 0x9E3779B97F4A7C15u;
    return (mixed ^ mixed >> 32) & mask();
  }

  void grow() {
    std::vector<Slot> old(slots_.empty() ? 1024 : slots_.size() * 2);
    old.swap(slots_);
    for (const Slot& slot : old) {
      if (slot.value != none) {
        std::size_t i = slot_of(slot.key);
        while (slots_[i].value != none) i = (i + 1) & mask();
        slots_[i] = slot;
      }
    }
  }

  std::vector<Slot> slots_;
  std::size_t size_ = 0;
};

}  // namespace trainyard
