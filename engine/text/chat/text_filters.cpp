// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/text/chat/arithmetic.h"
#include "engine/text/unicode/python_characters.h"
#include "engine/text/chat/filters.h"
#include "engine/text/chat/iteration.h"
#include "engine/text/chat/methods.h"
#include "engine/text/chat/percent_format.h"
#include "engine/text/chat/text_search.h"
#include "engine/text/chat/value_comparison.h"
#include "engine/text/chat/value_text.h"
#include "engine/contract/utf8_sequence.h"

namespace trainyard::chat {
namespace {

Any marked_like(const Any& source, std::string text) {
  Any made = Any::text(std::move(text));
  return source.is_markup() ? std::move(made).as_markup() : made;
}

template <std::string (*change)(std::string_view)>
Any filter_case(const Any& input, Arguments& arguments, Runtime& runtime) {
  take_no_arguments("upper, lower and capitalize", arguments);
  const Any text = soft_text(input, runtime.work);
  runtime.work.spend_bytes(text.text().size());
  return marked_like(text, change(text.text()));
}

// Each word, where words begin behind white space and - ( { [ <.
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

template <bool always>
Any filter_escape(const Any& input, Arguments& arguments, Runtime& runtime) {
  take_no_arguments("escape", arguments);
  if (input.is_markup()) {
    return always ? Any::text(escaped_markup(input.text())).as_markup() : input;
  }
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
  const bool indents_blank = truth_argument(blank, false, runtime.work);
  const bool indents_first = truth_argument(first, false, runtime.work);
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
    if (out.size() > most_text_bytes) fail("chat.too_large");
  }
  return marked_like(input, std::move(out));
}

Any filter_format(const Any& input, Arguments& arguments, Runtime& runtime) {
  if (!arguments.positional.empty() && !arguments.keywords.empty())
    fail("chat.bad_argument", {{"name", "format"}, {"argument", arguments.keywords[0].first}});
  const Any text = soft_text(input, runtime.work);
  Any values;
  if (arguments.keywords.empty()) {
    values = Any::tuple(std::move(arguments.positional));
  } else {
    DictBuilder dict(runtime.work);
    for (auto& [name, value] : arguments.keywords) dict.add(Any::text(name), std::move(value));
    values = std::move(dict).finish();
  }
  return Any::text(percent_format(text.text(), values, runtime.work));
}

Any filter_wordcount(const Any& input, Arguments& arguments, Runtime& runtime) {
  take_no_arguments("wordcount", arguments);
  const Any source = soft_text(input, runtime.work);
  const std::string_view text = source.text();
  std::int64_t count = 0;
  bool in_word = false;
  for (std::size_t at = 0; at < text.size();) {
    const auto [c, length] = decode_utf8(text, at);
    const bool is_word =
        c == '_' || (python::traits_of(c) & (python::trait_alphabetic | python::trait_decimal |
                                             python::trait_digit | python::trait_numeric)) != 0;
    count += is_word && !in_word;
    in_word = is_word;
    at += length;
  }
  return Any::integer(count);
}

Any filter_center(const Any& input, Arguments& arguments, Runtime& runtime) {
  const auto [width] = bind("center", arguments, 0, {"width"});
  Arguments given;
  given.positional.push_back(is_given(width) ? width : Any::integer(80));
  const Any text = soft_text(input, runtime.work);
  const auto method = method_of(text, "center");
  return call_method(method->as<MethodObject>(), given, runtime);
}

Any filter_truncate(const Any& input, Arguments& arguments, Runtime& runtime) {
  const auto [length, cuts, end, leeway] =
      bind("truncate", arguments, 0, {"length", "killwords", "end", "leeway"});
  const std::string_view mark = is_given(end) ? text_argument("truncate", end) : "...";
  const std::int64_t most = is_given(length) ? whole_argument("truncate", length) : 255;
  const std::int64_t more = is_there(leeway) ? whole_argument("truncate", leeway) : 5;
  const auto mark_length = static_cast<std::int64_t>(python::num_characters(mark));
  if (most < mark_length || more < 0) fail_argument("truncate", Any::integer(most));
  std::size_t given = 0;
  if (!length_of(input, given, runtime.work)) fail_argument("truncate", input);
  if (static_cast<std::int64_t>(given) - more <= most) return input;
  const std::string_view text = text_argument("truncate", input);
  std::string_view kept =
      text.substr(0, python::byte_of_character(text, static_cast<std::size_t>(most - mark_length)));
  if (!truth_argument(cuts, false, runtime.work))
    kept = kept.substr(0, std::min(kept.rfind(' '), kept.size()));
  return Any::text(std::string(kept) + std::string(mark));
}

Any filter_tojson(const Any& input, Arguments& arguments, Runtime& runtime) {
  const auto [ascii, indent, separators, sorted] =
      bind("tojson", arguments, 0, {"ensure_ascii", "indent", "separators", "sort_keys"});
  JsonStyle style;
  style.only_ascii = truth_argument(ascii, false, runtime.work);
  style.sort_keys = truth_argument(sorted, false, runtime.work);
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
    {"escape", filter_escape<false>},
    {"e", filter_escape<false>},
    {"forceescape", filter_escape<true>},
    {"indent", filter_indent},
    {"format", filter_format},
    {"wordcount", filter_wordcount},
    {"center", filter_center},
    {"truncate", filter_truncate},
    {"tojson", filter_tojson},
};

}  // namespace

std::span<const Filter> text_filters() { return kTextFilters; }

}  // namespace trainyard::chat
