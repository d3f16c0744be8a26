// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/text/chat/iteration.h"

#include <algorithm>

#include "engine/text/unicode/python_characters.h"
#include "engine/system/utf8_sequence.h"

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

Cursor::Cursor(const Any& source) : source_(source) {
  if (source.has_items())
    count_ = source.num_items();
  else if (source.is(Kind::text))
    count_ = source.text().size();
  else if (source.is(Kind::dict))
    count_ = source.num_entries();
  else if (!source.is(Kind::undefined) && !source.is(Kind::iterator))
    fail("chat.not_iterable", {{"type", type_name(source)}});
}

bool Cursor::next(Any& item, Work& work) {
  if (source_.is(Kind::iterator)) return source_.as<IteratorObject>().next(item, work);
  if (at_ >= count_) return false;
  work.spend(1);
  if (source_.is(Kind::text)) {
    const std::size_t length = decode_utf8(source_.text(), at_).length;
    item = Any::text(std::string(source_.text().substr(at_, length)));
    at_ += length;
    return true;
  }
  item = source_.is(Kind::dict) ? source_.key(at_) : source_.item(at_);
  ++at_;
  return true;
}

bool is_iterable(const Any& value) {
  return value.has_items() || value.is(Kind::text) || value.is(Kind::dict) ||
         value.is(Kind::iterator) || value.is(Kind::undefined) || value.is(Kind::loop);
}

bool length_of(const Any& value, std::size_t& length, Work& work) {
  if (value.has_items()) {
    length = value.num_items();
  } else if (value.is(Kind::text)) {
    work.spend_bytes(value.text().size());
    length = python::num_characters(value.text());
  } else if (value.is(Kind::dict)) {
    length = value.num_entries();
  } else if (value.is(Kind::undefined)) {
    length = 0;
  } else {
    return false;
  }
  return true;
}

std::vector<Any> items_of(const Any& value, Work& work) {
  std::vector<Any> items;
  Cursor cursor(value);
  Any item;
  while (cursor.next(item, work)) items.push_back(std::move(item));
  return items;
}

std::vector<Any> pairs_of(const Any& dict, Work& work) {
  work.spend(dict.num_entries());
  std::vector<Any> pairs;
  for (std::size_t i = 0; i < dict.num_entries(); ++i)
    pairs.push_back(Any::tuple({dict.key(i), dict.value(i)}));
  return pairs;
}

Any iterator_over(std::vector<Any> items) {
  return Any::object(Kind::iterator, new ListIterator(std::move(items)));
}

}  // namespace trainyard::chat
