// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/contract/experiment/settings.h"

#include <algorithm>
#include <string_view>

#include "engine/contract/experiment/experiment.h"
#include "engine/contract/experiment/field_info.h"
#include "engine/contract/experiment/scalar.h"

namespace trainyard {
namespace {

// The part up to the separator, which is removed from the rest.
std::string_view next_part(std::string_view& rest, char separator) {
  const std::size_t end = std::min(rest.find(separator), rest.size());
  const std::string_view part = rest.substr(0, end);
  rest.remove_prefix(std::min(end + 1, rest.size()));
  return part;
}

void add_setting(std::vector<ExperimentSetting>& settings, const std::string& path,
                 const Value& value) {
  if (const auto* map = value.get_if<Map>()) {
    for (const auto& [key, inner] : *map) add_setting(settings, path + "." + key, inner);
    return;
  }
  const auto* text = value.get_if<std::string>();
  const auto* list = value.get_if<List>();
  if (value.is_null() || (text && text->empty()) || (list && list->empty())) return;
  settings.push_back({path, value});
}

}  // namespace

bool condition_holds(const std::string& condition, const Experiment& experiment) {
  for (std::string_view rest = condition; !rest.empty();) {
    std::string_view wanted = next_part(rest, '&');
    const FieldInfo* field = find_field(next_part(wanted, '='));
    if (!field) continue;
    const Value value = field->get(experiment);
    const auto* text = value.get_if<std::string>();
    const std::string spelled = text ? *text : spell(value);
    bool is_found = false;
    while (!wanted.empty()) is_found = next_part(wanted, '|') == spelled || is_found;
    if (!is_found) return false;
  }
  return true;
}

std::vector<ExperimentSetting> settings_of(const Experiment& experiment) {
  std::vector<ExperimentSetting> settings;
  for (const FieldInfo& field : fields())
    if (condition_holds(field.applies_when, experiment))
      add_setting(settings, field.path, field.get(experiment));
  return settings;
}

}  // namespace trainyard
