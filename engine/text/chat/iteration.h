// SPDX-License-Identifier: GPL-3.0-or-later
// Iterates over values, like Python's iter and next.
#pragma once

#include "engine/text/chat/template_value.h"

namespace trainyard::chat {

// Supports lists, tuples, texts (characters), dicts (keys), views, ranges, iterators and undefined
// values (no items); fails for anything else.
class Cursor {
 public:
  Cursor() = default;
  explicit Cursor(const Any& source);
  bool next(Any& item, Work& work);
  const Any& source() const { return source_; }

 private:
  Any source_;
  std::size_t at_ = 0, count_ = 0;
};

bool is_iterable(const Any& value);
// len(); false if Python does not define it.
bool length_of(const Any& value, std::size_t& length, Work& work);
// list(value).
std::vector<Any> items_of(const Any& value, Work& work);
// Returns the entries of a dict as tuples.
std::vector<Any> pairs_of(const Any& dict, Work& work);

// Returns an iterator that owns the list.
Any iterator_over(std::vector<Any> items);

}  // namespace trainyard::chat
