// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/text/chat/iteration.h"

#include <algorithm>

#include "engine/text/unicode/python_characters.h"
#include "engine/text/chat/loop_object.h"
#include "engine/text/chat/value_comparison.h"
#include "engine/contract/utf8_sequence.h"

namespace trainyard::chat {
namespace {

struct ListIterator : IteratorObject {
  explicit ListIterator(std::vector<Any> list) : items(std::move(list)) {
    for (const Any& item : items) nesting = std::max(nesting, item.nesting() + 1);
  }
  bool next(Any& item, Work& work) override {
    work.spend(1);
    if (at == items.size()) return false;
    item = items[at++];
    return true;
  }
  std::vector<Any> items;
  std::size_t at = 0;
};

}  // namespace

Any view_item(const ViewObject& view, std::size_t index) {
  switch (view.of) {
    case ViewObject::Of::keys:
      return view.dict.key(index);
    case ViewObject::Of::values:
      return view.dict.value(index);
    default:
      return Any::tuple({view.dict.key(index), view.dict.value(index)});
  }
}

Cursor::Cursor(const Any& source) : source_(source) {
  switch (source.kind()) {
    case Kind::list:
    case Kind::tuple:
      count_ = source.num_items();
      return;
    case Kind::text:
      count_ = source.text().size();
      return;
    case Kind::dict:
      count_ = source.num_entries();
      return;
    case Kind::view:
      count_ = source.as<ViewObject>().dict.num_entries();
      return;
    case Kind::range:
      count_ = static_cast<std::size_t>(source.as<RangeObject>().count);
      return;
    case Kind::undefined:
      return;
    case Kind::iterator:
      return;
    default:
      fail("chat.not_iterable", {{"type", type_name(source)}});
  }
}

bool Cursor::next(Any& item, Work& work) {
  if (source_.is(Kind::iterator)) return source_.as<IteratorObject>().next(item, work);
  if (at_ >= count_) return false;
  work.spend(1);
  const std::size_t at = at_++;
  switch (source_.kind()) {
    case Kind::text: {
      const std::size_t length = decode_utf8(source_.text(), at).length;
      item = Any::text(std::string(source_.text().substr(at, length)));
      at_ = at + length;
      return true;
    }
    case Kind::dict:
      item = source_.key(at);
      return true;
    case Kind::view:
      item = view_item(source_.as<ViewObject>(), at);
      return true;
    case Kind::range:
      item = Any::integer(source_.as<RangeObject>().at(static_cast<std::int64_t>(at)));
      return true;
    default:
      item = source_.item(at);
      return true;
  }
}

bool is_iterable(const Any& value) {
  switch (value.kind()) {
    case Kind::list:
    case Kind::tuple:
    case Kind::text:
    case Kind::dict:
    case Kind::view:
    case Kind::range:
    case Kind::undefined:
    case Kind::iterator:
    case Kind::loop:
      return true;
    default:
      return false;
  }
}

bool length_of(const Any& value, std::size_t& length, Work& work) {
  switch (value.kind()) {
    case Kind::list:
    case Kind::tuple:
      length = value.num_items();
      return true;
    case Kind::text:
      work.spend_bytes(value.text().size());
      length = python::num_characters(value.text());
      return true;
    case Kind::dict:
      length = value.num_entries();
      return true;
    case Kind::view:
      length = value.as<ViewObject>().dict.num_entries();
      return true;
    case Kind::range:
      length = static_cast<std::size_t>(value.as<RangeObject>().count);
      return true;
    case Kind::undefined:
      length = 0;
      return true;
    case Kind::loop:
      length = static_cast<std::size_t>(value.as<LoopObject>().length(work));
      return true;
    default:
      return false;
  }
}

std::vector<Any> items_of(const Any& value, Work& work) {
  std::vector<Any> items;
  Cursor cursor(value);
  Any item;
  while (cursor.next(item, work)) items.push_back(std::move(item));
  return items;
}

bool reversed_of(const Any& value, Any& reversed, Work& work) {
  switch (value.kind()) {
    case Kind::list:
    case Kind::tuple:
    case Kind::text:
    case Kind::dict:
    case Kind::view:
    case Kind::range:
    case Kind::undefined: {
      std::vector<Any> items = items_of(value, work);
      std::ranges::reverse(items);
      reversed = iterator_over(std::move(items));
      return true;
    }
    default:
      return false;
  }
}

Any iterator_over(std::vector<Any> items) {
  return Any::object(Kind::iterator, new ListIterator(std::move(items)));
}

}  // namespace trainyard::chat
