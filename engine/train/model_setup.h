// SPDX-License-Identifier: GPL-3.0-or-later
// The model that an experiment names, adapted to its data.
#pragma once

#include <filesystem>
#include <memory>

#include "engine/contract/result.h"
#include "engine/data/data_request.h"
#include "engine/data/prepared.h"
#include "engine/model/model.h"
#include "engine/task/task.h"

namespace trainyard {

struct Experiment;

// Returns config.json of the pretrained checkpoint, or an empty one for a new model, with the
// overrides applied. If a checkpoint says its head is tied but contains a different one, it is not
// tied, as in transformers.
Result<Map> model_config(const Experiment& experiment, const ResolvePath& resolve);
// Whether `config`, from model_config(), is not tied for that reason, though an override or else
// `folder`, the pretrained checkpoint's own, says so.
bool is_untied_by_its_weights(const Experiment& experiment, const Map& config, const Map& folder);

// The overrides that the data or the task decided otherwise, each with the value in `config`, the
// trained model's.
Map unused_overrides(const Experiment& experiment, const Map& config);

// Returns the model as far as it is known before the data; checks that a sequence fits its
// positions.
Result<std::unique_ptr<Model>> make_checked_model(const Experiment& experiment, const Map& config);

// For a new model, vocabulary size (unless overridden) and token ids follow the tokenizer. A
// classifier gets the data's labels.
Map config_for_data(const Experiment& experiment, Map config, const PreparedData& data);

// Whether answers end with a different token than the tokenizer's (instructions.eos_token).
bool ends_with_own_token(const Experiment& experiment);

// What a task needs to know about the data and the model's config.json.
TaskData task_data(const PreparedData& data, const Map& config);

// Errors: the tokenizer has more entries than the model, or lacks what the task needs.
Result<void> check_vocabulary(const Experiment& experiment, const PreparedData& data,
                              const Model& model);

// Error: the adapter that training starts from cannot be read, or scales its output differently
// ("adapter.other_scale").
Result<void> check_adapter(const Experiment& experiment, const ResolvePath& resolve);

// Error: the task has no metric of the name that decides which checkpoint is best.
Result<void> check_metric(const Experiment& experiment);

// Returns the data request for this model.
DataRequest data_request(const Experiment& experiment, const Model& model,
                         const ResolvePath& resolve, int num_threads);

}  // namespace trainyard
