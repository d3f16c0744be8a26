#include <algorithm>
#include <cstdio>
#include <limits>
#include <numeric>
#include <ranges>
#include <set>

#include "engine/checkpoint/hugging_face.h"
#include "engine/contract/comma_list.h"
#include "engine/contract/json.h"
#include "engine/contract/messages.h"
#include "engine/contract/run_folder.h"
#include "engine/inference/commands.h"
#include "engine/inference/npy_file.h"
#include "engine/model/forward.h"
#include "engine/task/to_batch.h"
#include "engine/train/memory_plan.h"
#include "engine/train/stop.h"

namespace trainyard {

namespace fs = std::filesystem;

namespace {

constexpr std::initializer_list<PredictionKind> kOfEveryTask = {PredictionKind::hidden_states,
                                                                PredictionKind::all_hidden_states};

Result<std::vector<PredictionKind>> chosen_kinds(const Task& task,
                                                 const std::vector<std::string>& wanted,
                                                 bool has_labels) {
  std::vector<PredictionKind> known = task.predictions();
  if (!has_labels) std::erase(known, PredictionKind::labels);
  known.insert(known.end(), kOfEveryTask);
  std::set<PredictionKind> chosen;
  if (wanted.empty()) chosen.insert(known.front());
  if (std::ranges::count(known, PredictionKind::labels) > 0) chosen.insert(PredictionKind::labels);
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

// (B, t, ...) -> (B, longest, ...): NaN, or -100 for labels, where a row has no token.
at::Tensor padded(const at::Tensor& values, const MicroBatch& rows, std::int64_t longest) {
  std::vector<std::int64_t> shape = values.sizes().vec();
  shape[1] = longest;
  at::Tensor all = values.is_floating_point()
                       ? at::full(shape, std::numeric_limits<double>::quiet_NaN(), values.options())
                       : at::full(shape, kIgnoreIndex, values.options());
  for (std::int64_t row = 0; row < rows.num_rows; ++row) {
    const std::int64_t length = rows.length_of(row);
    all[row].narrow(0, 0, length).copy_(values[row].narrow(0, 0, length));
  }
  return all;
}

// Asks the model about rows, and writes what it says.
class Predictor {
 public:
  Predictor(const TrainedModel& model, const Dataset& rows, std::vector<PredictionKind> kinds,
            fs::path folder)
      : model_(model),
        rows_(rows),
        kinds_(std::move(kinds)),
        folder_(std::move(folder)),
        summary_(summary_token(std::string(name_of(model.experiment.model.kind)))) {}

  Result<void> add(std::int64_t first, std::int64_t count) {
    std::vector<std::int64_t> examples(static_cast<std::size_t>(count));
    std::iota(examples.begin(), examples.end(), first);
    TRY(const MicroBatch rows, rows_.rows(examples));
    const TrainingWork& work = model_.work;
    const Batch batch = work.task->prediction_batch(rows, work.device);
    const at::Tensor summaries = to_tensor(summary_positions(rows, summary_), work.device);
    const bool keeps_all = std::ranges::count(kinds_, PredictionKind::all_hidden_states) > 0;
    const Inference inference(*work.model, *work.parameters, batch,
                              keeps_all ? summaries : at::Tensor());
    std::vector<at::Tensor> arrays;
    for (const PredictionKind kind : kinds_) {
      const Prediction said = prediction(kind, inference, summaries);
      arrays.push_back(said.is_of_tokens ? padded(said.values, rows, rows_.longest_row())
                                         : said.values);
    }
    if (files_.empty()) {
      TRY(create_files(arrays));
    }
    for (std::size_t i = 0; i < files_.size(); ++i) {
      TRY(files_[i].write(arrays[i]));
    }
    return {};
  }

  // {"logits": {"file": "logits.npy", "shape": [83, 3], "dtype": "float32"}, ...}
  Result<Map> finish() {
    for (NpyFile& file : files_) {
      TRY(file.finish());
    }
    return description_;
  }

 private:
  Prediction prediction(PredictionKind kind, const Inference& inference,
                        const at::Tensor& summaries) const {
    if (kind == PredictionKind::hidden_states)
      return {inference.last_hidden_state(summaries).to(at::kHalf)};
    if (kind == PredictionKind::all_hidden_states)
      return {at::stack(inference.kept_hidden_states(), 1).to(at::kHalf)};  // (B, L + 1, C)
    return model_.work.task->predict(kind, inference);
  }

  Result<void> create_files(const std::vector<at::Tensor>& arrays) {
    const auto shape_of = [&](const at::Tensor& rows) {
      std::vector<std::int64_t> shape = rows.sizes().vec();
      shape[0] = rows_.num_examples();
      return shape;
    };
    std::int64_t bytes = 0;
    for (const at::Tensor& rows : arrays)
      bytes += c10::multiply_integers(shape_of(rows)) * rows.element_size();
    std::error_code unknown;
    const auto free = static_cast<std::int64_t>(fs::space(folder_, unknown).available);
    if (!unknown && bytes > free)
      return make_error("prediction.no_room",
                        {{"folder", folder_.parent_path().string()},
                         {"needed", bytes_text(bytes)},
                         {"free", bytes_text(free)}},
                        ExitCode::environment);
    for (std::size_t i = 0; i < arrays.size(); ++i) {
      const std::string name(name_of(kinds_[i])), file = name + ".npy";
      const std::vector<std::int64_t> shape = shape_of(arrays[i]);
      TRY(NpyFile array, NpyFile::create(folder_ / file, arrays[i].scalar_type(), shape));
      files_.push_back(std::move(array));
      description_.emplace_back(name, Map{{"file", file},
                                          {"shape", List(shape.begin(), shape.end())},
                                          {"dtype", numpy_name(arrays[i].scalar_type())}});
    }
    return {};
  }

  const TrainedModel& model_;
  const Dataset& rows_;
  const std::vector<PredictionKind> kinds_;
  const fs::path folder_;
  const SummaryToken summary_;
  std::vector<NpyFile> files_;  // one a kind
  Map description_;
};

Result<Map> predict_into(const fs::path& folder, const PredictArguments& arguments) {
  Reporter reporter(nullptr, std::nullopt);
  TRY(const TrainedModel model, load_trained_model(arguments.model, reporter));
  const bool has_inputs = !arguments.model.inputs.empty();
  const RowKind row_kind = rows_of(model.experiment, model.labels);
  TRY(const auto kinds,
      chosen_kinds(*model.work.task, arguments.kinds, row_kind != RowKind::unlabelled));
  const Split split = has_inputs ? Split::train : arguments.split;
  TRY(const auto rows, open_rows(model, split));
  Predictor predictor(model, *rows, kinds, folder);
  const std::int64_t total = rows->num_examples(), at_once = rows_at_once(model.experiment);
  for (std::int64_t first = 0; first < total; first += at_once) {
    const std::int64_t count = std::min(at_once, total - first);
    TRY(predictor.add(first, count));
    reporter.progress("phase.predicting", static_cast<double>(first + count),
                      static_cast<double>(total));
    if (stop_requested()) return make_error("prediction.stopped", {}, ExitCode::stopped_early);
  }
  TRY(Map arrays, predictor.finish());
  Map description{{"model", model.folder.string()},
                  {"split", has_inputs              ? "input"
                            : split == Split::train ? "train"
                                                    : "validation"},
                  {"rows", total},
                  {"arrays", std::move(arrays)}};
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
