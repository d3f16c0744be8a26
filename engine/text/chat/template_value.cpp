// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/text/chat/template_value.h"

#include <algorithm>
#include <limits>

#include "engine/text/chat/value_comparison.h"

namespace trainyard::chat {
namespace {

constexpr unsigned kMaxNesting = 200, kForeignNesting = 64;

unsigned nesting_above(unsigned below) {
  if (below + 1 > kMaxNesting) fail("chat.too_deep");
  return below + 1;
}

}  // namespace

Any Any::boolean(bool truth) {
  Any any(Kind::boolean);
  any.content_.truth = truth;
  return any;
}

Any Any::integer(std::int64_t number) {
  Any any(Kind::integer);
  any.content_.integer = number;
  return any;
}

Any Any::real(double number) {
  Any any(Kind::real);
  any.content_.number = number;
  return any;
}

Any Any::borrowed(std::string_view text) {
  if (text.size() > std::numeric_limits<std::uint32_t>::max()) return Any::text(std::string(text));
  Any any(Kind::text);
  any.content_.characters = text.data();
  any.size_ = static_cast<std::uint32_t>(text.size());
  return any;
}

Any Any::text(std::string text) { return object(Kind::text, new TextObject(std::move(text))); }

Any Any::sequence(Kind kind, std::vector<Any> items) {
  auto list = std::make_unique<ListObject>();
  unsigned below = 0;
  for (const Any& item : items) below = std::max(below, item.nesting());
  list->nesting = nesting_above(below);
  list->items = std::move(items);
  return object(kind, list.release());
}

Any Any::object(Kind kind, Object* object) {
  Any any(kind);
  any.content_.object = object;
  any.flags_ = counted;
  ++object->references;
  return any;
}

Any Any::builtin(unsigned which) {
  Any any(Kind::builtin);
  any.size_ = which;
  return any;
}

Any Any::of(const Value& value) {
  if (const auto* text = value.get_if<std::string>()) return borrowed(*text);
  if (const auto* map = value.get_if<Map>()) return of(*map);
  if (const auto* list = value.get_if<List>()) return of(*list);
  if (const auto* truth = value.get_if<bool>()) return boolean(*truth);
  if (const auto* whole = value.get_if<std::int64_t>()) return integer(*whole);
  if (const auto* number = value.get_if<double>()) return real(*number);
  return none();
}

Any Any::of(const List& list) {
  Any any(Kind::list);
  any.content_.list = &list;
  any.flags_ = foreign;
  return any;
}

Any Any::of(const Map& map) {
  Any any(Kind::dict);
  any.content_.map = &map;
  any.flags_ = foreign;
  return any;
}

Any Any::undefined(std::string_view name) {
  Any any = borrowed(name);
  any.kind_ = Kind::undefined;
  return any;
}

Any Any::undefined_named(std::string name) {
  Any any = text(std::move(name));
  any.kind_ = Kind::undefined;
  return any;
}

std::string_view Any::text() const {
  return is_counted() ? std::string_view(as<TextObject>().text)
                      : std::string_view(content_.characters, size_);
}

Any Any::as_markup() && {
  flags_ |= markup;
  return std::move(*this);
}

std::size_t Any::num_items() const {
  return (flags_ & foreign) != 0 ? content_.list->size() : as<ListObject>().items.size();
}

Any Any::item(std::size_t index) const {
  return (flags_ & foreign) != 0 ? of((*content_.list)[index]) : as<ListObject>().items[index];
}

std::size_t Any::num_entries() const {
  return (flags_ & foreign) != 0 ? content_.map->size() : as<DictObject>().entries.size();
}

Any Any::key(std::size_t index) const {
  return (flags_ & foreign) != 0 ? borrowed((*content_.map)[index].first)
                                 : as<DictObject>().entries[index].first;
}

Any Any::value(std::size_t index) const {
  return (flags_ & foreign) != 0 ? of((*content_.map)[index].second)
                                 : as<DictObject>().entries[index].second;
}

bool Any::find(std::string_view key, Any& value) const {
  if ((flags_ & foreign) != 0) {
    for (const auto& [name, content] : *content_.map) {
      if (name != key) continue;
      value = of(content);
      return true;
    }
    return false;
  }
  for (const auto& [name, content] : as<DictObject>().entries) {
    if (!name.is(Kind::text) || name.text() != key) continue;
    value = content;
    return true;
  }
  return false;
}

unsigned Any::nesting() const {
  if ((flags_ & foreign) != 0) return kForeignNesting;
  if (has_items()) return as<ListObject>().nesting;
  if (kind_ == Kind::dict) return as<DictObject>().nesting;
  if (kind_ == Kind::iterator) return as<IteratorObject>().nesting;
  return kind_ == Kind::method ? as<MethodObject>().self.nesting() : 0;
}

bool Any::is_same(const Any& other) const {
  if (kind_ != other.kind_) return false;
  switch (kind_) {
    case Kind::none:
    case Kind::missing:
      return true;
    case Kind::boolean:
      return content_.truth == other.content_.truth;
    case Kind::integer:
      return content_.integer == other.content_.integer;
    case Kind::builtin:
      return size_ == other.size_;
    case Kind::text:
      return text() == other.text();
    default:
      return content_.object == other.content_.object;
  }
}

void DictObject::set(Any key, Any value, Work& work) {
  must_be_hashable(key);
  nesting = std::max(nesting, nesting_above(std::max(key.nesting(), value.nesting())));
  for (auto& [other, content] : entries)
    if (are_equal(other, key, work)) {
      content = std::move(value);
      return;
    }
  entries.emplace_back(std::move(key), std::move(value));
}

Any* SpaceObject::find(std::string_view name) {
  for (auto& [key, value] : entries)
    if (key == name) return &value;
  return nullptr;
}

void SpaceObject::set(std::string_view name, Any value) {
  if (Any* const place = find(name))
    *place = std::move(value);
  else
    entries.emplace_back(name, std::move(value));
}

void must_be_hashable(const Any& value) {
  if (value.is(Kind::list) || value.is(Kind::dict) || value.is(Kind::view))
    fail("chat.not_hashable", {{"type", type_name(value)}});
  for (std::size_t i = 0; value.is(Kind::tuple) && i < value.num_items(); ++i)
    must_be_hashable(value.item(i));
}

std::string type_name(const Any& value) {
  static constexpr const char* kNames[] = {
      "Undefined", "Undefined", "NoneType", "bool",      "int",      "float",
      "str",       "list",      "tuple",    "dict view", "range",    "dict",
      "generator", "Namespace", "Macro",    "function",  "function", "LoopContext"};
  return kNames[static_cast<int>(value.kind())];
}

}  // namespace trainyard::chat
