// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/inspect/inspected_data.h"

#include <algorithm>

#include "engine/system/allowed_cores.h"
#include "engine/contract/messages.h"
#include "engine/data/kinds/dataset_builder.h"
#include "engine/data/open_dataset.h"
#include "engine/data/order.h"
#include "engine/train/data_notes.h"
#include "engine/train/model_setup.h"
#include "engine/train/session.h"

namespace trainyard {

namespace fs = std::filesystem;

namespace {

// Sets the task for such rows; blocks and sequences may have been prepared for a different one.
void set_task(Experiment& experiment, RowKind rows) {
  TaskSection& task = experiment.task;
  if (is_language(rows)) return;
  task.kind = has_words(rows) ? TaskKind::token_classification : TaskKind::sequence_classification;
  if (rows == RowKind::multi_label) task.problem_type = ProblemType::multi_label_classification;
  if (rows == RowKind::regression) task.problem_type = ProblemType::regression;
}

LabelsAre labels_of(RowKind rows) {
  const bool has_none = rows == RowKind::unlabelled || rows == RowKind::unlabelled_words;
  return has_none ? LabelsAre::absent : LabelsAre::given;
}

}  // namespace

Result<InspectedData> InspectedData::open(const InspectRequest& request,
                                          const PrepareProgress& progress) {
  InspectedData inspected;
  inspected.max_records_ = request.max_records;
  std::error_code ignored;
  if (fs::is_directory(request.data, ignored)) {
    TRY(inspected.open_folder(request));
  } else {
    TRY(inspected.open_document(request, progress));
  }
  TRY(inspected.texts_, TokenTexts::read(inspected.data_));
  TRY(inspected.open_splits());
  if (inspected.hides_tokens() && !inspected.data_.tokens.mask)
    return make_error("data.no_mask", {{"tokenizer", inspected.data_.folder.string()}});
  if (labels_of(inspected.data_.rows) == LabelsAre::given) {
    TRY(inspected.task_,
        make_task(inspected.experiment_, {inspected.data_.tokens, inspected.data_.labels}));
  }
  return inspected;
}

Result<void> InspectedData::open_folder(const InspectRequest& request) {
  TRY(data_, read_prepared(request.data));
  set_task(experiment_, data_.rows);
  experiment_.data.kind = DataKind::prepared;
  experiment_.data.sequence_length = request.sequence_length;
  tokenizer_ = data_.folder.string();
  note_data();
  return {};
}

void InspectedData::note_data() {
  for (Error& note : notes_on_data(experiment_, data_)) notes_.push_back(std::move(note));
}

Result<void> InspectedData::open_document(const InspectRequest& request,
                                          const PrepareProgress& progress) {
  TRY(experiment_, read_executable_experiment(request.data, request.overrides));
  if (experiment_.workload != Workload::engine) return make_error("inspect.command", {});
  turn_off_streaming(experiment_);
  const auto resolve = [&](const std::string& path) { return resolve_path(request.data, path); };
  if (experiment_.data.kind == DataKind::prepared) {
    TRY(data_, read_prepared(resolve(experiment_.data.path.value_or(""))));
    tokenizer_ = data_.folder.string();
    note_data();
    return {};
  }
  TRY(const Map config, model_config(experiment_, resolve));
  TRY(const std::unique_ptr<Model> model, make_checked_model(experiment_, config));
  DataRequest wanted = data_request(experiment_, *model, resolve, allowed_cores());
  wanted.max_records = request.max_records;
  const auto builder = make_dataset_builder(wanted);
  tokenizer_ = builder->vocabulary().value_or("").string();
  if (request.max_records) {
    TRY(excerpt_, ExcerptFolder::make());
    TRY(data_, builder->prepare_into(excerpt_->path() / "prepared", progress));
  } else {
    TRY(data_, builder->prepare_cached(progress));
  }
  notes_ = builder->notes();
  note_data();
  return {};
}

Result<void> InspectedData::open_splits() {
  const DataSection& section = experiment_.data;
  for (const Split split : all_splits) {
    const auto most = split == Split::train        ? section.max_train_samples
                      : split == Split::validation ? section.max_validation_samples
                                                   : std::nullopt;
    TRY(add_split(std::string(name_of(split)), data_[split], most));
  }
  return {};
}

Result<void> InspectedData::add_split(const std::string& name, const PreparedSplit& split,
                                      const std::optional<std::int64_t>& most) {
  if (!split.exists()) return {};
  Experiment asked = experiment_;
  std::int64_t& length = asked.data.sequence_length;
  // A few records may be less than a block, so that there would be none.
  if (data_.rows == RowKind::blocks && excerpt_)
    length = std::min(length, std::max<std::int64_t>(split.num_tokens, 1));
  const bool is_from_document =
      experiment_.data.path || excerpt_ || !experiment_.data.train.empty();
  if (!is_from_document && data_.rows != RowKind::blocks) length = INT64_MAX;
  TRY(std::unique_ptr<Dataset> examples, open_dataset(asked, data_, split, labels_of(data_.rows)));
  examples = some_examples(std::move(examples), most, experiment_.data.sample_seed);
  if (max_records_ && !excerpt_ && *max_records_ < examples->num_examples())
    examples = std::make_unique<FirstExamples>(std::move(examples), *max_records_);
  const auto seed = name == "train" ? static_cast<std::uint64_t>(experiment_.seed) : 0;
  splits_.push_back({name, std::move(examples), seed});
  return {};
}

bool InspectedData::hides_tokens() const { return needs_mask(experiment_); }

Result<MicroBatch> InspectedData::rows(const InspectedSplit& split,
                                       const std::vector<std::int64_t>& examples) const {
  TRY(MicroBatch rows, split.examples->rows(examples));
  for (const std::int64_t example : examples)
    rows.row_keys.push_back(row_key(split.seed, 0, static_cast<std::uint64_t>(example)));
  return rows;
}

}  // namespace trainyard
