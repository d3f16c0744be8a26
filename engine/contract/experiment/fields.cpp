// SPDX-License-Identifier: GPL-3.0-or-later
#include <unordered_map>

#include "engine/contract/experiment/experiment.h"
#include "engine/contract/experiment/field_info.h"

namespace trainyard {
namespace {

// When the fields of a section apply and what they affect, if they say nothing else. Sections of
// which keys of prepared data are made (data/described_key.h) say by themselves what they affect.
struct SectionDefaults {
  std::string_view section, applies_when;
  Affects affects = Affects::bookkeeping;
};
constexpr SectionDefaults defaults_of_sections[] = {
    {"command", "workload=command"},
    {"script", "workload=script"},
    {"model", "workload=engine", Affects::numerics},
    {"lora", "workload=engine", Affects::numerics},
    {"task", "workload=engine"},
    {"data", "workload=engine"},
    {"batch", "workload=engine", Affects::numerics},
    {"training", "workload=engine", Affects::numerics},
    {"optimizer", "workload=engine", Affects::numerics},
    {"schedule", "workload=engine", Affects::numerics},
    {"precision", "workload=engine", Affects::numerics},
    {"parallel", "workload=engine"},
    {"evaluation", "workload=engine"},
    {"checkpoint", "workload=engine"},
    {"restart", "workload=engine|command"},
};

void set_defaults(FieldInfo& field) {
  for (const SectionDefaults& defaults : defaults_of_sections) {
    if (defaults.section != field.section) continue;
    if (field.applies_when.empty()) field.applies_when = defaults.applies_when;
    if (field.affects == Affects::bookkeeping) field.affects = defaults.affects;
  }
}

std::vector<FieldInfo> build() {
  Section<Experiment> top;
  describe(top);
  top.include(&Experiment::command, "command");
  top.include(&Experiment::script, "script");
  top.include(&Experiment::model, "model");
  top.include(&Experiment::lora, "lora");
  top.include(&Experiment::task, "task");
  top.include(&Experiment::data, "data");
  top.include(&Experiment::instructions, "instructions");
  top.include(&Experiment::timelines, "timelines");
  top.include(&Experiment::tokenizer, "tokenizer");
  top.include(&Experiment::batch, "batch");
  top.include(&Experiment::training, "training");
  top.include(&Experiment::optimizer, "optimizer");
  top.include(&Experiment::schedule, "schedule");
  top.include(&Experiment::precision, "precision");
  top.include(&Experiment::parallel, "parallel");
  top.include(&Experiment::evaluation, "evaluation");
  top.include(&Experiment::checkpoint, "checkpoint");
  top.include(&Experiment::logging, "logging");
  top.include(&Experiment::search, "search");
  top.include(&Experiment::resources, "resources");
  top.include(&Experiment::restart, "restart");
  top.include(&Experiment::environment, "environment");
  top.include(&Experiment::code, "code");
  std::vector<FieldInfo> out = top.fields();
  const Experiment defaults;
  for (FieldInfo& field : out) {
    field.default_value = field.get(defaults);
    set_defaults(field);
  }
  return out;
}

}  // namespace

const std::vector<FieldInfo>& fields() {
  static const std::vector<FieldInfo> all = build();
  return all;
}

const std::vector<std::string>& sections() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> out;
    for (const FieldInfo& field : fields())
      if (!field.section.empty() && (out.empty() || out.back() != field.section))
        out.push_back(field.section);
    return out;
  }();
  return names;
}

const FieldInfo* find_field(std::string_view path) {
  static const auto by_path = [] {
    std::unordered_map<std::string_view, const FieldInfo*> out;
    for (const FieldInfo& field : fields()) out.emplace(field.path, &field);
    return out;
  }();
  const auto found = by_path.find(path);
  return found == by_path.end() ? nullptr : found->second;
}

}  // namespace trainyard
