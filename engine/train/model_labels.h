// SPDX-License-Identifier: GPL-3.0-or-later
// The labels that a classifier was trained with, as named in its config.json.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/contract/result.h"
#include "engine/contract/value.h"

namespace trainyard {

// id2label's names by class index; empty if there is none, or not one for each index.
std::vector<std::string> label_names(const Map& config);

// The same without the names that transformers generates ("LABEL_0", "LABEL_1", ...).
std::vector<std::string> given_label_names(const Map& config);

// Checks whether training a model can continue on data whose labels are `found`. Nothing if they
// are the model's own or it has none; an error ("data.other_labels", exit code 2) if they are the
// same in a different order, since the head would predict the wrong ones.
Result<void> check_label_order(const std::string& model, const Map& config,
                               const std::vector<std::string>& found);

// Returns a warning if the model's labels differ from the data's, whose names its outputs then get.
std::optional<Error> note_on_labels(const std::string& model, const Map& config,
                                    const std::vector<std::string>& found);

}  // namespace trainyard
