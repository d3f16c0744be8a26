// SPDX-License-Identifier: GPL-3.0-or-later
// One labelled text, as a file has it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "engine/contract/result.h"
#include "engine/data/record_error.h"

namespace trainyard {

struct LabelledRecord {
  const std::filesystem::path* file = nullptr;  // outlives the record
  std::int64_t line = 0;                        // where it begins, from 1
  std::string text;
  std::string text_pair;           // empty when there is none
  std::vector<std::string> words;  // of token_labels and unlabelled_words
  // Names: one of single_label, any number of multi_label, as many as words of token_labels.
  std::vector<std::string> labels;
  double number = 0;  // of regression
};

using TakeRecord = std::function<Result<void>(LabelledRecord&&)>;

Error record_error(const LabelledRecord& record, const Error& what);

}  // namespace trainyard
