// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cstdio>
#include <numeric>
#include <ranges>
#include <set>

#include "engine/checkpoint/hugging_face.h"
#include "engine/system/comma_list.h"
#include "engine/contract/json.h"
#include "engine/contract/messages.h"
#include "engine/contract/files/whole_file.h"
#include "engine/inference/commands.h"
#include "engine/inference/prediction_files.h"
#include "engine/model/forward.h"
#include "engine/task/to_batch.h"
#include "engine/train/model_setup.h"
#include "engine/train/stop.h"

namespace trainyard {

namespace fs = std::filesystem;

namespace {

constexpr std::initializer_list<PredictionKind> kOfEveryTask = {PredictionKind::hidden_states,
                                                                PredictionKind::all_hidden_states};

Result<std::vector<PredictionKind>> chosen_kinds(const Task& task,
                                                 const std::vector<std::string>& wanted,
                                                 RowKind rows) {
  std::vector<PredictionKind> known = task.predictions();
  if (rows == RowKind::unlabelled) std::erase(known, PredictionKind::labels);
  if (rows == RowKind::unlabelled_words)
    std::ranges::replace(known, PredictionKind::labels, PredictionKind::words);
  known.insert(known.end(), kOfEveryTask);
  std::set<PredictionKind> chosen;
  if (wanted.empty()) chosen.insert(known.front());
  for (const PredictionKind of_data : {PredictionKind::labels, PredictionKind::words})
    if (std::ranges::count(known, of_data) > 0) chosen.insert(of_data);
  for (const std::string& name : wanted) {
    const auto kind = std::ranges::find(known, name, name_of<PredictionKind>);
    if (kind == known.end())
      return make_error(
          "prediction.kind",
          {{"kind", name},
           {"known", comma_list(std::views::transform(known, name_of<PredictionKind>))}});
    chosen.insert(*kind);
  }
  return std::vector<PredictionKind>(chosen.begin(), chosen.end());
}

Result<PredictionFormat> known_format(const std::string& wanted) {
  for (const auto& [format, name] : Names<PredictionFormat>::all)
    if (name == wanted) return format;
  return make_error("prediction.format",
                    {{"format", wanted},
                     {"known", comma_list(std::views::values(Names<PredictionFormat>::all))}});
}

// Runs the model on rows.
class Predictor {
 public:
  Predictor(const TrainedModel& model, const Dataset& rows, std::vector<PredictionKind> kinds)
      : model_(model),
        rows_(rows),
        kinds_(std::move(kinds)),
        summary_(summary_token(std::string(name_of(model.experiment.model.kind)))) {
    if (traits_of(model.experiment.task.kind).output == TaskOutput::row)
      padding_ = task_data(model.work.data, model.work.model->config()).padding_id;
  }

  // Predicts rows starting at `first`, and writes them to `files`.
  Result<void> predict(std::int64_t first, std::int64_t count, PredictionFiles& files) const {
    std::vector<std::int64_t> examples(static_cast<std::size_t>(count));
    std::iota(examples.begin(), examples.end(), first);
    TRY(const MicroBatch rows, rows_.rows(examples));
    const TrainingWork& work = model_.work;
    const Batch batch = work.task->prediction_batch(rows, work.device);
    const at::Tensor summaries =
        to_tensor(summary_positions(rows, summary_, padding_), work.device);
    const bool keeps_all = std::ranges::count(kinds_, PredictionKind::all_hidden_states) > 0;
    const Inference inference(*work.model, *work.parameters, batch,
                              keeps_all ? summaries : at::Tensor());
    std::vector<Prediction> said;
    for (const PredictionKind kind : kinds_) said.push_back(prediction(kind, inference, summaries));
    return files.write(said, rows);
  }

 private:
  Prediction prediction(PredictionKind kind, const Inference& inference,
                        const at::Tensor& summaries) const {
    if (kind == PredictionKind::hidden_states)
      return {inference.last_hidden_state(summaries).to(at::kHalf)};
    if (kind == PredictionKind::all_hidden_states)
      return {at::stack(inference.kept_hidden_states(), 2).to(at::kHalf)};  // (B, C, L + 1)
    return model_.work.task->predict(kind, inference);
  }

  const TrainedModel& model_;
  const Dataset& rows_;
  const std::vector<PredictionKind> kinds_;
  const SummaryToken summary_;
  std::optional<std::int64_t> padding_;
};

Result<Map> predict_into(const fs::path& folder, const PredictArguments& arguments) {
  TRY(const PredictionFormat format, known_format(arguments.format));
  Reporter reporter(nullptr, std::nullopt);
  TRY(const TrainedModel model, load_trained_model(arguments.model, reporter));
  const bool has_inputs = !arguments.model.inputs.empty();
  TRY(const auto kinds,
      chosen_kinds(*model.work.task, arguments.kinds, rows_of(model.experiment, model.labels)));
  const Split split = has_inputs ? Split::train : arguments.split;
  TRY(const auto rows, open_rows(model, split));
  const auto files_of = format == PredictionFormat::parquet ? parquet_predictions : npy_predictions;
  const auto files = files_of({folder, kinds, *rows});
  const Predictor predictor(model, *rows, kinds);
  const std::int64_t total = rows->num_examples(), at_once = rows_at_once(model.experiment);
  for (std::int64_t first = 0; first < total; first += at_once) {
    const std::int64_t count = std::min(at_once, total - first);
    TRY(predictor.predict(first, count, *files));
    reporter.progress("phase.predicting", static_cast<double>(first + count),
                      static_cast<double>(total));
    if (stop_requested()) return make_error("prediction.stopped", {});
  }
  TRY(const Map written, files->finish());
  Map description{{"model", model.folder.string()},
                  {"split", has_inputs ? "input" : std::string(name_of(split))},
                  {"rows", total}};
  description.insert(description.end(), written.begin(), written.end());
  const std::vector<std::string>& labels = model.label_names;
  if (has_label_names(rows_of(model.experiment)))
    description.emplace_back("labels", List(labels.begin(), labels.end()));
  TRY(write_file_atomically(folder / kPredictionsFile, to_json(Value(description)) + "\n"));
  return description;
}

}  // namespace

Result<ExitCode> predict_command(const PredictArguments& arguments) {
  Map description;
  TRY(make_folder_whole(arguments.output, [&](const fs::path& folder) -> Result<void> {
    TRY(description, predict_into(folder, arguments));
    return {};
  }));
  std::printf("%s\n", to_json(Value(description)).c_str());
  return ExitCode::completed;
}

}  // namespace trainyard
