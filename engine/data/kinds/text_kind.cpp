// SPDX-License-Identifier: GPL-3.0-or-later
// Texts for language modelling.
#include "engine/data/dataset_builder.h"
#include "engine/data/first_columns.h"
#include "engine/data/prepare.h"
#include "engine/data/steps/excerpt_steps.h"

namespace trainyard {

namespace fs = std::filesystem;

namespace {

TextDataSettings settings_of(const DataRequest& request) {
  TextDataSettings settings;
  settings.sources = sources_of(request);
  settings.data = data_of(request);
  settings.tokenizer = tokenizer_of(request);
  settings.trained = request.experiment.tokenizer;
  settings.vocab_size = request.vocab_size;
  settings.needs_mask = needs_mask(request.experiment);
  settings.num_threads = request.num_threads;
  return settings;
}

class TextBuilder final : public DatasetBuilder {
 public:
  explicit TextBuilder(const DataRequest& request) : settings_(settings_of(request)) {}

  std::vector<Error> check() const override {
    std::vector<Error> errors =
        check_steps(settings_.sources, settings_.data, column_rules(settings_));
    TextDataSettings rest = settings_;
    if (has_row_steps(settings_.data)) rest.sources = {};  // they are checked already
    const std::vector<Error> others = check_text_sources(rest);
    errors.insert(errors.end(), others.begin(), others.end());
    return errors;
  }
  std::vector<Error> notes() const override {
    if (has_row_steps(settings_.data)) return {};  // which require the column by its name
    return first_columns_taken(settings_.sources, settings_.data.text_column);
  }
  std::optional<fs::path> vocabulary() const override { return settings_.tokenizer; }

  Result<std::optional<Steps>> steps(const PrepareProgress& progress) const override {
    if (!has_steps(settings_.data) || settings_.sources.max_records) return std::optional<Steps>();
    TRY(auto steps, text_steps(settings_, progress));
    return std::optional(std::move(steps));
  }
  Result<Map> key(const PrepareProgress& progress) const override {
    return text_key(settings_, progress);
  }
  Result<PreparedData> prepare(const fs::path& folder,
                               const PrepareProgress& progress) const override {
    return has_steps(settings_.data) ? prepare_text_excerpt(settings_, folder, progress)
                                     : prepare_text(settings_, folder, progress);
  }

 private:
  const TextDataSettings settings_;
};

}  // namespace

std::unique_ptr<DatasetBuilder> make_text_builder(const DataRequest& request) {
  return std::make_unique<TextBuilder>(request);
}

}  // namespace trainyard
