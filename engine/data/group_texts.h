// SPDX-License-Identifier: GPL-3.0-or-later
// Concatenates the tokens of texts and cuts them into rows, like group_texts in run_clm and
// NYUTron.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "engine/contract/result.h"
#include "engine/data/split_writer.h"

namespace trainyard {

struct GroupRules {
  std::int64_t texts_per_group = 1000;
  std::int64_t sequence_length = 256;
  // A remainder shorter than a row becomes a short row instead of being dropped.
  bool keep_short = false;
};

// Memory: the tokens of one group.
class GroupTexts {
 public:
  // `files` has RowKind::sequences if short groups are kept, else blocks.
  GroupTexts(const GroupRules& rules, SplitWriter files)
      : rules_(rules), files_(std::move(files)) {}

  // As in SplitWriter.
  void count_cut(std::int64_t records) { files_.count_cut(records); }
  void count_begins_twice(std::int64_t texts) { files_.count_begins_twice(texts); }

  Result<void> add(std::span<const std::uint32_t> ids);
  Result<PreparedSplit> finish();

 private:
  Result<void> end_group();

  GroupRules rules_;
  SplitWriter files_;
  std::vector<std::uint32_t> ids_;
  std::int64_t num_texts_ = 0;  // in this group
};

}  // namespace trainyard
