// SPDX-License-Identifier: GPL-3.0-or-later
// The variable `loop` of a for loop.
#pragma once

#include "engine/text/chat/iteration.h"

namespace trainyard::chat {

struct LoopObject : Object {
  explicit LoopObject(const Any& source) : cursor_(source) {}

  // Moves the next item into `item`; false at the end.
  bool advance(Any& item, Work& work);
  // Releases all references to the template's values; the counts are kept.
  void end();

  std::int64_t index0() const { return index0_; }
  // Gets the attribute of this name; false if loops have no such attribute.
  bool attribute(std::string_view name, Any& value, Work& work);

 private:
  bool peek(Work& work);
  // Consumes all items of a generator to count them, like Jinja.
  std::int64_t length(Work& work);

  Cursor cursor_;
  Any current_, previous_, ahead_;  // missing if there is none
  std::int64_t index0_ = -1, length_ = -1;
  bool is_peeked_ = false;
};

}  // namespace trainyard::chat
