// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "engine/text/chat/arithmetic.h"
#include "engine/text/unicode/python_characters.h"
#include "engine/text/chat/iteration.h"
#include "engine/text/chat/methods.h"
#include "engine/text/chat/percent_format.h"
#include "engine/text/chat/text_search.h"
#include "engine/text/chat/value_text.h"
#include "engine/contract/utf8_sequence.h"

namespace trainyard::chat {
namespace {

Any like(const Any& self, std::string text) {
  Any made = Any::text(std::move(text));
  return self.is_markup() ? std::move(made).as_markup() : made;
}

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
  take_no_arguments("upper, lower, title, capitalize and swapcase", arguments);
  runtime.work.spend_bytes(self.text().size());
  return like(self, change(self.text()));
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
  for (const std::string_view line :
       lines_of(self.text(), truth_argument(keeps, false, runtime.work)))
    items.push_back(part_of(self, line));
  return Any::list(std::move(items));
}

// The part of the text that start and stop of startswith, find and count leave; where it begins in
// characters. False where it begins behind the end.
bool searched_part(const Any& self, const Any& start, const Any& stop, std::string_view& part,
                   std::int64_t& begin) {
  part = self.text();
  begin = 0;
  if (!is_there(start) && !is_there(stop)) return true;
  const auto length = static_cast<std::int64_t>(python::num_characters(part));
  const auto place = [&](const Any& index, std::int64_t missing) {
    std::int64_t number = is_there(index) ? whole_argument("find", index) : missing;
    if (number < 0) number = std::max<std::int64_t>(number + length, 0);
    return number;
  };
  begin = place(start, 0);
  const std::int64_t end = std::min(place(stop, length), length);
  if (begin > length || begin > end) return false;
  const std::size_t first = python::byte_of_character(part, static_cast<std::size_t>(begin));
  const std::size_t last = python::byte_of_character(part, static_cast<std::size_t>(end));
  part = part.substr(first, last - first);
  return true;
}

template <bool at_begin>
Any text_has_edge(const Any& self, Arguments& arguments, Runtime& runtime) {
  const auto [edge, start, stop] = bind("startswith", arguments, 1, {"prefix", "start", "end"});
  std::string_view part;
  std::int64_t begin = 0;
  const bool is_inside = searched_part(self, start, stop, part, begin);
  const auto has = [&](const Any& text) {
    const std::string_view wanted = text_argument("startswith and endswith", text);
    runtime.work.spend_bytes(wanted.size());
    return is_inside && (at_begin ? part.starts_with(wanted) : part.ends_with(wanted));
  };
  if (!edge.is(Kind::tuple)) return Any::boolean(has(edge));
  for (std::size_t i = 0; i < edge.num_items(); ++i)
    if (has(edge.item(i))) return Any::boolean(true);
  return Any::boolean(false);
}

template <bool from_right, bool must_be>
Any text_find(const Any& self, Arguments& arguments, Runtime& runtime) {
  const auto [wanted, start, stop] = bind("find", arguments, 1, {"sub", "start", "end"});
  const std::string_view text = text_argument("find", wanted);
  runtime.work.spend_bytes(self.text().size());
  std::string_view part;
  std::int64_t begin = 0;
  std::size_t place = std::string_view::npos;
  if (searched_part(self, start, stop, part, begin))
    place = from_right ? part.rfind(text) : part.find(text);
  if (place != std::string_view::npos)
    return Any::integer(begin +
                        static_cast<std::int64_t>(python::num_characters(part.substr(0, place))));
  if (must_be) fail("chat.not_found", {{"name", "index"}});
  return Any::integer(-1);
}

Any text_count(const Any& self, Arguments& arguments, Runtime& runtime) {
  const auto [wanted, start, stop] = bind("count", arguments, 1, {"sub", "start", "end"});
  const std::string_view text = text_argument("count", wanted);
  runtime.work.spend_bytes(self.text().size());
  std::string_view part;
  std::int64_t begin = 0;
  if (!searched_part(self, start, stop, part, begin)) return Any::integer(0);
  if (text.empty())
    return Any::integer(static_cast<std::int64_t>(python::num_characters(part)) + 1);
  std::int64_t count = 0;
  for (std::size_t at = part.find(text); at != std::string_view::npos;
       at = part.find(text, at + text.size()))
    ++count;
  return Any::integer(count);
}

Any text_replace(const Any& self, Arguments& arguments, Runtime& runtime) {
  const auto [old, made, limit] = bind("replace", arguments, 2, {"old", "new", "count"});
  const std::int64_t most = is_given(limit) ? whole_argument("replace", limit) : -1;
  return like(self, replaced(self.text(), text_argument("replace", old),
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
  return like(self, std::move(result));
}

Any text_format(const Any& self, Arguments& arguments, Runtime& runtime) {
  return like(self, brace_format(self.text(), arguments, runtime));
}

template <char align>
Any text_justify(const Any& self, Arguments& arguments, Runtime& runtime) {
  const auto [width, fill] = bind("ljust, rjust and center", arguments, 1, {"width", "fillchar"});
  FieldLayout layout{.align = align};
  layout.width =
      static_cast<std::size_t>(std::max<std::int64_t>(whole_argument("center", width), 0));
  if (is_given(fill)) {
    const std::string_view text = text_argument("center", fill);
    if (text.size() != 1) fail_argument("center", fill);
    layout.fill = text[0];
  }
  runtime.work.spend_bytes(layout.width);
  if (align == '^' && layout.width > python::num_characters(self.text())) {
    // Python puts the odd one of an odd width to the left.
    const std::size_t missing = layout.width - python::num_characters(self.text());
    const std::size_t left = missing / 2 + (missing & layout.width & 1);
    if (layout.width > 100'000) fail("chat.too_large");
    return like(self, std::string(left, layout.fill) + std::string(self.text()) +
                          std::string(missing - left, layout.fill));
  }
  return like(self, laid_out_text(self.text(), layout));
}

Any text_zero_fill(const Any& self, Arguments& arguments, Runtime& runtime) {
  const auto [width] = bind("zfill", arguments, 1, {"width"});
  std::string text(self.text());
  const std::size_t length = python::num_characters(text);
  const auto wanted =
      static_cast<std::size_t>(std::max<std::int64_t>(whole_argument("zfill", width), 0));
  if (wanted > 100'000) fail("chat.too_large");
  runtime.work.spend_bytes(wanted);
  if (wanted > length)
    text.insert(!text.empty() && (text[0] == '-' || text[0] == '+') ? 1 : 0, wanted - length, '0');
  return like(self, std::move(text));
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

// All characters have one of the traits, and there is one.
template <unsigned traits>
Any text_is_all(const Any& self, Arguments& arguments, Runtime& runtime) {
  take_no_arguments("isalpha and its like", arguments);
  runtime.work.spend_bytes(self.text().size());
  for (std::size_t at = 0; at < self.text().size();) {
    const auto [code_point, length] = decode_utf8(self.text(), at);
    if ((python::traits_of(code_point) & traits) == 0) return Any::boolean(false);
    at += length;
  }
  return Any::boolean(traits == python::trait_printable || !self.text().empty());
}

Any text_is_space(const Any& self, Arguments& arguments, Runtime&) {
  take_no_arguments("isspace", arguments);
  return Any::boolean(!self.text().empty() && stripped(self.text(), {}, true, false).empty());
}

template <unsigned wanted, unsigned unwanted>
Any text_is_case(const Any& self, Arguments& arguments, Runtime& runtime) {
  take_no_arguments("islower and isupper", arguments);
  runtime.work.spend_bytes(self.text().size());
  return Any::boolean(is_all_of_case(self.text(), wanted, unwanted));
}

Any unsupported_text_method(const Any&, Arguments&, Runtime&) {
  fail("chat.unsupported", {{"what", "this method of a text"}});
}

}  // namespace

std::vector<Method> text_methods() {
  return {
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
      {"swapcase", text_case<python::swapped_case>},
      {"find", text_find<false, false>},
      {"rfind", text_find<true, false>},
      {"index", text_find<false, true>},
      {"rindex", text_find<true, true>},
      {"count", text_count},
      {"ljust", text_justify<'<'>},
      {"rjust", text_justify<'>'>},
      {"center", text_justify<'^'>},
      {"zfill", text_zero_fill},
      {"partition", text_partition<false>},
      {"rpartition", text_partition<true>},
      {"removeprefix", text_without_edge<true>},
      {"removesuffix", text_without_edge<false>},
      {"isalpha", text_is_all<python::trait_alphabetic>},
      {"isdecimal", text_is_all<python::trait_decimal>},
      {"isdigit", text_is_all<python::trait_digit>},
      {"isnumeric", text_is_all<python::trait_numeric>},
      {"isalnum", text_is_all<python::trait_alphabetic | python::trait_decimal |
                              python::trait_digit | python::trait_numeric>},
      {"isprintable", text_is_all<python::trait_printable>},
      {"isspace", text_is_space},
      {"islower", text_is_case<python::trait_lower, python::trait_upper | python::trait_title>},
      {"isupper", text_is_case<python::trait_upper, python::trait_lower | python::trait_title>},
      {"istitle", unsupported_text_method},
      {"isascii", unsupported_text_method},
      {"isidentifier", unsupported_text_method},
      {"encode", unsupported_text_method},
      {"casefold", unsupported_text_method},
      {"expandtabs", unsupported_text_method},
      {"translate", unsupported_text_method},
      {"maketrans", unsupported_text_method},
      {"format_map", unsupported_text_method},
  };
}

}  // namespace trainyard::chat
