// SPDX-License-Identifier: GPL-3.0-or-later
#include <cstdio>

#include "engine/checkpoint/hugging_face.h"
#include "engine/contract/json.h"
#include "engine/contract/messages.h"
#include "engine/inference/commands.h"
#include "engine/train/data_notes.h"
#include "engine/train/evaluation.h"
#include "engine/train/results.h"
#include "engine/train/split_files.h"
#include "engine/train/stop.h"

namespace trainyard {

Result<ExitCode> evaluate_command(const EvaluateArguments& arguments) {
  Reporter reporter(nullptr, std::nullopt);
  TRY(TrainedModel model, load_trained_model(arguments.model, reporter));
  TRY(check_learned(model.experiment, model.work.data, {arguments.split}));
  TRY(const auto rows, open_rows(model, arguments.split));
  auto result = evaluate(model.work, *rows, rows_at_once(model.experiment),
                         [&](std::int64_t done, std::int64_t total) {
                           reporter.progress("phase.evaluating", static_cast<double>(done),
                                             static_cast<double>(total));
                           return !stop_requested();
                         });
  if (!result) return make_error("evaluation.stopped", {});
  const std::string printed = to_json(Value(eval_results(*result)));
  if (!arguments.output.empty()) {
    const std::string split(name_of(arguments.split));
    const SplitResult split_result{split, std::move(*result)};
    TRY(make_folder_whole(arguments.output / split, [&](const std::filesystem::path& folder) {
      return write_split_files(folder, split_result);
    }));
  }
  std::printf("%s\n", printed.c_str());
  return ExitCode::completed;
}

}  // namespace trainyard
