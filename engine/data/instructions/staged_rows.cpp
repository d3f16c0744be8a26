// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/instructions/staged_rows.h"

#include <span>

namespace trainyard {

Result<StagedRows> StagedRows::create(const std::filesystem::path& folder, const std::string& name,
                                      int bytes_per_token, bool has_targets) {
  TRY(auto writer, SplitWriter::create(folder, name,
                                       {.rows = RowKind::sequences,
                                        .bytes_per_token = bytes_per_token,
                                        .has_targets = has_targets}));
  return StagedRows(folder, std::move(writer), bytes_per_token);
}

Result<void> StagedRows::append(const EncodedRows& rows) {
  const std::uint64_t before = ends_.empty() ? 0 : ends_.back();
  for (const std::size_t end : rows.ends) ends_.push_back(before + end);
  return writer_.append(rows);
}

Result<void> StagedRows::finish() {
  TRY(split_, writer_.finish());
  TRY(tokens_, TokenFile::open(folder_, split_.tokens, bytes_per_token_));
  if (split_.targets.exists()) {
    TRY(targets_, ColumnFile::open(folder_, split_.targets));
  }
  return {};
}

std::uint32_t StagedRows::length(std::int64_t row) const {
  const auto i = static_cast<std::size_t>(row);
  return static_cast<std::uint32_t>(ends_[i] - (i == 0 ? 0 : ends_[i - 1]));
}

Result<void> StagedRows::read(std::int64_t row, std::uint32_t begin, std::uint32_t end,
                              EncodedRows& rows) const {
  const auto i = static_cast<std::size_t>(row);
  const auto first = static_cast<std::int64_t>((i == 0 ? 0 : ends_[i - 1]) + begin);
  std::vector<std::int64_t> ids(end - begin);
  TRY(tokens_->read(first, ids));
  rows.ids.insert(rows.ids.end(), ids.begin(), ids.end());
  if (!targets_) return {};
  const std::size_t before = rows.targets.size();
  rows.targets.resize(before + ids.size());
  return targets_->read(first, rows.targets.data() + before, ids.size());
}

void StagedRows::remove() const {
  std::error_code ignored;
  for (const PreparedFile* file : {&split_.tokens, &split_.row_ends, &split_.targets})
    if (file->exists()) {
      std::filesystem::remove(folder_ / file->name, ignored);
      std::filesystem::remove(folder_ / (file->name + kSumsEnding), ignored);
    }
}

}  // namespace trainyard
