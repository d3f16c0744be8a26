// SPDX-License-Identifier: GPL-3.0-or-later
// Entries of search.space: from a value of the document to a parameter, with all that is wrong.
#pragma once

#include <string>
#include <vector>

#include "engine/contract/experiment/field_info.h"
#include "engine/contract/experiment/search.h"
#include "engine/contract/result.h"

namespace trainyard {

struct SearchEntry {
  SearchParameter parameter;
  std::vector<Error> problems;  // if there are any, the parameter is not complete
};

// The entry `path: value` by itself. Whether its values are in the field's range is not checked.
SearchEntry read_search_entry(const std::string& path, const Value& value);

// The field that the path names, or the mapping that it names an entry of; null if there is none.
const FieldInfo* find_search_field(const std::string& path);

// The number that a value is; nothing if it is none, or not finite.
std::optional<double> finite_number(const Value& value);

}  // namespace trainyard
