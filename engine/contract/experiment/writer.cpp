// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/contract/experiment/writer.h"

#include "engine/contract/experiment/experiment.h"
#include "engine/contract/experiment/field_info.h"
#include "engine/contract/experiment/scalar.h"

namespace trainyard {
namespace {

// Writes the fields selected by `is_wanted`, with each section's heading before its first one.
template <class IsWanted>
std::string write_fields(const Experiment& experiment, IsWanted is_wanted) {
  std::string out, section;
  for (const FieldInfo& field : fields()) {
    if (!is_wanted(field)) continue;
    if (field.section != section) {
      section = field.section;
      out += section + ":\n";
    }
    out += (section.empty() ? "" : "  ") + field.key + ": " + spell(field.get(experiment)) + "\n";
  }
  return out;
}

}  // namespace

std::string write_resolved(const Experiment& experiment) {
  return write_fields(experiment, [](const FieldInfo&) { return true; });
}

std::string write_minimal(const Experiment& experiment) {
  return write_fields(experiment, [&](const FieldInfo& field) {
    if (field.path == "format" || field.path == "name" || field.path == "workload") return true;
    const auto is_shown = [&] {
      if (experiment.workload == Workload::script) return field.path == "script.file";
      if (experiment.workload == Workload::command)
        return field.path == "command.launcher" || field.path == "command.program";
      return field.path == "model.kind" || field.path == "data.kind" || field.path == "data.train";
    };
    return is_shown() || spell(field.get(experiment)) != spell(field.default_value);
  });
}

}  // namespace trainyard
