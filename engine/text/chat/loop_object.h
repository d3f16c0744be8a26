// SPDX-License-Identifier: GPL-3.0-or-later
// The variable `loop` of a for loop.
#pragma once

#include "engine/text/chat/iteration.h"

namespace trainyard::chat {

struct LoopObject : Object {
  explicit LoopObject(const Any& source) : cursor_(source) {}

  // The next item into `item`; false at the end.
  bool advance(Any& item, Work& work);
  // All that the loop holds of the template's values is let go; the counts stay.
  void end();

  std::int64_t index0() const { return index0_; }
  // The attribute of this name; false when loops have none such.
  bool attribute(std::string_view name, Any& value, Work& work);

 private:
  bool peek(Work& work);
  // Takes all items of a generator to count them, as Jinja does.
  std::int64_t length(Work& work);

  Cursor cursor_;
  Any current_, previous_, ahead_;  // missing where there is none
  std::int64_t index0_ = -1, length_ = -1;
  bool is_peeked_ = false;
};

}  // namespace trainyard::chat
