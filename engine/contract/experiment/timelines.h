// SPDX-License-Identifier: GPL-3.0-or-later
// How rows of token timelines become sequences.
#pragma once

#include "engine/contract/describe/names.h"

namespace trainyard {

enum class TimelineColumn { tokens, padded };
template <>
struct Names<TimelineColumn> {
  static constexpr std::pair<TimelineColumn, std::string_view> all[] = {
      {TimelineColumn::tokens, "tokens"}, {TimelineColumn::padded, "padded"}};
};

enum class TimelineCollation { packed, padded };
template <>
struct Names<TimelineCollation> {
  static constexpr std::pair<TimelineCollation, std::string_view> all[] = {
      {TimelineCollation::packed, "packed"}, {TimelineCollation::padded, "padded"}};
};

struct TimelinesSection {
  std::optional<std::string> vocabulary;
  TimelineColumn column = TimelineColumn::tokens;
  TimelineCollation collation = TimelineCollation::packed;
  bool streaming = false;
  std::int64_t repeats = 1;
  std::int64_t shuffle_buffer = 1024;
  double padding_rate = 7.0;
  std::optional<std::string> outcome;
  bool evaluate_without_24h = false;
  double training_fraction = 1.0;
  bool random_truncation = false;
};

void describe(Section<TimelinesSection>& section);

}  // namespace trainyard
