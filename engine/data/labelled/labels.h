// SPDX-License-Identifier: GPL-3.0-or-later
// The names of labels and their class indices.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "engine/contract/result.h"
#include "engine/data/labelled/labelled_record.h"

namespace trainyard {

class Labels {
 public:
  Labels() = default;
  // The class index is the place in the list. Error: one stands twice, or there are more than
  // max_labels.
  static Result<Labels> create(std::vector<std::string> names);

  const std::vector<std::string>& names() const { return names_; }
  // Error: not one of them, with file and line of the record.
  Result<std::int64_t> index_of(const std::string& name, const LabelledRecord& record) const;

 private:
  std::vector<std::string> names_;
  std::unordered_map<std::string, std::int64_t> indices_;
};

// Collects the names that records have.
class LabelCollection {
 public:
  // Error: more than max_labels.
  Result<void> add(const LabelledRecord& record, const std::string& column);
  // By number when all are integers, as run_glue.py of transformers sorts them, else by
  // their bytes, which is the order of Unicode's numbers and Python's.
  std::vector<std::string> sorted() const;

 private:
  std::set<std::string> names_;
};

}  // namespace trainyard
