// SPDX-License-Identifier: GPL-3.0-or-later
// Texts for language modelling.
#include "engine/contract/experiment/experiment.h"
#include "engine/data/kinds/dataset_builder.h"
#include "engine/data/texts/first_columns.h"
#include "engine/data/texts/prepare.h"
#include "engine/data/source_digests.h"
#include "engine/data/steps/excerpt_steps.h"
#include "engine/data/streams/text_stream.h"

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

// Without the texts that are streamed.
TextDataSettings prepared_part(TextDataSettings settings) {
  settings.is_streamed = true;
  settings.sources.train.clear();  // so that not even its checksum is computed
  settings.sources.validation_split_ratio = 0;
  return settings;
}

class TextBuilder final : public DatasetBuilder {
 public:
  explicit TextBuilder(const DataRequest& request)
      : all_(settings_of(request)),
        is_streamed_(all_.data.streaming && request.labels == LabelsAre::given),
        settings_(is_streamed_ ? prepared_part(all_) : all_) {}

  std::vector<Error> check() const override {
    std::vector<Error> errors = check_steps(all_.sources, all_.data, column_rules(all_));
    TextDataSettings rest = all_;
    if (has_row_steps(all_.data)) rest.sources = {};  // they are checked already
    const std::vector<Error> others = check_text_sources(rest);
    errors.insert(errors.end(), others.begin(), others.end());
    return errors;
  }
  std::vector<Error> notes() const override {
    if (has_row_steps(all_.data)) return {};  // which require the column by its name
    return first_columns_taken(all_.sources, all_.data.text_column);
  }
  std::optional<fs::path> vocabulary() const override { return all_.tokenizer; }

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
  Result<PreparedData> prepare_into(const fs::path& folder,
                                    const PrepareProgress& progress) const override {
    return is_streamed_ ? prepare_text(all_, folder, progress)
                        : DatasetBuilder::prepare_into(folder, progress);
  }

  bool is_streamed() const override { return is_streamed_; }
  Result<OpenStream> open_stream(const PreparedData& data,
                                 const StreamSettings& stream) const override {
    TRY(auto tokenizer, Tokenizer::read(data.folder));
    TRY(auto digest, quick_digest(all_.sources.train));
    StreamSettings padded = stream;
    padded.padding_id = data.tokens.padding_id();
    return OpenStream{
        make_text_stream(padded, {all_.sources.train, all_.data, std::move(tokenizer)}),
        std::move(digest)};
  }

 private:
  const TextDataSettings all_;
  const bool is_streamed_;
  const TextDataSettings settings_;  // of what is prepared
};

}  // namespace

std::unique_ptr<DatasetBuilder> make_text_builder(const DataRequest& request) {
  return std::make_unique<TextBuilder>(request);
}

}  // namespace trainyard
