// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/text/chat/loop_object.h"

namespace trainyard::chat {

bool LoopObject::advance(Any& item, Work& work) {
  if (is_peeked_ && !ahead_.is(Kind::missing)) {
    item = std::move(ahead_);
    ahead_ = {};
    is_peeked_ = false;
  } else if (is_peeked_ || !cursor_.next(item, work)) {
    return false;
  }
  ++index0_;
  previous_ = std::move(current_);
  current_ = item;
  return true;
}

void LoopObject::end() {
  cursor_ = {};
  current_ = previous_ = ahead_ = {};
  is_peeked_ = true;
}

bool LoopObject::peek(Work& work) {
  if (!is_peeked_) {
    is_peeked_ = true;
    if (!cursor_.next(ahead_, work)) ahead_ = {};
  }
  return !ahead_.is(Kind::missing);
}

std::int64_t LoopObject::length(Work& work) {
  if (length_ >= 0) return length_;
  std::size_t known = 0;
  if (length_of(cursor_.source(), known, work)) return length_ = static_cast<std::int64_t>(known);
  if (cursor_.source().is(Kind::missing)) return length_ = index0_ + 1;
  std::vector<Any> rest = items_of(cursor_.source(), work);
  length_ =
      static_cast<std::int64_t>(rest.size()) + index0_ + 1 + (ahead_.is(Kind::missing) ? 0 : 1);
  // If it was looked for and not found, it is not looked for again.
  cursor_ = Cursor(iterator_over(std::move(rest)));
  return length_;
}

bool LoopObject::attribute(std::string_view name, Any& value, Work& work) {
  if (name == "index")
    value = Any::integer(index0_ + 1);
  else if (name == "index0")
    value = Any::integer(index0_);
  else if (name == "first")
    value = Any::boolean(index0_ == 0);
  else if (name == "last")
    value = Any::boolean(!peek(work));
  else if (name == "length")
    value = Any::integer(length(work));
  else if (name == "revindex")
    value = Any::integer(length(work) - index0_);
  else if (name == "revindex0")
    value = Any::integer(length(work) - index0_ - 1);
  else if (name == "previtem")
    value = previous_.is(Kind::missing) ? Any::undefined("loop.previtem") : previous_;
  else if (name == "nextitem")
    value = peek(work) ? ahead_ : Any::undefined("loop.nextitem");
  else
    return false;
  return true;
}

}  // namespace trainyard::chat
