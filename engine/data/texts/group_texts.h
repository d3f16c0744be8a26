// SPDX-License-Identifier: GPL-3.0-or-later
// Writes the rows of groups of texts.
#pragma once

#include <cstdint>
#include <span>

#include "engine/contract/result.h"
#include "engine/data/texts/group_cutter.h"
#include "engine/data/split_writer.h"

namespace trainyard {

// Memory: some MB, and that of GroupCutter.
class GroupTexts {
 public:
  // `files` has RowKind::sequences if short groups are kept, else blocks.
  GroupTexts(const GroupRules& rules, SplitWriter files)
      : files_(std::move(files)), cutter_(rules, [this](auto row) { return take(row); }) {}
  GroupTexts(const GroupTexts&) = delete;
  GroupTexts& operator=(const GroupTexts&) = delete;

  // As in SplitWriter.
  void count_cut(std::int64_t records) { files_.count_cut(records); }
  void count_begins_twice(std::int64_t texts) { files_.count_begins_twice(texts); }

  Result<void> add(std::span<const std::uint32_t> ids) { return cutter_.add(ids); }
  Result<PreparedSplit> finish();

 private:
  Result<void> take(std::span<const std::uint32_t> row);
  Result<void> flush();

  SplitWriter files_;
  GroupCutter cutter_;
  EncodedRows rows_;  // that are not written yet
};

}  // namespace trainyard
