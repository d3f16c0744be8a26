// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/import/draft.h"

#include <algorithm>
#include <cmath>

#include "engine/contract/experiment/experiment.h"
#include "engine/contract/experiment/field_value.h"
#include "engine/contract/experiment/scalar.h"
#include "remote/import/key_table.h"
#include "engine/contract/messages.h"

namespace trainyard {
namespace {

constexpr double kLargestWhole = 9007199254740992;  // 2^53: above it a real is not an exact count

std::optional<Value> whole_of(const Value& value) {
  if (value.get_if<std::int64_t>()) return value;
  const auto* real = value.get_if<double>();
  if (real && std::abs(*real) <= kLargestWhole && *real == std::floor(*real))
    return Value(static_cast<std::int64_t>(*real));
  return std::nullopt;
}

std::optional<Value> list_of(const Value& value) {
  if (const auto* text = value.get_if<std::string>()) return Value(List{*text});
  const auto* list = value.get_if<List>();
  const auto is_text = [](const Value& item) { return item.get_if<std::string>() != nullptr; };
  if (!list || !std::all_of(list->begin(), list->end(), is_text)) return std::nullopt;
  return value;
}

// Converts the value to the field's kind, if possible.
std::optional<Value> value_for(const FieldInfo& field, const Value& value) {
  if (field.kind == Kind::text_list) return list_of(value);
  if (field.kind == Kind::boolean) {
    const auto truth = truth_of(value);
    return truth ? std::optional<Value>(*truth) : std::nullopt;
  }
  const bool is_number =
      field.kind == Kind::integer || field.kind == Kind::real || field.kind == Kind::auto_integer;
  const Value plain = is_number ? number_of(value) : value;
  if (field.kind == Kind::integer || field.kind == Kind::auto_integer)
    if (auto whole = whole_of(plain)) return whole;
  if (!has_kind(field, plain)) return std::nullopt;
  if (const auto* real = plain.get_if<double>(); real && !std::isfinite(*real)) return std::nullopt;
  if (field.kind == Kind::real)
    if (const auto* whole = plain.get_if<std::int64_t>()) return static_cast<double>(*whole);
  return plain;
}

std::string comment(std::string text) {
  std::replace_if(
      text.begin(), text.end(), [](unsigned char c) { return c < 0x20 || c == 0x7f; }, ' ');
  return "# " + text + "\n";
}

}  // namespace

std::string file_name_of(std::string_view path) {
  const auto slash = path.rfind('/');
  return std::string(slash == path.npos ? path : path.substr(slash + 1));
}

std::string place_of(const Origin& origin) {
  return file_name_of(origin.file) + (origin.line > 0 ? ":" + std::to_string(origin.line) : "") +
         ": " + origin.key;
}

void Draft::set(std::string_view path, const Value& value, const Origin& origin) {
  const FieldInfo& field = *find_field(path);
  const auto fitting = value_for(field, value);
  if (!fitting)
    return note("import.bad_value", origin,
                {{"found", shortened(value)}, {"expected", expected_words(field)}});
  const auto problems = check_field(field, *fitting);
  if (!problems.empty()) {
    const FieldProblem& problem = problems.front();
    return note("import.not_taken", origin,
                {{"why", as_argument(make_error(problem.code, problem.arguments))}});
  }
  const auto found = entries_.find(path);
  if (found == entries_.end() || !found->second.origin) {
    entries_[std::string(path)] = {*fitting, origin, {}, true};
    return;
  }
  if (spell(found->second.value) != spell(*fitting))
    refuse_conflict(*found->second.origin, found->second.value, origin, *fitting, path);
}

void Draft::set_default(std::string_view path, const Value& value, std::string words) {
  if (has(path)) return;
  entries_[std::string(path)] = {value, std::nullopt, std::move(words), false};
}

void Draft::set_filled_in(std::string_view path, const Value& value, const Origin& origin) {
  if (has(path)) return;
  entries_[std::string(path)] = {value, std::nullopt, place_of(origin) + ", which is auto", true};
}

void Draft::set_file(std::string_view path, std::string name, std::string text,
                     const Origin& origin) {
  set(path, name, origin);
  files_.push_back({std::string(path), std::move(name), std::move(text), origin});
}

void Draft::leave_files() {
  for (const File& file : files_) {
    entries_.erase(file.path);
    note("import.template_file", file.origin);
  }
  files_.clear();
}

bool Draft::has(std::string_view path) const { return origin(path) != nullptr; }

const Value* Draft::value(std::string_view path) const {
  const auto found = entries_.find(path);
  return found == entries_.end() ? nullptr : &found->second.value;
}

const Origin* Draft::origin(std::string_view path) const {
  const auto found = entries_.find(path);
  return found == entries_.end() || !found->second.origin ? nullptr : &*found->second.origin;
}

void Draft::note(const char* code, const Origin& origin, Map arguments, Severity severity) {
  arguments.insert(arguments.begin(), {"key", origin.key});
  Diagnostic finding = make_diagnostic(severity, code, "", std::move(arguments));
  finding.file = origin.file;
  finding.line = origin.line;
  notes_.push_back(std::move(finding));
}

void Draft::refuse(Error error) {
  if (!refusal_) refusal_ = std::move(error);
}

void Draft::refuse_conflict(const Origin& first, const Value& first_value, const Origin& second,
                            const Value& second_value, std::string_view field) {
  refuse(make_error("import.conflict", {{"first", place_of(first)},
                                        {"first_value", shortened(first_value)},
                                        {"second", place_of(second)},
                                        {"second_value", shortened(second_value)},
                                        {"field", std::string(field)}}));
}

std::string Draft::document(std::string_view heading, const std::string& name) const {
  std::string out = comment(std::string(heading)), section;
  out += "format: 1\nname: " + spell(name) + "\nworkload: " + workload_ + "\n";
  for (const FieldInfo& field : fields()) {
    const auto found = entries_.find(field.path);
    if (found == entries_.end()) continue;
    const Entry& entry = found->second;
    if (!entry.is_always_written && spell(entry.value) == spell(field.default_value)) continue;
    if (field.section != section) {
      section = field.section;
      out += section + ":\n";
    }
    const std::string indent = section.empty() ? "" : "  ";
    out += indent + comment(entry.origin ? place_of(*entry.origin) : entry.words);
    out += indent + field.key + ": " + spell(entry.value) + "\n";
  }
  return out;
}

std::optional<std::int64_t> whole_in(const Draft& draft, std::string_view path) {
  const Value* value = draft.has(path) ? draft.value(path) : nullptr;
  const auto* whole = value ? value->get_if<std::int64_t>() : nullptr;
  return whole ? std::optional(*whole) : std::nullopt;
}

}  // namespace trainyard
