// SPDX-License-Identifier: GPL-3.0-or-later
#include <charconv>

#include "engine/text/chat/item_access.h"
#include "engine/text/chat/percent_format.h"
#include "engine/text/chat/value_text.h"

namespace trainyard::chat {
namespace {

bool is_all_digits(std::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

[[noreturn]] void fail_braces(std::string_view format) {
  fail("chat.bad_format", {{"format", std::string(format)}});
}

std::size_t number_in(std::string_view digits) {
  std::size_t number = 0;
  if (std::from_chars(digits.data(), digits.data() + digits.size(), number).ec != std::errc() ||
      number > 1'000'000)
    fail_braces(digits);
  return number;
}

class BraceFormatter {
 public:
  BraceFormatter(std::string_view format, Arguments& arguments, Runtime& runtime)
      : format_(format), arguments_(arguments), runtime_(runtime) {}

  std::string write() {
    std::string out;
    for (std::size_t at = 0; at < format_.size();) {
      const char c = format_[at];
      const bool is_doubled = at + 1 < format_.size() && format_[at + 1] == c;
      if (c != '{' && c != '}') {
        out += c;
        ++at;
      } else if (is_doubled) {
        out += c;
        at += 2;
      } else if (c == '}') {
        fail_braces(format_);
      } else {
        const std::size_t end = format_.find('}', at);
        if (end == std::string_view::npos) fail_braces(format_);
        write_field(format_.substr(at + 1, end - at - 1), out);
        at = end + 1;
      }
      if (out.size() > most_text_bytes) fail("chat.too_large");
    }
    runtime_.work.spend_bytes(out.size());
    return out;
  }

 private:
  void write_field(std::string_view field, std::string& out) {
    if (field.find('{') != std::string_view::npos)
      fail("chat.unsupported", {{"what", "a field inside of a field"}});
    std::string_view specification;
    if (const std::size_t colon = field.find(':'); colon != std::string_view::npos) {
      specification = field.substr(colon + 1);
      field = field.substr(0, colon);
    }
    char conversion = '\0';
    if (const std::size_t mark = field.find('!'); mark != std::string_view::npos) {
      if (mark + 2 != field.size()) fail_braces(format_);
      conversion = field[mark + 1];
      field = field.substr(0, mark);
    }
    Any value = value_of(field);
    if (conversion == 's')
      value = Any::text(str_of(value, runtime_.work));
    else if (conversion == 'r') {
      std::string text;
      append_repr(value, text, runtime_.work);
      value = Any::text(std::move(text));
    } else if (conversion != '\0') {
      fail_braces(format_);
    }
    out += laid_out(value, specification);
  }

  // The argument that a field's first part names, and what its other parts find in it.
  Any value_of(std::string_view field) {
    const std::size_t end = std::min(field.find_first_of(".["), field.size());
    Any value = argument(field.substr(0, end));
    std::string_view rest = field.substr(end);
    while (!rest.empty()) {
      if (rest[0] == '.') {
        const std::size_t stop = std::min(rest.find_first_of(".[", 1), rest.size());
        value = attribute_of(value, rest.substr(1, stop - 1), runtime_);
        rest = rest.substr(stop);
        continue;
      }
      const std::size_t stop = rest.find(']');
      if (rest[0] != '[' || stop == std::string_view::npos || stop == 1) fail_braces(format_);
      const std::string_view key = rest.substr(1, stop - 1);
      value = item_of(value,
                      is_all_digits(key) ? Any::integer(static_cast<std::int64_t>(number_in(key)))
                                         : Any::text(std::string(key)),
                      runtime_);
      rest = rest.substr(stop + 1);
    }
    return value;
  }

  Any argument(std::string_view name) {
    if (name.empty() || is_all_digits(name)) {
      const bool counts = name.empty();
      if (numbering_ != Numbering::none && (numbering_ == Numbering::counted) != counts)
        fail_braces(format_);
      numbering_ = counts ? Numbering::counted : Numbering::named;
      const std::size_t place = counts ? next_++ : number_in(name);
      if (place >= arguments_.positional.size()) fail_braces(format_);
      return arguments_.positional[place];
    }
    for (const auto& [key, value] : arguments_.keywords)
      if (key == name) return value;
    fail_braces(format_);
  }

  std::string laid_out(const Any& value, std::string_view specification) {
    if (specification.empty()) return str_of(value, runtime_.work);
    const bool is_number =
        value.is(Kind::integer) || value.is(Kind::real) || value.is(Kind::boolean);
    if (!is_number && !value.is(Kind::text)) fail_argument("format", value);
    FieldLayout layout = layout_of(specification);
    const std::string_view allowed = value.is(Kind::text)   ? "s"
                                     : value.is(Kind::real) ? "eEfFgG%"
                                                            : "bdoxXeEfFgG%";
    if (layout.type != '\0' && allowed.find(layout.type) == std::string_view::npos)
      fail_braces(specification);
    if (value.is(Kind::text)) {
      if (layout.sign != '\0' || layout.align == '=' || !layout.grouping.empty())
        fail_braces(specification);
      return laid_out_text(value.text(), layout);
    }
    if (value.is_whole() && layout.precision >= 0 &&
        std::string_view("eEfFgG%").find(layout.type) == std::string_view::npos)
      fail_braces(specification);
    if (layout.type == 'd') layout.type = '\0';
    if (value.is(Kind::boolean) && layout.type == '\0' && specification.back() != 'd')
      return laid_out_number(Any::integer(value.whole()), layout);
    return laid_out_number(value, layout);
  }

  FieldLayout layout_of(std::string_view text) const {
    static constexpr std::string_view kAligns = "<>=^";
    FieldLayout layout;
    const auto starts = [&](std::string_view set) {
      return !text.empty() && set.find(text[0]) != std::string_view::npos;
    };
    const auto take = [&] {
      const char c = text[0];
      text.remove_prefix(1);
      return c;
    };
    if (text.size() > 1 && kAligns.find(text[1]) != std::string_view::npos) {
      layout.fill = take();
      layout.align = take();
    } else if (starts(kAligns)) {
      layout.align = take();
    }
    if (starts("+- ")) {
      const char sign = take();
      if (sign != '-') layout.sign = sign;
    }
    if (starts("#")) layout.alternate = take() == '#';
    if (starts("0")) {
      take();
      if (layout.align == '\0') {
        layout.align = '=';
        layout.fill = '0';
      }
    }
    const auto digits = [&] {
      const std::size_t end = std::min(text.find_first_not_of("0123456789"), text.size());
      const std::string_view number = text.substr(0, end);
      text.remove_prefix(end);
      return number;
    };
    if (const std::string_view width = digits(); !width.empty()) layout.width = number_in(width);
    if (starts(",_")) layout.grouping = take() == ',' ? "," : "_";
    if (starts(".")) {
      take();
      layout.precision = static_cast<int>(number_in(digits()));
    }
    if (!text.empty()) layout.type = take();
    if (!text.empty()) fail_braces(format_);
    return layout;
  }

  enum class Numbering { none, counted, named };
  std::string_view format_;
  Arguments& arguments_;
  Runtime& runtime_;
  Numbering numbering_ = Numbering::none;
  std::size_t next_ = 0;
};

}  // namespace

std::string brace_format(std::string_view format, Arguments& arguments, Runtime& runtime) {
  return BraceFormatter(format, arguments, runtime).write();
}

}  // namespace trainyard::chat
