// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/data_request.h"

#include <cstdlib>

#include "engine/contract/experiment/experiment.h"

namespace trainyard {

namespace fs = std::filesystem;

fs::path resolve_path(const fs::path& experiment_file, const std::string& path) {
  const char* home = std::getenv("HOME");
  if (path.starts_with("~/") && home) return fs::path(home) / path.substr(2);
  if (path.starts_with("/")) return path;
  return experiment_file.parent_path() / path;
}

TextSources sources_of(const DataRequest& request) {
  const DataSection data = data_of(request);
  TextSources sources;
  for (const auto& [paths, files] :
       {std::pair(&data.train, &sources.train), std::pair(&data.validation, &sources.validation),
        std::pair(&data.test, &sources.test),
        std::pair(&data.temporal_test, &sources.temporal_test)})
    files->assign(paths->begin(), paths->end());
  sources.validation_split_ratio = data.validation_split_ratio;
  sources.max_records = request.max_records;
  return sources;
}

DataSection data_of(const DataRequest& request) {
  return with_paths(request.experiment.data, request.resolve);
}

void turn_off_streaming(Experiment& experiment) {
  experiment.data.streaming = false;
  experiment.timelines.streaming = false;
}

std::optional<fs::path> tokenizer_of(const DataRequest& request) {
  const Experiment& experiment = request.experiment;
  const auto& named =
      experiment.data.tokenizer ? experiment.data.tokenizer : experiment.model.pretrained;
  return named ? std::optional(request.resolve(*named)) : std::nullopt;
}

RowKind rows_of(const Experiment& experiment, LabelsAre labels) {
  const bool has_labels = labels == LabelsAre::given;
  switch (traits_of(experiment.task.kind).output) {
    case TaskOutput::tokens:
      return RowKind::blocks;
    case TaskOutput::words:
      return has_labels ? RowKind::token_labels : RowKind::unlabelled_words;
    case TaskOutput::row:
      break;
  }
  if (!has_labels) return RowKind::unlabelled;
  switch (experiment.task.problem_type) {
    case ProblemType::multi_label_classification:
      return RowKind::multi_label;
    case ProblemType::regression:
      return RowKind::regression;
    case ProblemType::single_label_classification:
      break;
  }
  return RowKind::single_label;
}

bool needs_mask(const Experiment& experiment) {
  return traits_of(experiment.task.kind).hides_tokens;
}

bool is_padding_free(const Experiment& experiment) {
  return traits_of(experiment.task.kind).records == TaskRecords::instructions &&
         experiment.instructions.padding_free;
}

}  // namespace trainyard
