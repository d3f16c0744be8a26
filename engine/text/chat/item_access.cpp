// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/text/chat/item_access.h"

#include <algorithm>
#include <charconv>

#include "engine/text/unicode/python_characters.h"
#include "engine/text/chat/loop_object.h"
#include "engine/text/chat/methods.h"
#include "engine/text/chat/text_parts.h"
#include "engine/text/chat/value_comparison.h"
#include "engine/system/utf8_sequence.h"

namespace trainyard::chat {
namespace {

bool is_inner_name(std::string_view name) {
  return name.size() > 4 && name.starts_with("__") && name.ends_with("__");
}

// Like Python's getattr; false if there is no such attribute.
bool find_attribute(const Any& object, std::string_view name, Any& value, Runtime& runtime) {
  if (is_inner_name(name)) fail("chat.unsafe", {{"name", std::string(name)}});
  must_be_defined(object);
  if (object.is(Kind::space)) {
    const Any* const entry = object.as<SpaceObject>().find(name);
    if (entry == nullptr) return false;
    if (name.starts_with('_')) fail("chat.unsafe", {{"name", std::string(name)}});
    value = *entry;
    return true;
  }
  if (object.is(Kind::loop) && object.as<LoopObject>().attribute(name, value, runtime.work))
    return true;
  auto method = method_of(object, name);
  if (method) {
    value = *std::move(method);
    return true;
  }
  if (object.is(Kind::loop) || object.is(Kind::macro))
    fail_unsupported((object.is(Kind::loop) ? "loop." : "a macro's ") + std::string(name));
  return false;
}

// The character at an index, which may count from the end.
bool find_character(std::string_view text, std::int64_t index, Any& value, Work& work) {
  work.spend_bytes(text.size());
  if (index < 0) index += static_cast<std::int64_t>(python::num_characters(text));
  if (index < 0) return false;
  const std::size_t at = python::byte_of_character(text, static_cast<std::size_t>(index));
  if (at >= text.size()) return false;
  value = Any::text(std::string(text.substr(at, decode_utf8(text, at).length)));
  return true;
}

// obj[key]; false where Python raises a TypeError or a LookupError.
bool find_item(const Any& object, const Any& key, Any& value, Runtime& runtime) {
  must_be_defined(object);
  if (object.is(Kind::dict)) {
    if (key.is(Kind::list) || key.is(Kind::dict)) return false;
    return find_key(object, key, value, runtime.work);
  }
  if (!key.is_integral()) return false;
  std::int64_t index = key.to_integer();
  if (object.is(Kind::text)) return find_character(object.text(), index, value, runtime.work);
  if (!object.has_items() || object.is(Kind::view)) return false;
  const auto count = static_cast<std::int64_t>(object.num_items());
  if (index < 0) index += count;
  if (index < 0 || index >= count) return false;
  value = object.item(static_cast<std::size_t>(index));
  return true;
}

struct Bounds {
  std::int64_t start, step, count;
};

// The start and length of a slice, according to Python's slice.indices.
Bounds bounds_of(const Any& start, const Any& stop, const Any& step, std::int64_t length) {
  const auto given = [](const Any& index, std::int64_t& number) {
    if (!is_there(index)) return false;
    must_be_defined(index);
    if (!index.is_integral()) fail("chat.slice_index", {{"type", type_name(index)}});
    number = index.to_integer();
    return true;
  };
  std::int64_t by = 1;
  given(step, by);
  if (by == 0) fail("chat.slice_step");
  by = std::clamp<std::int64_t>(by, -(std::int64_t{1} << 40), std::int64_t{1} << 40);
  const std::int64_t lowest = by < 0 ? -1 : 0, highest = by < 0 ? length - 1 : length;
  const auto place = [&](const Any& index, std::int64_t missing) {
    std::int64_t number = 0;
    if (!given(index, number)) return missing;
    if (number < 0) number = number < -length ? lowest : number + length;
    return std::clamp(number, lowest, highest);
  };
  const std::int64_t begin = place(start, by < 0 ? highest : lowest);
  const std::int64_t end = place(stop, by < 0 ? lowest : highest);
  const std::int64_t distance = by > 0 ? end - begin : begin - end;
  const std::int64_t size = by > 0 ? by : -by;
  return {begin, by, distance > 0 ? (distance + size - 1) / size : 0};
}

Any text_slice(const Any& object, const Bounds& bounds) {
  const std::string_view text = object.text();
  if (bounds.step == 1) {
    const std::size_t begin =
        python::byte_of_character(text, static_cast<std::size_t>(bounds.start));
    const std::string_view rest = text.substr(begin);
    return part_of(object, rest.substr(0, python::byte_of_character(
                                              rest, static_cast<std::size_t>(bounds.count))));
  }
  std::vector<std::size_t> begins;
  for (std::size_t at = 0; at < text.size(); at += decode_utf8(text, at).length)
    begins.push_back(at);
  std::string result;
  for (std::int64_t i = 0; i < bounds.count; ++i) {
    const std::size_t at = begins[static_cast<std::size_t>(bounds.start + i * bounds.step)];
    result += text.substr(at, decode_utf8(text, at).length);
  }
  return marked_like(object, std::move(result));
}

}  // namespace

Any attribute_of(const Any& object, const std::string& name, bool may_be_a_method,
                 Runtime& runtime) {
  Any value;
  if (object.is(Kind::dict)) runtime.work.spend(object.num_entries() / 16);
  if (object.is(Kind::dict) && !may_be_a_method)
    return object.find(name, value) ? value : Any::undefined(name);
  if (find_attribute(object, name, value, runtime)) return value;
  if (object.is(Kind::dict) && object.find(name, value)) return value;
  return Any::undefined(name);
}

Any item_of(const Any& object, const Any& key, Runtime& runtime) {
  Any value;
  if (find_item(object, key, value, runtime)) return value;
  if (!key.is(Kind::text)) return Any::undefined("an item");
  if (find_attribute(object, key.text(), value, runtime)) return value;
  return Any::undefined_named(std::string(key.text()));
}

Any slice_of(const Any& object, const Any& start, const Any& stop, const Any& step,
             Runtime& runtime) {
  must_be_defined(object);
  if (!object.is(Kind::text) && (!object.has_items() || object.is(Kind::view)))
    fail("chat.not_sliceable", {{"type", type_name(object)}});
  const std::size_t length =
      object.is(Kind::text) ? python::num_characters(object.text()) : object.num_items();
  runtime.work.spend_bytes(length);
  const Bounds bounds = bounds_of(start, stop, step, static_cast<std::int64_t>(length));
  if (object.is(Kind::text)) return text_slice(object, bounds);
  runtime.work.spend(static_cast<std::size_t>(bounds.count));
  std::vector<Any> items;
  items.reserve(static_cast<std::size_t>(bounds.count));
  for (std::int64_t i = 0; i < bounds.count; ++i)
    items.push_back(object.item(static_cast<std::size_t>(bounds.start + i * bounds.step)));
  return Any::sequence(object.kind(), std::move(items));
}

std::vector<Any> attribute_path(const Any& attribute) {
  if (!is_there(attribute)) return {};
  if (!attribute.is(Kind::text)) return {attribute};
  std::vector<Any> path;
  std::string_view rest = attribute.text();
  for (bool more = true; more;) {
    const std::size_t dot = rest.find('.');
    const std::string_view part = rest.substr(0, dot);
    more = dot != std::string_view::npos;
    if (more) rest.remove_prefix(dot + 1);
    std::int64_t number = 0;
    const auto read = std::from_chars(part.data(), part.data() + part.size(), number);
    const bool is_number = !part.empty() && part[0] != '-' && read.ec == std::errc() &&
                           read.ptr == part.data() + part.size();
    path.push_back(is_number ? Any::integer(number) : Any::text(std::string(part)));
  }
  return path;
}

Any followed(Any object, const std::vector<Any>& path, Runtime& runtime) {
  for (const Any& part : path) object = item_of(object, part, runtime);
  return object;
}

}  // namespace trainyard::chat
