// SPDX-License-Identifier: GPL-3.0-or-later
// The data that the model is trained and evaluated on.
#pragma once

#include "engine/contract/describe/names.h"
#include "engine/contract/experiment/task.h"

namespace trainyard {

enum class DataKind { text, timelines, prepared };
template <>
struct Names<DataKind> {
  static constexpr std::pair<DataKind, std::string_view> all[] = {
      {DataKind::text, "text"},
      {DataKind::timelines, "timelines"},
      {DataKind::prepared, "prepared"}};
};

enum class SentenceSplitter { none, punkt };
template <>
struct Names<SentenceSplitter> {
  static constexpr std::pair<SentenceSplitter, std::string_view> all[] = {
      {SentenceSplitter::none, "none"}, {SentenceSplitter::punkt, "punkt"}};
};

struct DataSection {
  DataKind kind = DataKind::text;
  std::optional<std::string> path;
  TextList train;
  TextList validation;
  TextList test;
  TextList temporal_test;
  double validation_split_ratio = 0.05;
  double test_split_ratio = 0;
  std::optional<std::int64_t> split_seed;
  bool drop_incomplete_rows = false;
  bool streaming = false;
  std::int64_t shuffle_buffer = 1000;
  SentenceSplitter sentences = SentenceSplitter::none;
  std::optional<std::string> sentence_parameters;
  std::optional<std::string> tokenizer;
  std::int64_t sequence_length = 256;
  std::string text_column = "text";
  std::optional<std::string> text_pair_column;
  std::string label_column = "label";
  bool keep_linebreaks = true;
  std::optional<std::int64_t> texts_per_group;
  bool keep_short_groups = false;
  std::optional<std::int64_t> max_train_samples;
  std::optional<std::int64_t> max_validation_samples;
  std::optional<std::int64_t> sample_seed;
};

void describe(Section<DataSection>& section);

}  // namespace trainyard
