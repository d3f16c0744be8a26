// SPDX-License-Identifier: GPL-3.0-or-later
// A labelled text as read from a file.
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
  const std::filesystem::path* file = nullptr;  // must outlive the record
  std::int64_t line = 0;                        // where it starts, from 1
  std::string text;
  std::string text_pair;           // empty if there is none
  std::vector<std::string> words;  // for token_labels and unlabelled_words
  // Label names: one for single_label, any number for multi_label, one per word for token_labels.
  std::vector<std::string> labels;
  double number = 0;  // for regression
};

using TakeRecord = std::function<Result<void>(LabelledRecord&&)>;

Error record_error(const LabelledRecord& record, const Error& what);

}  // namespace trainyard
