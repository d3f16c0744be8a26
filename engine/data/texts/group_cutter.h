// SPDX-License-Identifier: GPL-3.0-or-later
// Concatenates the tokens of texts in groups and cuts each group into rows, like group_texts in
// run_clm and NYUTron.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "engine/contract/result.h"

namespace trainyard {

struct GroupRules {
  std::int64_t texts_per_group = 1000;  // 0: all texts are one group
  std::int64_t sequence_length = 256;
  // A group shorter than a row becomes a short row instead of being dropped.
  bool keep_short = false;
};

// Memory: the tokens of a row and a text.
class GroupCutter {
 public:
  // A view is valid during the call only.
  using TakeRow = std::function<Result<void>(std::span<const std::uint32_t>)>;

  // `take` receives each row as soon as it is complete.
  GroupCutter(const GroupRules& rules, TakeRow take) : rules_(rules), take_(std::move(take)) {}

  // Adds the tokens of the next text. Errors: those of `take`, here and below.
  Result<void> add(std::span<const std::uint32_t> ids);
  // Ends the last group, which may have fewer texts than the others.
  Result<void> end_group();

  // Continues a group of which that many texts came before, and perhaps a row.
  void resume_group(std::int64_t num_texts, bool has_rows) {
    num_texts_ = num_texts;
    has_rows_ = has_rows;
  }
  // The tokens added so far that are neither in a row nor dropped; also right inside `take`.
  std::int64_t num_left() const { return std::ssize(ids_) - num_used_; }

 private:
  const GroupRules rules_;
  TakeRow take_;
  std::vector<std::uint32_t> ids_;
  std::int64_t num_used_ = 0;   // of them, by rows
  std::int64_t num_texts_ = 0;  // in this group
  bool has_rows_ = false;       // this group
};

}  // namespace trainyard
