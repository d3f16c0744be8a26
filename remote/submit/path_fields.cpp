// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/submit/path_fields.h"

#include <algorithm>

#include "engine/contract/experiment/experiment.h"

namespace trainyard {

const std::vector<const FieldInfo*>& trainerPathFields() {
  static const std::vector<const FieldInfo*> all = [] {
    std::vector<const FieldInfo*> found;
    for (const FieldInfo& field : fields())
      if (field.is_path && field.section != "environment" && field.section != "code" &&
          field.section != "script")
        found.push_back(&field);
    return found;
  }();
  return all;
}

bool isReadByTrainer(const std::string& place) {
  return std::ranges::find(trainerPathFields(), place.substr(0, place.find('[')),
                           &FieldInfo::path) != trainerPathFields().end();
}

std::vector<std::string> pathsOf(const FieldInfo& field, const Experiment& experiment) {
  const Value value = field.get(experiment);
  if (value.is_null()) return {};
  if (const auto* path = value.get_if<std::string>()) return {*path};
  ReadProblem ignored;
  return Codec<TextList>::read(value, ignored).value_or(TextList());
}

void setPath(Experiment& experiment, const std::string& place, const std::string& path) {
  const std::size_t bracket = place.find('[');
  const FieldInfo& field = *find_field(place.substr(0, bracket));
  if (bracket == std::string::npos) return field.set(experiment, path);
  ReadProblem ignored;
  TextList items = Codec<TextList>::read(field.get(experiment), ignored).value_or(TextList());
  items.at(static_cast<std::size_t>(std::stoul(place.substr(bracket + 1)))) = path;
  field.set(experiment, Codec<TextList>::write(items));
}

}  // namespace trainyard
