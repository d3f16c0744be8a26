// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/inspect/inspect_command.h"

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <ranges>

#include "engine/system/comma_list.h"
#include "engine/contract/messages.h"
#include "engine/data/order.h"
#include "engine/contract/results/inspection.h"
#include "engine/inspect/data_sample.h"
#include "engine/inspect/split_counts.h"
#include "engine/inspect/inspect_text.h"
#include "engine/inspect/progress_lines.h"
#include "engine/train/reporter.h"
#include "engine/train/stop.h"

namespace trainyard {

namespace {

Result<const InspectedSplit*> split_called(const InspectedData& data, const std::string& name) {
  const auto found = std::ranges::find(data.splits(), name, &InspectedSplit::name);
  if (found != data.splits().end()) return &*found;
  return make_error(
      "inspect.no_split",
      {{"split", name},
       {"known", comma_list(std::views::transform(data.splits(), &InspectedSplit::name))}});
}

Result<std::vector<DataSample>> samples_of(const InspectedData& data,
                                           const InspectArguments& arguments) {
  std::vector<DataSample> samples;
  if (arguments.samples == 0) return samples;
  TRY(const InspectedSplit* split, split_called(data, arguments.split));
  const std::int64_t total = split->examples->num_examples();
  if (total == 0) return samples;
  if (arguments.from >= total)
    return make_error("inspect.from",
                      {{"from", arguments.from}, {"split", split->name}, {"examples", total}});
  const EpochOrder order(arguments.random.value_or(0), 0, static_cast<std::uint64_t>(total));
  const std::int64_t end = arguments.from + std::min(arguments.samples, total - arguments.from);
  for (std::int64_t place = arguments.from; place < end; ++place) {
    const std::int64_t index =
        arguments.random ? static_cast<std::int64_t>(order[static_cast<std::uint64_t>(place)])
                         : place;
    TRY(samples.emplace_back(), make_sample(data, *split, index, arguments.max_tokens));
    if (stop_requested()) return make_error("inspect.stopped", {});
  }
  return samples;
}

// Without splits and samples.
Inspection summary_of(const InspectedData& data) {
  Inspection summary;
  summary.kind = data.data().rows;
  summary.task = data.experiment().task.kind;
  summary.tokenizer = data.tokenizer();
  summary.vocab_size = data.data().tokens.vocab_size;
  summary.sequence_length = data.experiment().data.sequence_length;
  summary.raw = data.max_records();
  for (const Error& note : data.notes())
    summary.warnings.push_back({note.code, note.arguments, note.message});
  return summary;
}

Result<void> inspect(const InspectArguments& arguments, const PrepareProgress& progress) {
  TRY(const InspectedData data, InspectedData::open(arguments.request, progress));
  Inspection inspection = summary_of(data);
  for (const InspectedSplit& split : data.splits()) {
    if (!arguments.counts) {
      inspection.splits.push_back({.name = split.name, .examples = split.examples->num_examples()});
      continue;
    }
    TRY(inspection.splits.emplace_back(), count_split(data, split, progress));
  }
  TRY(inspection.samples, samples_of(data, arguments));
  const ShowIds ids = arguments.with_ids ? ShowIds::yes : ShowIds::no;
  if (arguments.json) {
    if (arguments.text) inspection.text = inspection_text(inspection, *arguments.text, ids);
    print_json(to_map(inspection));
    return {};
  }
  const Marks marks = ::isatty(STDOUT_FILENO) ? Marks::colours : Marks::signs;
  std::fputs(inspection_text(inspection, marks, ids).c_str(), stdout);
  return {};
}

}  // namespace

Result<ExitCode> inspect_command(const InspectArguments& arguments) {
  Result<void> outcome;
  {
    Reporter reporter(nullptr, std::nullopt);
    ProgressLines lines;
    outcome = inspect(arguments, [&](std::string_view phase, double done, double total) {
      if (!arguments.json) reporter.progress(std::string(phase), done, total);
      if (arguments.json && arguments.with_progress) lines.report(phase, done, total);
      return !stop_requested();
    });
  }
  if (outcome) return ExitCode::completed;
  const Error& error = outcome.error();
  if (arguments.json)
    print_json(
        {{"format", kInspectFormat},
         {"error",
          Map{{"code", error.code}, {"arguments", error.arguments}, {"text", error.message}}}});
  return error;
}

}  // namespace trainyard
