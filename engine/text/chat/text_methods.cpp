// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "engine/text/unicode/python_characters.h"
#include "engine/text/chat/iteration.h"
#include "engine/text/chat/methods.h"
#include "engine/text/chat/text_format.h"
#include "engine/text/chat/text_parts.h"
#include "engine/system/utf8_sequence.h"

namespace trainyard::chat {
namespace {

template <bool at_begin, bool at_end>
Any text_strip(const Any& self, Arguments& arguments, Runtime& runtime) {
  const auto [characters] = bind("strip", arguments, 0, {"chars"});
  runtime.work.spend_bytes(self.text().size());
  std::optional<std::string_view> set;
  if (is_there(characters)) set = text_argument("strip", characters);
  return part_of(self, stripped(self.text(), set, at_begin, at_end));
}

template <std::string (*change)(std::string_view)>
Any text_case(const Any& self, Arguments& arguments, Runtime& runtime) {
  take_no_arguments("upper, lower, title and capitalize", arguments);
  runtime.work.spend_bytes(self.text().size());
  return marked_like(self, change(self.text()));
}

template <bool from_right>
Any text_split(const Any& self, Arguments& arguments, Runtime& runtime) {
  const auto [separator, limit] = bind("split", arguments, 0, {"sep", "maxsplit"});
  const std::int64_t most = is_given(limit) ? whole_argument("split", limit) : -1;
  runtime.work.spend_bytes(self.text().size());
  const auto parts = is_there(separator) ? split_at(self.text(), text_argument("split", separator),
                                                    most, from_right)
                                         : split_at_space(self.text(), most, from_right);
  runtime.work.spend(parts.size());
  std::vector<Any> items;
  for (const std::string_view part : parts) items.push_back(part_of(self, part));
  return Any::list(std::move(items));
}

Any text_split_lines(const Any& self, Arguments& arguments, Runtime& runtime) {
  const auto [keeps] = bind("splitlines", arguments, 0, {"keepends"});
  runtime.work.spend_bytes(self.text().size());
  std::vector<Any> items;
  for (const std::string_view line : lines_of(self.text(), truth_argument(keeps)))
    items.push_back(part_of(self, line));
  return Any::list(std::move(items));
}

template <bool at_begin>
Any text_has_edge(const Any& self, Arguments& arguments, Runtime& runtime) {
  const auto [edge] = bind(at_begin ? "startswith" : "endswith", arguments, 1, {"prefix"});
  const auto has = [&](const Any& text) {
    const std::string_view wanted = text_argument("startswith and endswith", text);
    runtime.work.spend_bytes(wanted.size());
    return at_begin ? self.text().starts_with(wanted) : self.text().ends_with(wanted);
  };
  if (!edge.is(Kind::tuple)) return Any::boolean(has(edge));
  for (std::size_t i = 0; i < edge.num_items(); ++i)
    if (has(edge.item(i))) return Any::boolean(true);
  return Any::boolean(false);
}

// In characters, from the start of the text.
template <bool from_right, bool must_be>
Any text_find(const Any& self, Arguments& arguments, Runtime& runtime) {
  const auto [wanted, start] = bind(must_be ? "index" : "find", arguments, 1, {"sub", "start"});
  const std::string_view text = self.text(), part = text_argument("find", wanted);
  runtime.work.spend_bytes(text.size());
  const std::int64_t length = is_there(start) ? python::num_characters(text) : 0;
  std::int64_t first = is_there(start) ? whole_argument("find", start) : 0;
  if (first < 0) first = std::max<std::int64_t>(first + length, 0);
  const std::size_t begin = python::byte_of_character(text, static_cast<std::size_t>(first));
  std::size_t place = std::string_view::npos;
  if (first <= length) place = from_right ? text.rfind(part) : text.find(part, begin);
  if (place != std::string_view::npos && place >= begin)
    return Any::integer(static_cast<std::int64_t>(python::num_characters(text.substr(0, place))));
  if (must_be) fail("chat.not_found", {{"name", "index"}});
  return Any::integer(-1);
}

Any text_count(const Any& self, Arguments& arguments, Runtime& runtime) {
  const auto [wanted] = bind("count", arguments, 1, {"sub"});
  const std::string_view text = self.text(), part = text_argument("count", wanted);
  runtime.work.spend_bytes(text.size());
  if (part.empty())
    return Any::integer(static_cast<std::int64_t>(python::num_characters(text)) + 1);
  return Any::integer(static_cast<std::int64_t>(split_at(text, part, -1, false).size()) - 1);
}

Any text_replace(const Any& self, Arguments& arguments, Runtime& runtime) {
  const auto [old, made, limit] = bind("replace", arguments, 2, {"old", "new", "count"});
  const std::int64_t most = is_given(limit) ? whole_argument("replace", limit) : -1;
  return marked_like(self, replaced(self.text(), text_argument("replace", old),
                                    text_argument("replace", made), most, runtime.work));
}

Any text_join(const Any& self, Arguments& arguments, Runtime& runtime) {
  const auto [source] = bind("join", arguments, 1, {"iterable"});
  std::string result;
  Cursor cursor(source);
  Any item;
  for (bool is_first = true; cursor.next(item, runtime.work); is_first = false) {
    if (!is_first) result += self.text();
    result += text_argument("join", item);
    runtime.work.spend_bytes(self.text().size() + item.text().size());
  }
  return marked_like(self, std::move(result));
}

Any text_format(const Any& self, Arguments& arguments, Runtime& runtime) {
  return marked_like(self, brace_format(self.text(), arguments, runtime.work));
}

template <bool from_right>
Any text_partition(const Any& self, Arguments& arguments, Runtime& runtime) {
  const auto [separator] = bind("partition", arguments, 1, {"sep"});
  const std::string_view text = self.text(), mark = text_argument("partition", separator);
  if (mark.empty()) fail("chat.empty_separator");
  runtime.work.spend_bytes(text.size());
  const std::size_t place = from_right ? text.rfind(mark) : text.find(mark);
  const Any nothing = part_of(self, text.substr(0, 0));
  if (place == std::string_view::npos)
    return from_right ? Any::tuple({nothing, nothing, self}) : Any::tuple({self, nothing, nothing});
  return Any::tuple({part_of(self, text.substr(0, place)),
                     part_of(self, text.substr(place, mark.size())),
                     part_of(self, text.substr(place + mark.size()))});
}

template <bool at_begin>
Any text_without_edge(const Any& self, Arguments& arguments, Runtime&) {
  const auto [edge] = bind("removeprefix", arguments, 1, {"prefix"});
  const std::string_view text = self.text(), part = text_argument("removeprefix", edge);
  if (at_begin) return text.starts_with(part) ? part_of(self, text.substr(part.size())) : self;
  return text.ends_with(part) ? part_of(self, text.substr(0, text.size() - part.size())) : self;
}

// All characters have one of the traits, and there is at least one.
template <unsigned traits>
Any text_is_all(const Any& self, Arguments& arguments, Runtime& runtime) {
  take_no_arguments("isalpha and its like", arguments);
  runtime.work.spend_bytes(self.text().size());
  for (std::size_t at = 0; at < self.text().size();) {
    const auto [code_point, length] = decode_utf8(self.text(), at);
    if ((python::traits_of(code_point) & traits) == 0) return Any::boolean(false);
    at += length;
  }
  return Any::boolean(!self.text().empty());
}

Any text_is_space(const Any& self, Arguments& arguments, Runtime&) {
  take_no_arguments("isspace", arguments);
  return Any::boolean(!self.text().empty() && stripped(self.text(), {}, true, false).empty());
}

template <bool is_upper>
Any text_is_case(const Any& self, Arguments& arguments, Runtime& runtime) {
  take_no_arguments("islower and isupper", arguments);
  runtime.work.spend_bytes(self.text().size());
  return Any::boolean(is_all_of_case(self.text(), is_upper));
}

constexpr unsigned kAlphanumeric =
    python::trait_alphabetic | python::trait_decimal | python::trait_digit | python::trait_numeric;

constexpr Method kTextMethods[] = {
    {"strip", text_strip<true, true>},
    {"lstrip", text_strip<true, false>},
    {"rstrip", text_strip<false, true>},
    {"split", text_split<false>},
    {"rsplit", text_split<true>},
    {"splitlines", text_split_lines},
    {"startswith", text_has_edge<true>},
    {"endswith", text_has_edge<false>},
    {"replace", text_replace},
    {"join", text_join},
    {"format", text_format},
    {"upper", text_case<python::upper_case>},
    {"lower", text_case<python::lower_case>},
    {"title", text_case<python::title_case>},
    {"capitalize", text_case<python::capitalized>},
    {"find", text_find<false, false>},
    {"rfind", text_find<true, false>},
    {"index", text_find<false, true>},
    {"count", text_count},
    {"partition", text_partition<false>},
    {"rpartition", text_partition<true>},
    {"removeprefix", text_without_edge<true>},
    {"removesuffix", text_without_edge<false>},
    {"isalpha", text_is_all<python::trait_alphabetic>},
    {"isdecimal", text_is_all<python::trait_decimal>},
    {"isdigit", text_is_all<python::trait_digit>},
    {"isnumeric", text_is_all<python::trait_numeric>},
    {"isalnum", text_is_all<kAlphanumeric>},
    {"isspace", text_is_space},
    {"islower", text_is_case<false>},
    {"isupper", text_is_case<true>},
    // Methods that chat templates do not call.
    {"casefold", nullptr},
    {"center", nullptr},
    {"encode", nullptr},
    {"expandtabs", nullptr},
    {"format_map", nullptr},
    {"isascii", nullptr},
    {"isidentifier", nullptr},
    {"isprintable", nullptr},
    {"istitle", nullptr},
    {"ljust", nullptr},
    {"maketrans", nullptr},
    {"rindex", nullptr},
    {"rjust", nullptr},
    {"swapcase", nullptr},
    {"translate", nullptr},
    {"zfill", nullptr},
};

}  // namespace

std::span<const Method> text_methods() { return kTextMethods; }

}  // namespace trainyard::chat
