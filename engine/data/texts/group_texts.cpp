// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/texts/group_texts.h"

#include <utility>

namespace trainyard {

namespace {
constexpr std::size_t written_ids = 1 << 20;  // at once
}

Result<void> GroupTexts::take(std::span<const std::uint32_t> row) {
  rows_.ids.insert(rows_.ids.end(), row.begin(), row.end());
  rows_.ends.push_back(rows_.ids.size());
  return rows_.ids.size() < written_ids ? Result<void>() : flush();
}

Result<void> GroupTexts::flush() { return files_.append(std::exchange(rows_, {})); }

Result<PreparedSplit> GroupTexts::finish() {
  TRY(cutter_.end_group());
  TRY(flush());
  return files_.finish();
}

}  // namespace trainyard
