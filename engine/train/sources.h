// SPDX-License-Identifier: GPL-3.0-or-later
// Finds what an experiment names: its model's configuration and its data.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>

#include "engine/contract/experiment/experiment.h"
#include "engine/contract/result.h"
#include "engine/data/instructions/prepare_instructions.h"
#include "engine/data/labelled/prepare_labelled.h"
#include "engine/data/prepare.h"
#include "engine/data/prepared.h"
#include "engine/data/steps/steps.h"
#include "engine/data/timelines/prepare_timelines.h"
#include "engine/model/model.h"
#include "engine/task/task.h"

namespace trainyard {

using ResolvePath = std::function<std::filesystem::path(const std::string&)>;

// A path of the document at `experiment_file`: relative ones are relative to its folder, "~/" is
// the home folder.
std::filesystem::path resolve_path(const std::filesystem::path& experiment_file,
                                   const std::string& path);

// config.json of the pretrained folder, or nothing for a new model, with the overrides applied. A
// folder that says its head is tied and holds another one is not tied, as in transformers.
Result<Map> model_config(const Experiment& experiment, const ResolvePath& resolve);
// Whether `config`, of model_config(), is not tied for that reason; `folder` is the pretrained
// folder's own.
bool is_untied_by_its_weights(const Experiment& experiment, const Map& config, const Map& folder);

// The model as far as it is known before the data; checks that a sequence fits its positions.
Result<std::unique_ptr<Model>> make_checked_model(const Experiment& experiment, const Map& config);

// For a new model: vocabulary size (unless overridden) and token ids follow the tokenizer. A model
// that classifies gets the data's labels.
Map config_for_data(const Experiment& experiment, Map config, const PreparedData& data);

// What of the data and the model's config.json a task knows.
TaskData task_data(const PreparedData& data, const Map& config);

// Errors: the tokenizer has more entries than the model, or not what the task needs.
Result<void> check_vocabulary(const Experiment& experiment, const PreparedData& data,
                              const Model& model);

// Whether the records of a classification have labels: those that are only to be predicted have
// none.
enum class LabelsAre { given, absent };

// What the rows of the experiment's data are; blocks where language is modelled, whose data may be
// sequences as well.
RowKind rows_of(const Experiment& experiment, LabelsAre labels = LabelsAre::given);

// The examples of a split. Errors: data that was prepared for another task or for longer rows.
Result<std::unique_ptr<Dataset>> open_dataset(const Experiment& experiment,
                                              const PreparedData& data, const PreparedSplit& split,
                                              LabelsAre labels = LabelsAre::given);

// What `data.kind: text` or `timelines` asks for. The tokenizer is data.tokenizer, else the
// pretrained folder's, else one to be trained with as many entries as the model has; nothing is
// trained on labelled texts.
struct DataRequest {
  const Experiment& experiment;
  const Model& model;
  int num_threads = 1;
  ResolvePath resolve;
  LabelsAre labels = LabelsAre::given;
  std::optional<std::int64_t> most_records{};  // TextSources::most_records
};

// The steps that the document asks for before and beside tokens (steps.h); nothing where there are
// none, and for an excerpt, whose steps prepare_into() makes.
Result<std::optional<Steps>> steps_of(const DataRequest& request, const PrepareProgress& progress);

// At most so many examples, drawn where the document has a seed for that.
std::unique_ptr<Dataset> some_examples(std::unique_ptr<Dataset> all,
                                       const std::optional<std::int64_t>& most,
                                       const std::optional<std::int64_t>& seed);

// Whether rows of a micro-batch are put into one (flat_rows.h).
bool is_padding_free(const Experiment& experiment);

// Whether the training data is read while training (timelines.streaming).
bool is_streamed(const Experiment& experiment);

// It as a source; of `stream` batch, ranks and limits are given.
Result<std::unique_ptr<TimelineStream>> open_stream(const DataRequest& request,
                                                    const PreparedData& data,
                                                    const StreamSettings& stream);

// What a person should know of sources that can be read, as warnings: texts whose column is not
// there (first_columns.h).
std::vector<Error> notes_on_sources(const DataRequest& request);

// What is wrong with the sources, by their kind: check_text_sources and its like.
std::vector<Error> check_sources(const DataRequest& request);

// Prepared into `folder`, by their kind: prepare_text and its like; also what would be streamed.
Result<PreparedData> prepare_into(const DataRequest& request, const std::filesystem::path& folder,
                                  const PrepareProgress& progress);

// The same through the cache.
Result<PreparedData> prepare_cached(const DataRequest& request, const PrepareProgress& progress);

}  // namespace trainyard
