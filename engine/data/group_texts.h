// SPDX-License-Identifier: GPL-3.0-or-later
// Tokens of texts put together and cut into rows, as run_clm's and NYUTron's group_texts do.
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
  // A group that is shorter than a row becomes a short row, instead of none.
  bool keep_short = false;
};

// Memory: the tokens of a group.
class GroupTexts {
 public:
  // `files` is of RowKind::sequences when short groups are kept, else of blocks.
  GroupTexts(const GroupRules& rules, SplitWriter files)
      : rules_(rules), files_(std::move(files)) {}

  // As SplitWriter has them.
  void count_cut(std::int64_t records) { files_.count_cut(records); }
  void count_begins_twice(std::int64_t texts) { files_.count_begins_twice(texts); }

  Result<void> add(std::span<const std::uint32_t> ids);
  Result<PreparedSplit> finish();

 private:
  Result<void> end_group();

  GroupRules rules_;
  SplitWriter files_;
  std::vector<std::uint32_t> ids_;
  std::int64_t num_texts_ = 0;  // of this group
};

}  // namespace trainyard
