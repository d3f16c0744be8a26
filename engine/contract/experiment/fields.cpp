// SPDX-License-Identifier: GPL-3.0-or-later
#include <unordered_map>

#include "engine/contract/experiment/experiment.h"

namespace trainyard {
namespace {

template <class S>
void add(std::vector<FieldInfo>& fields, const std::string& name, S Experiment::* member) {
  Section<S> section(
      name, [member](Experiment& experiment) -> S& { return experiment.*member; }, fields);
  describe(section);
}

std::vector<FieldInfo> build() {
  std::vector<FieldInfo> out;
  Section<Experiment> top(
      "", [](Experiment& experiment) -> Experiment& { return experiment; }, out);
  describe(top);
  add(out, "command", &Experiment::command);
  add(out, "script", &Experiment::script);
  add(out, "model", &Experiment::model);
  add(out, "lora", &Experiment::lora);
  add(out, "task", &Experiment::task);
  add(out, "data", &Experiment::data);
  add(out, "instructions", &Experiment::instructions);
  add(out, "timelines", &Experiment::timelines);
  add(out, "tokenizer", &Experiment::tokenizer);
  add(out, "batch", &Experiment::batch);
  add(out, "training", &Experiment::training);
  add(out, "optimizer", &Experiment::optimizer);
  add(out, "schedule", &Experiment::schedule);
  add(out, "precision", &Experiment::precision);
  add(out, "parallel", &Experiment::parallel);
  add(out, "evaluation", &Experiment::evaluation);
  add(out, "checkpoint", &Experiment::checkpoint);
  add(out, "logging", &Experiment::logging);
  add(out, "resources", &Experiment::resources);
  add(out, "restart", &Experiment::restart);
  add(out, "environment", &Experiment::environment);
  add(out, "code", &Experiment::code);
  const Experiment defaults;
  for (FieldInfo& field : out) field.default_value = field.get(defaults);
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
