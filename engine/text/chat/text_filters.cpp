// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "engine/text/chat/arithmetic.h"
#include "engine/text/unicode/python_characters.h"
#include "engine/text/chat/filters.h"
#include "engine/text/chat/iteration.h"
#include "engine/text/chat/text_format.h"
#include "engine/text/chat/text_parts.h"
#include "engine/text/chat/value_text.h"
#include "engine/system/utf8_sequence.h"

namespace trainyard::chat {
namespace {

// The filter's input as text: str(value), which stays marked safe.
Any soft_text(const Any& input, Work& work) {
  return input.is(Kind::text) ? input : Any::text(str_of(input, work));
}

template <std::string (*change)(std::string_view)>
Any filter_case(const Any& input, Arguments& arguments, Runtime& runtime) {
  take_no_arguments("upper, lower and capitalize", arguments);
  const Any text = soft_text(input, runtime.work);
  runtime.work.spend_bytes(text.text().size());
  return marked_like(text, change(text.text()));
}

// Capitalizes each word, where words start after white space and - ( { [ <.
Any filter_title(const Any& input, Arguments& arguments, Runtime& runtime) {
  take_no_arguments("title", arguments);
  const Any source = soft_text(input, runtime.work);
  const std::string_view text = source.text();
  runtime.work.spend_bytes(text.size());
  const auto is_between = [&](char32_t c) {
    return python::is_space(c) || c == '-' || c == '(' || c == '{' || c == '[' || c == '<';
  };
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const auto [first, length] = decode_utf8(text, at);
    if (is_between(first)) {
      out += text.substr(at, length);
      at += length;
      continue;
    }
    std::size_t end = at + length;
    while (end < text.size() && !is_between(decode_utf8(text, end).code_point))
      end += decode_utf8(text, end).length;
    out += python::upper_case(text.substr(at, length));
    out += python::lower_case(text.substr(at + length, end - at - length));
    at = end;
  }
  return Any::text(std::move(out));
}

Any filter_trim(const Any& input, Arguments& arguments, Runtime& runtime) {
  const auto [characters] = bind("trim", arguments, 0, {"chars"});
  const Any text = soft_text(input, runtime.work);
  runtime.work.spend_bytes(text.text().size());
  std::optional<std::string_view> set;
  if (is_there(characters)) set = text_argument("trim", characters);
  return part_of(text, stripped(text.text(), set, true, true));
}

Any filter_replace(const Any& input, Arguments& arguments, Runtime& runtime) {
  const auto [old, made, limit] = bind("replace", arguments, 2, {"old", "new", "count"});
  const std::string text = str_of(input, runtime.work);
  const std::string from = str_of(old, runtime.work), to = str_of(made, runtime.work);
  const std::int64_t most = is_there(limit) ? whole_argument("replace", limit) : -1;
  return Any::text(replaced(text, from, to, most, runtime.work));
}

Any filter_string(const Any& input, Arguments& arguments, Runtime& runtime) {
  take_no_arguments("string", arguments);
  return soft_text(input, runtime.work);
}

Any filter_safe(const Any& input, Arguments& arguments, Runtime& runtime) {
  take_no_arguments("safe", arguments);
  return Any::text(str_of(input, runtime.work)).as_markup();
}

Any filter_escape(const Any& input, Arguments& arguments, Runtime& runtime) {
  take_no_arguments("escape", arguments);
  if (input.is_markup()) return input;
  const std::string text = str_of(input, runtime.work);
  runtime.work.spend_bytes(5 * text.size());
  return Any::text(escaped_markup(text)).as_markup();
}

Any filter_indent(const Any& input, Arguments& arguments, Runtime& runtime) {
  const auto [width, first, blank] = bind("indent", arguments, 0, {"width", "first", "blank"});
  const std::string_view text = text_argument("indent", input);
  std::string indent;
  if (is_given(width) && width.is(Kind::text)) {
    indent = width.text();
  } else {
    const std::int64_t count = is_given(width) ? whole_argument("indent", width) : 4;
    if (count > 100'000) fail("chat.too_large");
    indent.assign(static_cast<std::size_t>(std::max<std::int64_t>(count, 0)), ' ');
  }
  const bool indents_blank = truth_argument(blank);
  const bool indents_first = truth_argument(first);
  const std::string ended = std::string(text) + "\n";
  std::string out = indents_first ? indent : "";
  bool is_first = true;
  for (const std::string_view line : lines_of(ended, false)) {
    runtime.work.spend_bytes(line.size() + indent.size());
    if (!is_first) {
      out += '\n';
      if (indents_blank || !line.empty()) out += indent;
    }
    out += line;
    is_first = false;
    if (out.size() > max_text_bytes) fail("chat.too_large");
  }
  return marked_like(input, std::move(out));
}

Any filter_format(const Any& input, Arguments& arguments, Runtime& runtime) {
  if (!arguments.keywords.empty()) fail_unsupported("format with names");
  const Any text = soft_text(input, runtime.work);
  const Any values = Any::tuple(std::move(arguments.positional));
  return Any::text(percent_format(text.text(), values, runtime.work));
}

Any filter_tojson(const Any& input, Arguments& arguments, Runtime& runtime) {
  const auto [ascii, indent, separators, sorted] =
      bind("tojson", arguments, 0, {"ensure_ascii", "indent", "separators", "sort_keys"});
  JsonStyle style;
  style.only_ascii = truth_argument(ascii);
  style.sort_keys = truth_argument(sorted);
  if (is_there(indent)) {
    style.is_indented = true;
    style.between_items = ",";
    if (indent.is(Kind::text)) {
      style.indent = indent.text();
    } else {
      const std::int64_t width = whole_argument("tojson", indent);
      if (width > 1000) fail("chat.too_large");
      style.indent.assign(static_cast<std::size_t>(std::max<std::int64_t>(width, 0)), ' ');
    }
  }
  if (is_there(separators)) {
    const std::vector<Any> parts = items_of(separators, runtime.work);
    if (parts.size() != 2) fail_argument("tojson", separators);
    style.between_items = text_argument("tojson", parts[0]);
    style.behind_key = text_argument("tojson", parts[1]);
  }
  std::string out;
  append_json(input, style, out, runtime.work);
  return Any::text(std::move(out));
}

constexpr Filter kTextFilters[] = {
    {"upper", filter_case<python::upper_case>},
    {"lower", filter_case<python::lower_case>},
    {"capitalize", filter_case<python::capitalized>},
    {"title", filter_title},
    {"trim", filter_trim},
    {"replace", filter_replace},
    {"string", filter_string},
    {"safe", filter_safe},
    {"escape", filter_escape},
    {"e", filter_escape},
    {"indent", filter_indent},
    {"format", filter_format},
    {"tojson", filter_tojson},
};

}  // namespace

std::span<const Filter> text_filters() { return kTextFilters; }

}  // namespace trainyard::chat
