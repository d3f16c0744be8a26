// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/texts/group_cutter.h"

#include <utility>

namespace trainyard {

Result<void> GroupCutter::add(std::span<const std::uint32_t> ids) {
  ids_.insert(ids_.end(), ids.begin(), ids.end());
  while (num_left() >= rules_.sequence_length) {
    const auto row = std::span(ids_).subspan(static_cast<std::size_t>(num_used_),
                                             static_cast<std::size_t>(rules_.sequence_length));
    num_used_ += rules_.sequence_length;
    has_rows_ = true;
    TRY(take_(row));
  }
  ids_.erase(ids_.begin(), ids_.begin() + num_used_);
  num_used_ = 0;
  return ++num_texts_ == rules_.texts_per_group ? end_group() : Result<void>();
}

Result<void> GroupCutter::end_group() {
  const std::vector<std::uint32_t> rest = std::exchange(ids_, {});
  const bool is_kept = rules_.keep_short && !has_rows_ && !rest.empty();
  num_texts_ = 0;
  has_rows_ = false;
  return is_kept ? take_(rest) : Result<void>();
}

}  // namespace trainyard
