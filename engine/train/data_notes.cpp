// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/train/data_notes.h"

#include <algorithm>

#include "engine/contract/experiment/experiment.h"
#include "engine/contract/messages.h"
#include "engine/contract/results/row_kind.h"

namespace trainyard {

namespace {

// Masked tokens are chosen while training, and may be any in a row.
bool counts_unlearned(const Experiment& experiment, const PreparedData& data) {
  return data.rows == RowKind::token_labels ||
         (is_language(data.rows) && !traits_of(experiment.task.kind).hides_tokens);
}

class SplitNotes {
 public:
  SplitNotes(const Experiment& experiment, const PreparedData& data, Split split)
      : experiment_(experiment), data_(data), split_(split), rows_(data[split]) {}

  std::vector<Error> all() {
    note(rows_.num_cut, "data.cut");
    note(rows_.num_begins_twice, "data.begins_twice");
    note(rows_.num_without_end, "instructions.no_end");
    if (counts_unlearned(experiment_, data_))
      note(rows_.num_unlearned,
           rows_.num_unlearned < rows_.num_rows ? "data.some_unlearned" : "data.nothing_learned");
    if (split_ == Split::train && rows_.has_one_label && rows_.num_rows > 1)
      note(rows_.num_rows,
           data_.rows == RowKind::regression ? "data.one_number" : "data.one_label");
    return std::move(notes_);
  }

  Error nothing_learned() const {
    return make_error("data.nothing_learned", arguments(rows_.num_unlearned));
  }

 private:
  Map arguments(std::int64_t count) const {
    return {{"count", count},
            {"rows", rows_.num_rows},
            {"split", std::string(name_of(split_))},
            {"sequence_length", experiment_.data.sequence_length}};
  }
  void note(std::int64_t count, const char* code) {
    if (count > 0) notes_.push_back(make_error(code, arguments(count)));
  }

  const Experiment& experiment_;
  const PreparedData& data_;
  const Split split_;
  const PreparedSplit& rows_;
  std::vector<Error> notes_;
};

}  // namespace

std::vector<Error> notes_on_data(const Experiment& experiment, const PreparedData& data) {
  std::vector<Error> notes;
  for (const Split split : all_splits)
    if (data[split].exists())
      std::ranges::move(SplitNotes(experiment, data, split).all(), std::back_inserter(notes));
  if (data.num_prompts_apart > 0)
    notes.push_back(make_error("instructions.prompts_apart", {{"count", data.num_prompts_apart}}));
  return notes;
}

Result<void> check_learned(const Experiment& experiment, const PreparedData& data,
                           const std::vector<Split>& splits) {
  if (!counts_unlearned(experiment, data)) return {};
  for (const Split split : splits)
    if (data[split].num_rows > 0 && data[split].num_unlearned == data[split].num_rows)
      return SplitNotes(experiment, data, split).nothing_learned();
  return {};
}

}  // namespace trainyard
