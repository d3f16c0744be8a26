// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <optional>

#include "engine/contract/messages.h"
#include "engine/data/instructions/instruction_plan.h"
#include "engine/data/instructions/instruction_record.h"
#include "engine/data/instructions/prepare_instructions.h"
#include "engine/data/record_error.h"

namespace trainyard {

namespace {

// How many records of a set are formatted and encoded before anything is prepared; the others are
// only read.
constexpr std::int64_t kTriedRecords = 1000;

bool is_learned(const InstructionRules& rules, const InstructionRow& row) {
  if (!rules.has_targets()) return row.ids.size() > 1;
  std::vector<std::uint8_t> targets;
  append_targets(row, /*completion_only_loss=*/true, targets);
  return targets.size() > 1 && std::find(targets.begin() + 1, targets.end(), 1) != targets.end();
}

// Checks data sets before they are prepared.
class SourceCheck {
 public:
  // Without rules (because they are invalid) records are only read.
  SourceCheck(const InstructionDataSettings& settings, InstructionRules* rules)
      : settings_(settings), rules_(rules) {
    if (!rules) return;
    if (settings.instructions.packing != Packing::wrapped)
      rules->max_length = settings.data.sequence_length;
    trial_.emplace(*rules);
  }

  // Checks the data sets of a split.
  std::vector<Error> look(const std::vector<DataSet>& sets, const std::string& split) {
    std::vector<Error> errors;
    const PrepareProgress always = [](std::string_view, double, double) { return true; };
    num_rows_ = num_unlearned_ = num_records_ = 0;
    is_whole_ = trial_.has_value();
    for (const DataSet& set : sets) {
      Walked walked;
      auto outcome = walk_set(
          set, walked, [this](GivenRecord&& record) { return take(std::move(record)); }, always,
          preflight_bytes);
      if (!outcome) errors.push_back(outcome.error());
    }
    if (errors.empty() && is_whole_ && num_rows_ > 0 && num_unlearned_ == num_rows_)
      errors.push_back(make_error("data.nothing_learned",
                                  {{"count", num_unlearned_},
                                   {"rows", num_rows_},
                                   {"split", split},
                                   {"sequence_length", settings_.data.sequence_length}}));
    return errors;
  }

 private:
  Result<void> take(GivenRecord&& record) {
    const bool is_tried = trial_ && num_records_++ < kTriedRecords;
    is_whole_ = is_whole_ && is_tried;
    const auto told = is_tried ? encode(record) : read(record);
    return told ? told : record_error(*record.file, record.line, told.error());
  }

  Result<void> encode(GivenRecord& record) {
    TRY(const bool is_told, trial_->encode(record, row_));
    if (!is_told) return {};
    ++num_rows_;
    num_unlearned_ += is_learned(*rules_, row_) ? 0 : 1;
    return {};
  }

  static Result<void> read(const GivenRecord& record) {
    if (!record.formatter) {
      TRY(read_instruction(record.object));
      return {};
    }
    TRY(const Formatted formatted,
        format_record(*record.formatter, record.object, static_cast<std::uint64_t>(record.number)));
    if (formatted) {
      TRY(read_instruction(*formatted));
    }
    return {};
  }

  const InstructionDataSettings& settings_;
  InstructionRules* rules_;
  std::optional<RecordStager::Trial> trial_;
  InstructionRow row_;
  std::int64_t num_rows_ = 0, num_unlearned_ = 0, num_records_ = 0;
  bool is_whole_ = false;  // every record was encoded
};

}  // namespace

std::vector<Error> check_instruction_sources(const InstructionDataSettings& settings) {
  std::vector<Error> errors;
  auto rules = InstructionRules::create(settings);
  if (!rules) errors.push_back(rules.error());
  const auto plan = plan_of(settings);
  if (!plan) {
    errors.push_back(plan.error());
    return errors;
  }
  SourceCheck check(settings, rules ? &*rules : nullptr);
  for (const Split split : all_splits)
    for (Error& error : check.look(member_of(*plan, split), std::string(name_of(split))))
      errors.push_back(std::move(error));
  return errors;
}

}  // namespace trainyard
