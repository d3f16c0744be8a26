// SPDX-License-Identifier: GPL-3.0-or-later
// Token timelines, for language modelling or classification.
#include "engine/contract/experiment/experiment.h"
#include "engine/data/kinds/dataset_builder.h"
#include "engine/data/source_digests.h"
#include "engine/data/timelines/prepare_timelines.h"
#include "engine/data/timelines/random_truncation.h"

namespace trainyard {

namespace fs = std::filesystem;

namespace {

TimelineDataSettings settings_of_timelines(const DataRequest& request) {
  const Experiment& experiment = request.experiment;
  TimelineDataSettings settings;
  settings.sources = sources_of(request);
  settings.data = data_of(request);
  settings.timelines = with_paths(experiment.timelines, request.resolve);
  settings.classifies = traits_of(experiment.task.kind).output == TaskOutput::row;
  settings.is_training = request.labels == LabelsAre::given;
  settings.seed = static_cast<std::uint64_t>(experiment.seed);
  return settings;
}

class TimelineBuilder final : public DatasetBuilder {
 public:
  explicit TimelineBuilder(const DataRequest& request)
      : settings_(settings_of_timelines(request)) {}

  std::vector<Error> check() const override { return check_timeline_sources(settings_); }
  std::optional<fs::path> vocabulary() const override {
    return fs::path(settings_.timelines.vocabulary.value_or(""));
  }
  bool has_tokenizer() const override { return false; }
  Result<Map> key(const PrepareProgress& progress) const override {
    return timeline_key(settings_, progress);
  }
  Result<PreparedData> prepare(const fs::path& folder,
                               const PrepareProgress& progress) const override {
    TimelineDataSettings settings = settings_;
    if (is_streamed()) settings.sources.train.clear();
    return prepare_timelines(settings, folder, progress);
  }
  Result<PreparedData> prepare_into(const fs::path& folder,
                                    const PrepareProgress& progress) const override {
    TimelineDataSettings settings = settings_;
    settings.timelines.streaming = false;
    return prepare_timelines(settings, folder, progress);
  }

  bool is_streamed() const override { return trainyard::is_streamed(settings_); }
  Result<OpenStream> open_stream(const PreparedData& data,
                                 const StreamSettings& stream) const override {
    TRY(auto timelines, stream_timelines(settings_, data.tokens, stream));
    TRY(auto digest, quick_digest(settings_.sources.train));
    return OpenStream{std::move(timelines), std::move(digest)};
  }
  std::unique_ptr<Source> training_source(std::unique_ptr<Source> rows,
                                          const SpecialTokens& tokens) const override {
    if (!settings_.timelines.random_truncation) return rows;
    return std::make_unique<RandomTruncation>(std::move(rows), *tokens.padding);
  }

 private:
  const TimelineDataSettings settings_;
};

}  // namespace

std::unique_ptr<DatasetBuilder> make_timeline_builder(const DataRequest& request) {
  return std::make_unique<TimelineBuilder>(request);
}

}  // namespace trainyard
