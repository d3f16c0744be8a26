// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/contract/experiment/field_value.h"

#include <algorithm>
#include <regex>

#include "engine/system/comma_list.h"
#include "engine/contract/experiment/nearest.h"
#include "engine/contract/experiment/scalar.h"

namespace trainyard {
namespace {

using NodeKind = YamlNode::Kind;

constexpr std::size_t kPatternLengthLimit = 4096;  // std::regex recurses once per character

std::string found_words(const YamlNode& node) {
  switch (node.kind) {
    case NodeKind::sequence:
      return "a list";
    case NodeKind::mapping:
      return "a mapping";
    case NodeKind::null:
      return "nothing";
    case NodeKind::scalar:
      break;
  }
  const std::string text = node.text.size() > 60 ? node.text.substr(0, 57) + "..." : node.text;
  return node.plain ? text : "the text \"" + text + "\"";
}

// 010 -> 10
std::string without_zeros(const std::string& text) {
  std::string sign, digits = text;
  if (text.front() == '-' || text.front() == '+') {
    sign = text.front() == '-' ? "-" : "";
    digits = text.substr(1);
  }
  const auto first = digits.find_first_not_of('0');
  return first == digits.npos ? "0" : sign + digits.substr(first);
}

FieldProblem scalar_problem(const std::string& field, const Scalar& scalar,
                            const std::string& text) {
  if (scalar.kind == Scalar::Kind::leading_zero)
    return {"field.leading_zero",
            {{"field", field}, {"found", text}, {"suggestion", without_zeros(text)}}};
  if (scalar.kind == Scalar::Kind::too_large)
    return {"field.number_too_large", {{"field", field}, {"found", text}}};
  return {"field.non_finite", {{"field", field}, {"found", text}}};
}

// Reads one node for one field; the result is in `out`.
class Reader {
 public:
  Reader(const FieldDescription& field, FieldReading& out) : field_(field), out_(out) {}

  void read(const YamlNode& node) {
    if (node.broken) return;
    if (is_null(node)) return read_null(node);
    switch (field_.kind) {
      case Kind::text_list:
        return read_list(node);
      case Kind::text_map:
        return read_text_map(node);
      case Kind::value_map:
        return read_value_map(node);
      case Kind::text:
      case Kind::choice:
        return read_text(node);
      default:
        return read_number(node);
    }
  }

 private:
  static bool is_null(const YamlNode& node) {
    if (node.kind == NodeKind::null) return true;
    return node.kind == NodeKind::scalar && node.plain && read_scalar(node.text).value.is_null();
  }
  void problem(const char* code, Map more, int item = -1) {
    Map arguments{{"field", field_.path}};
    arguments.insert(arguments.end(), more.begin(), more.end());
    out_.problems.push_back({code, std::move(arguments), item});
  }
  void wrong_type(const YamlNode& node) {
    problem("field.wrong_type",
            {{"expected", expected_words(field_)}, {"found", found_words(node)}});
  }
  void read_null(const YamlNode&) {
    if (field_.nullable)
      out_.value = Value();
    else if (field_.kind == Kind::text_list)  // a key whose lines are all commented out
      out_.value = List();
    else if (field_.kind == Kind::text_map || field_.kind == Kind::value_map)
      out_.value = Map();
    else
      problem("field.null",
              {{"expected", expected_words(field_)}, {"default", spell(field_.default_value)}});
  }
  void read_text(const YamlNode& node) {
    if (node.kind != NodeKind::scalar) return wrong_type(node);
    out_.value = node.text;
  }
  void read_number(const YamlNode& node) {
    if (node.kind != NodeKind::scalar) return wrong_type(node);
    if (field_.kind == Kind::auto_integer && node.text == "auto") {
      out_.value = "auto";
      return;
    }
    if (!node.plain) return wrong_type(node);
    Scalar scalar = read_scalar(node.text);
    if (scalar.kind == Scalar::Kind::too_large && field_.kind == Kind::real) {
      scalar = read_scalar(node.text + ".0");  // the same digits as a real
    }
    if (scalar.kind != Scalar::Kind::value && field_.kind != Kind::boolean) {
      out_.problems.push_back(scalar_problem(field_.path, scalar, node.text));
      return;
    }
    if (const auto* whole = scalar.value.get_if<std::int64_t>(); whole && field_.kind == Kind::real)
      scalar.value = static_cast<double>(*whole);
    if (!has_kind(field_, scalar.value)) return wrong_type(node);
    out_.value = std::move(scalar.value);
  }
  void read_list(const YamlNode& node) {
    if (node.kind != NodeKind::sequence) return wrong_type(node);
    List list;
    for (std::size_t i = 0; i < node.items.size(); ++i) {
      const YamlNode& item = node.items[i];
      if (item.broken) continue;
      if (item.kind != NodeKind::scalar)
        problem("field.item_type", {{"found", found_words(item)}}, static_cast<int>(i));
      else
        list.emplace_back(item.text);
    }
    if (out_.problems.empty()) out_.value = std::move(list);
  }
  void read_text_map(const YamlNode& node) {
    if (node.kind != NodeKind::mapping) return wrong_type(node);
    Map map;
    for (std::size_t i = 0; i < node.entries.size(); ++i) {
      const auto& [key, item] = node.entries[i];
      if (item.broken) continue;
      if (is_null(item))
        map.emplace_back(key.text, Value());
      else if (item.kind != NodeKind::scalar)
        problem("field.item_type", {{"found", found_words(item)}}, static_cast<int>(i));
      else
        map.emplace_back(key.text, item.text);
    }
    if (out_.problems.empty()) out_.value = std::move(map);
  }
  void read_value_map(const YamlNode& node) {
    if (node.kind != NodeKind::mapping) return wrong_type(node);
    Map map;
    for (std::size_t i = 0; i < node.entries.size(); ++i) {
      const auto& [key, item] = node.entries[i];
      const std::size_t before = out_.problems.size();
      map.emplace_back(key.text, to_value(item, field_.path + "." + key.text, out_.problems));
      for (std::size_t j = before; j < out_.problems.size(); ++j)
        out_.problems[j].item = static_cast<int>(i);
    }
    if (out_.problems.empty()) out_.value = std::move(map);
  }

  const FieldDescription& field_;
  FieldReading& out_;
};

const std::regex& compiled(const std::string& pattern) {
  thread_local std::map<std::string, std::regex> cache;
  auto found = cache.find(pattern);
  if (found == cache.end())
    found = cache.emplace(pattern, std::regex(pattern, std::regex::ECMAScript)).first;
  return found->second;
}

// Checks the texts of one field: single ones, list items, keys and values of a map.
class Checker {
 public:
  Checker(const FieldDescription& field, std::vector<FieldProblem>& out)
      : field_(field), out_(out) {}

  void number(double value, const Value& found) {
    const auto refuse = [&](const char* code, const char* name, double bound) {
      const bool is_whole = field_.kind == Kind::integer || field_.kind == Kind::auto_integer;
      problem(code,
              {{name, is_whole ? Value(static_cast<std::int64_t>(bound)) : Value(bound)},
               {"found", spell(found)}},
              -1);
    };
    if (field_.minimum && field_.exclusive_minimum && value <= *field_.minimum)
      return refuse("field.not_above", "minimum", *field_.minimum);
    if (field_.minimum && !field_.exclusive_minimum && value < *field_.minimum)
      return refuse("field.too_small", "minimum", *field_.minimum);
    if (field_.maximum && field_.exclusive_maximum && value >= *field_.maximum)
      return refuse("field.not_below", "maximum", *field_.maximum);
    if (field_.maximum && !field_.exclusive_maximum && value > *field_.maximum)
      return refuse("field.too_large", "maximum", *field_.maximum);
  }
  void choice(const std::string& text) {
    if (std::find(field_.choices.begin(), field_.choices.end(), text) != field_.choices.end())
      return;
    Map arguments{{"choices", comma_list(field_.choices)}, {"found", text}};
    const auto near = nearest(text, field_.choices);
    if (near) arguments.emplace_back("nearest", *near);
    problem(near ? "field.choice_near" : "field.choice", std::move(arguments), -1);
  }
  void text(const std::string& text, int item) {
    if (!clean(text, item)) return;
    if (field_.is_path && text.starts_with('-'))
      return problem("field.leading_dash", {{"found", text}}, item);
    if (field_.is_path && text.empty()) return problem("field.empty", {}, item);
    if (field_.kind == Kind::text || field_.kind == Kind::text_list) matches(text, item);
  }
  bool clean(const std::string& text, int item) {
    const auto is_refused = [&](char c) {
      const auto byte = static_cast<unsigned char>(c);
      if (c == '\t') return false;
      if (c == '\n') return !field_.multiline;
      return byte < 0x20 || byte == 0x7f;
    };
    if (std::none_of(text.begin(), text.end(), is_refused)) return true;
    problem("field.control_character", {}, item);
    return false;
  }
  void matches(const std::string& text, int item) {
    if (field_.pattern.empty()) return;
    if (text.size() > kPatternLengthLimit)
      return problem("field.too_long",
                     {{"length", static_cast<std::int64_t>(text.size())},
                      {"limit", static_cast<std::int64_t>(kPatternLengthLimit)}},
                     item);
    if (std::regex_match(text, compiled(field_.pattern))) return;
    if (text.empty()) return problem("field.empty", {}, item);
    const std::string after_dashes =
        text.substr(std::min(text.find_first_not_of('-'), text.size()));
    if (text.starts_with('-') && std::regex_match(after_dashes, compiled(field_.pattern)))
      return problem("field.leading_dash", {{"found", text}}, item);
    const std::string& words = field_.pattern_words.empty() ? field_.pattern : field_.pattern_words;
    problem("field.pattern", {{"expected", words}, {"found", text}}, item);
  }

 private:
  void problem(const char* code, Map more, int item) {
    Map arguments{{"field", field_.path}};
    arguments.insert(arguments.end(), more.begin(), more.end());
    out_.push_back({code, std::move(arguments), item});
  }
  const FieldDescription& field_;
  std::vector<FieldProblem>& out_;
};

}  // namespace

FieldReading read_field(const FieldDescription& field, const YamlNode& node) {
  FieldReading out;
  Reader(field, out).read(node);
  return out;
}

std::vector<FieldProblem> check_field(const FieldDescription& field, const Value& value) {
  std::vector<FieldProblem> out;
  Checker checker(field, out);
  if (const auto* whole = value.get_if<std::int64_t>()) {
    checker.number(static_cast<double>(*whole), value);
  } else if (const auto* real = value.get_if<double>()) {
    checker.number(*real, value);
  } else if (const auto* text = value.get_if<std::string>()) {
    if (field.kind == Kind::choice)
      checker.choice(*text);
    else if (field.kind == Kind::text)
      checker.text(*text, -1);
  } else if (const auto* list = value.get_if<List>()) {
    for (std::size_t i = 0; i < list->size(); ++i)
      if (const auto* item = (*list)[i].get_if<std::string>())
        checker.text(*item, static_cast<int>(i));
  } else if (const auto* map = value.get_if<Map>()) {
    for (std::size_t i = 0; i < map->size(); ++i) {
      const auto& [key, item] = (*map)[i];
      if (checker.clean(key, static_cast<int>(i))) checker.matches(key, static_cast<int>(i));
      if (const auto* held = item.get_if<std::string>()) checker.text(*held, static_cast<int>(i));
    }
  }
  return out;
}

bool has_kind(const FieldDescription& field, const Value& value) {
  if (value.is_null()) return field.nullable;
  const auto is_text = [](const Value& item) { return item.get_if<std::string>() != nullptr; };
  switch (field.kind) {
    case Kind::boolean:
      return value.get_if<bool>() != nullptr;
    case Kind::integer:
      return value.get_if<std::int64_t>() != nullptr;
    case Kind::real:
      return value.get_if<double>() != nullptr || value.get_if<std::int64_t>() != nullptr;
    case Kind::text:
    case Kind::choice:
      return is_text(value);
    case Kind::auto_integer:
      return value.get_if<std::int64_t>() != nullptr ||
             (is_text(value) && *value.get_if<std::string>() == "auto");
    case Kind::text_list: {
      const auto* list = value.get_if<List>();
      return list != nullptr && std::all_of(list->begin(), list->end(), is_text);
    }
    case Kind::text_map: {
      const auto* map = value.get_if<Map>();
      return map != nullptr && std::all_of(map->begin(), map->end(), [&](const auto& entry) {
               return entry.second.is_null() || is_text(entry.second);
             });
    }
    case Kind::value_map:
    case Kind::record:
      return value.get_if<Map>() != nullptr;
    case Kind::list:
      return value.get_if<List>() != nullptr;
    case Kind::any:
      return true;
  }
  return false;
}

std::string expected_words(const FieldDescription& field) {
  const auto base = [&]() -> std::string {
    switch (field.kind) {
      case Kind::boolean:
        return "true or false";
      case Kind::integer:
        return "a whole number";
      case Kind::real:
        return "a number";
      case Kind::text:
        return "text";
      case Kind::choice:
        return "one of " + comma_list(field.choices);
      case Kind::text_list:
        return "a list of texts, as [a, b]";
      case Kind::text_map:
        return "a mapping from names to texts";
      case Kind::value_map:
      case Kind::record:
        return "a mapping from names to values";
      case Kind::list:
        return "a list";
      case Kind::any:
        return "any value";
      case Kind::auto_integer:
        return "a whole number or auto";
    }
    return {};
  }();
  return field.nullable ? base + " or null" : base;
}

Value to_value(const YamlNode& node, const std::string& field,
               std::vector<FieldProblem>& problems) {
  if (node.kind == NodeKind::sequence) {
    List out;
    for (const YamlNode& item : node.items) out.push_back(to_value(item, field, problems));
    return out;
  }
  if (node.kind == NodeKind::mapping) {
    Map out;
    for (const auto& [key, item] : node.entries)
      out.emplace_back(key.text, to_value(item, field + "." + key.text, problems));
    return out;
  }
  if (node.kind == NodeKind::null) return Value();
  if (!node.plain) return node.text;
  Scalar scalar = read_scalar(node.text);
  if (scalar.kind != Scalar::Kind::value)
    problems.push_back(scalar_problem(field, scalar, node.text));
  return std::move(scalar.value);
}

}  // namespace trainyard
