// SPDX-License-Identifier: GPL-3.0-or-later
// Described records that a person writes as YAML, such as a site's profile.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "engine/contract/describe/record.h"
#include "engine/contract/describe/diagnostic.h"
#include "engine/contract/experiment/yaml_tree.h"

namespace trainyard {

// The values of a mapping that has these fields. Unknown keys, values of another kind or out of
// range, and required fields that are missing are added to `problems`, each with its line; a key
// without a value counts as absent.
Map read_yaml_mapping(const YamlNode& node, const std::vector<FieldDescription>& fields,
                      std::vector<Diagnostic>& problems);

// As much of the record as is well.
template <Described S>
S read_yaml_record(const YamlNode& node, std::vector<Diagnostic>& problems) {
  return read_leniently<S>(read_yaml_mapping(node, descriptions_of<S>(), problems));
}

}  // namespace trainyard
