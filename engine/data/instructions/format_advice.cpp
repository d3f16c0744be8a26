// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/instructions/format_advice.h"

#include <vector>

#include "engine/system/comma_list.h"
#include "engine/contract/messages.h"
#include "engine/data/instructions/instruction_record.h"
#include "engine/data/instructions/record_fields.h"

namespace trainyard {

namespace {

constexpr std::size_t kMaxFields = 20, kMaxFormats = 6;  // how many are named in a message
constexpr std::size_t kMaxNameBytes = 60;

// Names for a message: not too many, none too long.
std::string shortened(const std::vector<std::string>& names, std::size_t most) {
  std::vector<std::string> some;
  for (const std::string& name : names) {
    if (some.size() == most) {
      some.emplace_back("...");
      break;
    }
    some.push_back(name.size() <= kMaxNameBytes ? name : shown(Value(name)));
  }
  return comma_list(some);
}

// Members that are null count as absent.
std::string fields_in(const Map& record) {
  std::vector<std::string> names;
  for (const auto& [name, value] : record)
    if (!value.is_null()) names.push_back(name);
  return names.empty() ? "nothing" : shortened(names, kMaxFields);
}

// Returns the formats that can read the record.
std::vector<std::string> fitting_formats(const Map& record) {
  std::vector<std::string> names;
  for (const Formatter& formatter : formatters())
    if (formatter.format(RecordFields(record, formatter.name, 0)))
      names.emplace_back(formatter.name);
  return names;
}

Error advice_on(const Map& record, bool has_format) {
  const std::vector<std::string> fitting = fitting_formats(record);
  const std::string formats = shortened(fitting, kMaxFormats);
  const auto as_it_is = read_instruction(record);
  if (has_format && as_it_is && !fitting.empty())
    return make_error("instructions.use_null_or_formats",
                      {{"shape", name_of(as_it_is->shape)}, {"formats", formats}});
  if (has_format && as_it_is)
    return make_error("instructions.use_null", {{"shape", name_of(as_it_is->shape)}});
  if (!fitting.empty()) return make_error("instructions.use_formats", {{"formats", formats}});
  return make_error("instructions.use_other", {});
}

}  // namespace

Error other_fields(const Formatter& formatter, const Map& record, const std::string& field) {
  return make_error(
      "instructions.other_fields",
      {{"format", std::string(formatter.name)},
       {"wanted", std::string(formatter.description.substr(0, formatter.description.find(':')))},
       {"found", fields_in(record)},
       {"field", field},
       {"advice", as_argument(advice_on(record, /*has_format=*/true))}});
}

Error no_shape(const Map& record, const std::string& text_column) {
  // advice_on() cannot be used here: read_instruction() calls this function.
  const std::vector<std::string> fitting = fitting_formats(record);
  const Error advice = fitting.empty() ? make_error("instructions.use_other", {})
                                       : make_error("instructions.use_formats",
                                                    {{"formats", shortened(fitting, kMaxFormats)}});
  return make_error(
      "instructions.shape",
      {{"found", fields_in(record)}, {"column", text_column}, {"advice", as_argument(advice)}});
}

}  // namespace trainyard
