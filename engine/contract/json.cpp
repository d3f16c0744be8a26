// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/contract/json.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <unordered_map>
#include <vector>
#include <nlohmann/json.hpp>

#include "engine/contract/messages.h"
#include "engine/system/utf8_sequence.h"

namespace trainyard {
namespace {

constexpr std::size_t kJsonDepthLimit = 64;

void append_escape(std::string& out, unsigned char byte) {
  constexpr char digits[] = "0123456789abcdef";
  switch (byte) {
    case '\n':
      out += "\\n";
      break;
    case '\r':
      out += "\\r";
      break;
    case '\t':
      out += "\\t";
      break;
    default:
      out += std::string("\\u00") + digits[byte >> 4] + digits[byte & 15];
  }
}

void append_text(std::string& out, std::string_view text) {
  out += '"';
  for (std::size_t at = 0; at < text.size();) {
    const auto byte = static_cast<unsigned char>(text[at]);
    const std::size_t length = utf8_sequence_length(text, at);
    if (length == 0) {
      out += "\xef\xbf\xbd";
      ++at;
      continue;
    }
    if (byte == '"' || byte == '\\') {
      out += '\\';
      out += text[at];
    } else if (byte < 0x20 || byte == 0x7f) {
      append_escape(out, byte);
    } else {
      out += text.substr(at, length);
    }
    at += length;
  }
  out += '"';
}

void append_real(std::string& out, double number) {
  if (std::isnan(number)) {
    out += "\"NaN\"";
  } else if (std::isinf(number)) {
    out += number > 0 ? "\"Infinity\"" : "\"-Infinity\"";
  } else {
    char buffer[40];
    const auto end = std::to_chars(buffer, buffer + sizeof buffer, number).ptr;
    const std::string_view digits(buffer, static_cast<std::size_t>(end - buffer));
    out += digits;
    if (digits.find_first_of(".e") == digits.npos) out += ".0";
  }
}

void append(std::string& out, const Value& value) {
  if (const auto* truth = value.get_if<bool>()) {
    out += *truth ? "true" : "false";
  } else if (const auto* whole = value.get_if<std::int64_t>()) {
    out += std::to_string(*whole);
  } else if (const auto* real = value.get_if<double>()) {
    append_real(out, *real);
  } else if (const auto* text = value.get_if<std::string>()) {
    append_text(out, *text);
  } else if (const auto* list = value.get_if<List>()) {
    out += '[';
    for (const Value& item : *list) {
      if (&item != list->data()) out += ',';
      append(out, item);
    }
    out += ']';
  } else if (const auto* map = value.get_if<Map>()) {
    out += '{';
    for (const auto& entry : *map) {
      if (&entry != map->data()) out += ',';
      append_text(out, entry.first);
      out += ':';
      append(out, entry.second);
    }
    out += '}';
  } else {
    out += "null";
  }
}

// Builds a Value from the parser's events; keys stay in order, and the last of equal keys wins.
class JsonBuilder : public nlohmann::json_sax<nlohmann::json> {
 public:
  bool null() override { return put(Value()); }
  bool boolean(bool truth) override { return put(truth); }
  bool number_integer(number_integer_t number) override {
    return put(static_cast<std::int64_t>(number));
  }
  bool number_unsigned(number_unsigned_t number) override {
    if (number > static_cast<number_unsigned_t>(std::numeric_limits<std::int64_t>::max()))
      return put(static_cast<double>(number));
    return put(static_cast<std::int64_t>(number));
  }
  bool number_float(number_float_t number, const string_t&) override { return put(number); }
  bool string(string_t& text) override {
    if (text == "NaN") return put(std::numeric_limits<double>::quiet_NaN());
    if (text == "Infinity") return put(std::numeric_limits<double>::infinity());
    if (text == "-Infinity") return put(-std::numeric_limits<double>::infinity());
    return put(std::move(text));
  }
  bool binary(binary_t&) override { return false; }
  bool start_object(std::size_t) override { return open(Map{}); }
  bool key(string_t& text) override {
    keys_.back().current = std::move(text);
    return true;
  }
  bool end_object() override { return close(); }
  bool start_array(std::size_t) override { return open(List{}); }
  bool end_array() override { return close(); }
  bool parse_error(std::size_t position, const std::string&,
                   const nlohmann::detail::exception&) override {
    const auto added =
        std::ranges::count_if(*quotes, [&](std::size_t place) { return place < position; });
    problem =
        make_error("json.unexpected", {{"byte", static_cast<std::int64_t>(position) - added}});
    return false;
  }

  Value root;
  std::optional<Error> problem;
  const std::vector<std::size_t>* quotes = nullptr;  // positions of bytes that were inserted into
                                                     // the given text

 private:
  bool open(Value value) {
    if (open_.size() >= kJsonDepthLimit) {
      problem =
          make_error("json.too_deep", {{"limit", static_cast<std::int64_t>(kJsonDepthLimit)}});
      return false;
    }
    open_.push_back(std::move(value));
    keys_.emplace_back();
    return true;
  }
  bool close() {
    Value value = std::move(open_.back());
    open_.pop_back();
    keys_.pop_back();
    return put(std::move(value));
  }
  bool put(Value value) {
    if (open_.empty()) {
      root = std::move(value);
    } else if (auto* list = std::get_if<List>(&open_.back())) {
      list->push_back(std::move(value));
    } else {
      auto& map = std::get<Map>(open_.back());
      const auto [place, is_new] = keys_.back().positions.emplace(keys_.back().current, map.size());
      if (is_new)
        map.emplace_back(place->first, std::move(value));
      else
        map[place->second].second = std::move(value);
    }
    return true;
  }

  struct Keys {
    std::string current;
    std::unordered_map<std::string, std::size_t> positions;
  };
  std::vector<Value> open_;
  std::vector<Keys> keys_;
};

bool is_name_part(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

// Python's json writes non-finite numbers as bare words. They are quoted, as everywhere here;
// `places` are the positions of the inserted quotes.
std::string with_quoted_words(std::string_view text, std::vector<std::size_t>& places) {
  constexpr std::string_view kWords[] = {"NaN", "-Infinity", "Infinity"};
  std::string quoted;
  const auto put_quote = [&] {
    places.push_back(quoted.size());
    quoted += '"';
  };
  bool is_in_text = false;
  for (std::size_t at = 0; at < text.size();) {
    const std::string_view* word = nullptr;
    for (const std::string_view& known : kWords)
      if (!is_in_text && text.substr(at).starts_with(known)) word = &known;
    const bool is_alone =
        word && (at == 0 || !is_name_part(text[at - 1])) &&
        (at + word->size() >= text.size() || !is_name_part(text[at + word->size()]));
    if (is_alone) {
      put_quote();
      quoted += *word;
      put_quote();
      at += word->size();
      continue;
    }
    const bool is_escape = is_in_text && text[at] == '\\' && at + 1 < text.size();
    if (text[at] == '"') is_in_text = !is_in_text;
    quoted += text.substr(at, is_escape ? 2 : 1);
    at += is_escape ? 2 : 1;
  }
  return quoted;
}

Result<Value> parse_strictly(std::string_view text, const std::vector<std::size_t>& quotes) {
  JsonBuilder builder;
  builder.quotes = &quotes;
  if (!nlohmann::json::sax_parse(text.begin(), text.end(), &builder))
    return make_error(
        "json.malformed",
        {{"problem", as_argument(builder.problem.value_or(make_error("json.nothing", {})))}});
  return std::move(builder.root);
}

}  // namespace

std::string to_json(const Value& value) {
  std::string out;
  append(out, value);
  return out;
}

Result<Value> parse_json(std::string_view text) {
  std::vector<std::size_t> quotes;
  auto parsed = parse_strictly(text, quotes);
  if (parsed || (text.find("NaN") == text.npos && text.find("Infinity") == text.npos))
    return parsed;
  const std::string quoted = with_quoted_words(text, quotes);
  return quotes.empty() ? std::move(parsed) : parse_strictly(quoted, quotes);
}

std::optional<std::string> json_text(const Value& value) {
  if (const std::string* text = value.get_if<std::string>()) return *text;
  const double* number = value.get_if<double>();
  if (number == nullptr || std::isfinite(*number)) return std::nullopt;
  return std::isnan(*number) ? "NaN" : *number > 0 ? "Infinity" : "-Infinity";
}

}  // namespace trainyard
