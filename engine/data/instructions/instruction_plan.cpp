// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/instructions/instruction_plan.h"

#include <algorithm>
#include <ranges>

#include "engine/system/comma_list.h"
#include "engine/contract/messages.h"
#include "engine/contract/files/whole_file.h"
#include "engine/data/instructions/instruction_record.h"
#include "engine/data/instructions/mix_sources.h"

namespace trainyard {

namespace fs = std::filesystem;

namespace {

Result<const Formatter*> formatter_called(const std::string& name) {
  if (const Formatter* found = find_formatter(name)) return found;
  if (const auto nearest = nearest_formatter(name))
    return make_error("instructions.no_formatter_near", {{"name", name}, {"nearest", *nearest}});
  const std::string names = comma_list(formatters() | std::views::transform(&Formatter::name));
  return make_error("instructions.no_formatter", {{"name", name}, {"names", names}});
}

}  // namespace

std::optional<std::string> validation_split_of(const Mix& mix) {
  for (const char* name : {"validation", "test"})
    if (std::ranges::find(mix.splits, name) != mix.splits.end()) return name;
  return std::nullopt;
}

namespace {

Result<std::vector<DataSet>> sets_of_mix(const Mix& mix, const std::string& split,
                                         const fs::path& base) {
  std::vector<DataSet> sets;
  for (const MixEntry& entry : mix.entries) {
    DataSet set{{}, find_formatter(entry.format)};
    if (std::ranges::find(entry.splits, split) != entry.splits.end()) {
      TRY(set.files, mix_files(entry, split, base));
    }
    sets.push_back(std::move(set));
  }
  return sets;
}

}  // namespace

Result<InstructionPlan> plan_of(const InstructionDataSettings& settings) {
  InstructionPlan plan;
  if (!settings.instructions.mixture) {
    const Formatter* formatter = nullptr;
    if (settings.instructions.formatter) {
      TRY(formatter, formatter_called(*settings.instructions.formatter));
    }
    for (const Split split : all_splits)
      if (const auto& files = settings.sources.files(split); !files.empty())
        member_of(plan, split) = {{files, formatter}};
    return plan;
  }
  TRY(const std::string text, read_file(*settings.instructions.mixture, 1u << 20));
  const MixDocument document = read_mix(text, *settings.instructions.mixture);
  for (const Diagnostic& diagnostic : document.diagnostics)
    if (diagnostic.severity == Severity::error)
      return make_error("instructions.mixture", {{"what", to_line(diagnostic)}});
  plan.mix = document.mix;
  const fs::path base = fs::path(*settings.instructions.mixture).parent_path();
  TRY(plan.train, sets_of_mix(*plan.mix, "train", base));
  if (const auto split = validation_split_of(*plan.mix)) {
    TRY(plan.validation, sets_of_mix(*plan.mix, *split, base));
  }
  return plan;
}

Result<Walked> bytes_of(const std::vector<DataSet>& sets) {
  Walked walked;
  for (const DataSet& set : sets)
    for (const fs::path& path : set.files) {
      TRY(const auto file, TextFile::open(path));
      walked.total += static_cast<double>(file.size());
    }
  return walked;
}

Result<void> walk_set(const DataSet& set, Walked& walked,
                      const std::function<Result<void>(GivenRecord&&)>& take,
                      const PrepareProgress& progress, std::uint64_t most,
                      std::optional<std::int64_t> max_records) {
  std::int64_t before = 0;
  Excerpt excerpt(max_records);
  for (const fs::path& path : set.files) {
    TRY(const auto file, TextFile::open(path));
    const auto on_progress = [&](std::uint64_t done) -> Result<void> {
      if (progress("phase.tokenizing", walked.before + static_cast<double>(done), walked.total))
        return {};
      return preparing_stopped();
    };
    std::int64_t in_file = 0;
    const auto take_object = [&](Map&& object, std::int64_t line,
                                 std::int64_t number) -> Result<void> {
      in_file = number + 1;
      TRY(take({&path, line, before + number, set.formatter, std::move(object)}));
      return excerpt.take();
    };
    TRY(excerpt.walk(file, on_progress, [&](std::uint64_t of_excerpt) {
      return for_each_instruction(file, take_object, on_progress, std::min(most, of_excerpt));
    }));
    before += in_file;
    walked.before += static_cast<double>(file.size());
  }
  return {};
}

}  // namespace trainyard
