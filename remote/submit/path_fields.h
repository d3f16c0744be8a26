// SPDX-License-Identifier: GPL-3.0-or-later
// The experiment's fields for files and folders, as marked in its description.
#pragma once

#include <string>
#include <vector>

#include "engine/contract/experiment/field_info.h"

namespace trainyard {

struct Experiment;

// Those read by the trainer, in document order; paths in environment and code are read by others.
const std::vector<const FieldInfo*>& trainerPathFields();
// Whether it is one of them, or an item of one: "data.train[0]".
bool isReadByTrainer(const std::string& place);

// The paths in such a field, one or all of a list; empty if it is not set.
std::vector<std::string> pathsOf(const FieldInfo& field, const Experiment& experiment);

// Sets the text of a field, or of a list item by its index in brackets ("data.train[1]").
void setPath(Experiment& experiment, const std::string& place, const std::string& path);

}  // namespace trainyard
