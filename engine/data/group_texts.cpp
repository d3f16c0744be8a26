// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/group_texts.h"

namespace trainyard {

Result<void> GroupTexts::add(std::span<const std::uint32_t> ids) {
  ids_.insert(ids_.end(), ids.begin(), ids.end());
  return ++num_texts_ == rules_.texts_per_group ? end_group() : Result<void>();
}

Result<void> GroupTexts::end_group() {
  const auto length = static_cast<std::size_t>(rules_.sequence_length);
  const bool is_kept_short = rules_.keep_short && !ids_.empty() && ids_.size() < length;
  if (!is_kept_short) ids_.resize(ids_.size() / length * length);
  EncodedRows rows{.ids = std::move(ids_)};
  if (is_kept_short)
    rows.ends = {rows.ids.size()};
  else
    for (std::size_t end = length; end <= rows.ids.size(); end += length) rows.ends.push_back(end);
  ids_.clear();
  num_texts_ = 0;
  return files_.append(rows);
}

Result<PreparedSplit> GroupTexts::finish() {
  TRY(end_group());
  return files_.finish();
}

}  // namespace trainyard
