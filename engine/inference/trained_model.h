// SPDX-License-Identifier: GPL-3.0-or-later
// A trained model and rows to use it on, in this process only.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "engine/contract/experiment/experiment.h"
#include "engine/contract/result.h"
#include "engine/data/data_request.h"
#include "engine/data/dataset.h"
#include "engine/train/commands.h"
#include "engine/train/reporter.h"
#include "engine/train/training_work.h"

namespace trainyard {

struct TrainedModelArguments {
  DocumentArguments document;
  // A transformers or peft folder, or a run's (its results/model).
  std::filesystem::path model;
  std::filesystem::path base;  // for adapters: their base model's folder; empty: the one they name
  // Texts instead of the document's data, for a classification without labels; empty: that data.
  std::vector<std::filesystem::path> inputs;
};

struct TrainedModel {
  Experiment experiment;         // the document, with this model
  std::filesystem::path folder;  // of the requested model
  TrainingWork work;             // without source, validation and optimizer, as nothing is trained
  LabelsAre labels = LabelsAre::given;
  std::vector<std::string> label_names;  // of the model's outputs, for classification
};

// Finds or prepares the data, creates the model and loads its weights. Adapters are merged into
// their model. Errors: those of each, and data with other labels than the model was trained with
// ("data.other_labels").
Result<TrainedModel> load_trained_model(const TrainedModelArguments& arguments, Reporter& reporter);

// Returns the rows of a split. Errors: it has none ("data.nothing_to_evaluate", "data.no_rows",
// "data.no_test_rows").
Result<std::unique_ptr<const Dataset>> open_rows(const TrainedModel& model, Split split);

// The batch size: evaluation.batch_size, else batch.per_device.
std::int64_t rows_at_once(const Experiment& experiment);

}  // namespace trainyard
