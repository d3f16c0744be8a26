// SPDX-License-Identifier: GPL-3.0-or-later
// Labels that a classifier was trained with, as its config.json names them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/contract/result.h"
#include "engine/contract/value.h"

namespace trainyard {

// id2label's names by class index; none where it has none, or not one for each index.
std::vector<std::string> label_names(const Map& config);

// The same without those that transformers makes up ("LABEL_0", "LABEL_1", ...).
std::vector<std::string> given_label_names(const Map& config);

// Whether a model may go on with data whose labels are `found`. Nothing: they are its own, or it
// has none. Else an error ("data.other_labels", exit code 2) when they are the same in another
// order: the head would say the wrong ones.
Result<void> check_label_order(const std::string& model, const Map& config,
                               const std::vector<std::string>& found);

// A warning where the model has other labels than the data, whose names its outputs then get.
std::optional<Error> note_on_labels(const std::string& model, const Map& config,
                                    const std::vector<std::string>& found);

}  // namespace trainyard
