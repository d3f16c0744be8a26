// SPDX-License-Identifier: GPL-3.0-or-later
// The experiment's fields that name files and folders, as its description marks them.
#pragma once

#include <string>
#include <vector>

#include "engine/contract/experiment/experiment.h"

namespace trainyard {

// Those that the trainer reads, in the document's order; what environment and code name is read by
// others.
const std::vector<const FieldInfo*>& trainerPathFields();

// The paths of such a field, one or all of a list; none where it is not set.
std::vector<std::string> pathsOf(const FieldInfo& field, const Experiment& experiment);

// Sets the text of a field, or of an item of a list by its number in brackets ("data.train[1]").
void setPath(Experiment& experiment, const std::string& place, const std::string& path);

}  // namespace trainyard
