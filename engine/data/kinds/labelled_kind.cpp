// SPDX-License-Identifier: GPL-3.0-or-later
// Texts, or their words, with labels.
#include "engine/contract/experiment/experiment.h"
#include "engine/data/kinds/dataset_builder.h"
#include "engine/data/labelled/prepare_labelled.h"
#include "engine/data/steps/excerpt_steps.h"

namespace trainyard {

namespace fs = std::filesystem;

namespace {

LabelledTextSettings settings_of_labelled(const DataRequest& request) {
  LabelledTextSettings settings;
  settings.sources = sources_of(request);
  settings.data = data_of(request);
  settings.task = request.experiment.task;
  settings.rows = rows_of(request.experiment, request.labels);
  settings.tokenizer = tokenizer_of(request);
  settings.model_labels = request.model_labels;
  settings.num_threads = request.num_threads;
  return settings;
}

class LabelledBuilder final : public DatasetBuilder {
 public:
  explicit LabelledBuilder(const DataRequest& request) : settings_(settings_of_labelled(request)) {}

  std::vector<Error> check() const override {
    std::vector<Error> errors =
        check_steps(settings_.sources, settings_.data, column_rules(settings_));
    LabelledTextSettings rest = settings_;
    if (has_row_steps(settings_.data)) rest.sources = {};  // they are checked already
    const std::vector<Error> others = check_labelled_sources(rest);
    errors.insert(errors.end(), others.begin(), others.end());
    return errors;
  }
  std::optional<fs::path> vocabulary() const override { return settings_.tokenizer; }

  Result<std::optional<Steps>> steps(const PrepareProgress& progress) const override {
    if (!has_steps(settings_.data) || settings_.sources.max_records) return std::optional<Steps>();
    TRY(auto steps, labelled_steps(settings_, progress));
    return std::optional(std::move(steps));
  }
  Result<Map> key(const PrepareProgress& progress) const override {
    return labelled_key(settings_, progress);
  }
  Result<PreparedData> prepare(const fs::path& folder,
                               const PrepareProgress& progress) const override {
    return has_steps(settings_.data) ? prepare_labelled_excerpt(settings_, folder, progress)
                                     : prepare_labelled(settings_, folder, progress);
  }

 private:
  const LabelledTextSettings settings_;
};

}  // namespace

std::unique_ptr<DatasetBuilder> make_labelled_builder(const DataRequest& request) {
  return std::make_unique<LabelledBuilder>(request);
}

}  // namespace trainyard
