// SPDX-License-Identifier: GPL-3.0-or-later
// parameters_markdown() of writer.h.
#include "engine/contract/experiment/field_info.h"
#include "engine/contract/experiment/scalar.h"
#include "engine/contract/experiment/writer.h"

namespace trainyard {
namespace {

std::string escaped(const std::string& text) {
  std::string out;
  for (const char c : text) out += c == '|' ? std::string("\\|") : std::string(1, c);
  return out;
}

std::string number(const FieldInfo& field, double value) {
  if (field.kind == Kind::real) return spell(value);
  return std::to_string(static_cast<std::int64_t>(value));
}

std::string range(const FieldInfo& field) {
  std::string out;
  if (field.minimum)
    out += (field.exclusive_minimum ? "above " : "at least ") + number(field, *field.minimum);
  if (field.minimum && field.maximum) out += ", ";
  if (field.maximum)
    out += (field.exclusive_maximum ? "below " : "at most ") + number(field, *field.maximum);
  return out;
}

std::string kind_words(const FieldInfo& field) {
  switch (field.kind) {
    case Kind::boolean:
      return "true or false";
    case Kind::integer:
      return "whole number";
    case Kind::real:
      return "number";
    case Kind::text:
      return field.is_path ? "path" : "text";
    case Kind::text_list:
      return field.is_path ? "list of paths" : "list of texts";
    case Kind::text_map:
      return "names with texts";
    case Kind::value_map:
    case Kind::record:
      return "names with values";
    case Kind::list:
      return "list";
    case Kind::any:
      return "any value";
    case Kind::auto_integer:
      return "whole number or `auto`";
    case Kind::choice:
      break;
  }
  std::string out;
  for (const std::string& choice : field.choices) out += (out.empty() ? "`" : ", `") + choice + "`";
  return out;
}

// "whole number, at least 1; steps; or `null`"
std::string values(const FieldInfo& field) {
  std::string out = kind_words(field);
  if (const std::string bounds = range(field); !bounds.empty()) out += ", " + bounds;
  if (!field.pattern_words.empty()) out += ": " + escaped(field.pattern_words);
  if (field.nullable) out += "; or `null`";
  return out;
}

const char* affects(const FieldInfo& field) {
  switch (field.affects) {
    case Affects::numerics:
      return "the numbers";
    case Affects::speed:
      return "speed and memory";
    case Affects::bookkeeping:
      return "bookkeeping";
  }
  return "";
}

const char* tier(const FieldInfo& field) {
  switch (field.tier) {
    case Tier::essential:
      return "essential";
    case Tier::advanced:
      return "advanced";
    case Tier::expert:
      return "expert";
  }
  return "";
}

std::string default_words(const FieldInfo& field) {
  return field.path == "name" ? "must be given" : "`" + spell(field.default_value) + "`";
}

std::string row(const FieldInfo& field) {
  std::string help = escaped(field.help);
  if (!field.applies_when.empty()) help += " Applies when `" + escaped(field.applies_when) + "`.";
  for (const std::string& former : field.former_keys) help += " Formerly `" + former + "`.";
  const std::string unit = field.unit.empty() ? "" : " (" + field.unit + ")";
  return "| `" + field.key + "` | **" + escaped(field.label) + "**" + unit + ": " + help + " | " +
         values(field) + " | " + default_words(field) + " | " + affects(field) + " | " +
         tier(field) + " |\n";
}

}  // namespace

std::string parameters_markdown() {
  std::string out =
      "# Parameters of an experiment\n\n"
      "Every key of `experiment.yaml`, in the document's order. This page is written by `engine "
      "schema --markdown`; change the "
      "description of a field beside its declaration in `engine/contract/experiment/`, not here.\n";
  std::string section = "none yet";
  for (const FieldInfo& field : fields()) {
    if (field.section != section) {
      section = field.section;
      out +=
          "\n## " +
          (section.empty() ? std::string("The top of the document") : "`" + section + "`") +
          "\n\n| key | meaning | values | default | affects | tier |\n|---|---|---|---|---|---|\n";
    }
    out += row(field);
  }
  return out;
}

}  // namespace trainyard
