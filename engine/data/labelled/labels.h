// SPDX-License-Identifier: GPL-3.0-or-later
// Label names and their class indices.
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
  // The class index is the position in the list. Errors: a duplicate, or more than max_labels.
  static Result<Labels> create(std::vector<std::string> names);

  const std::vector<std::string>& names() const { return names_; }
  // Error: an unknown label, with file and line of the record.
  Result<std::int64_t> index_of(const std::string& name, const LabelledRecord& record) const;

 private:
  std::vector<std::string> names_;
  std::unordered_map<std::string, std::int64_t> indices_;
};

// Collects the label names that occur in records.
class LabelCollection {
 public:
  // Error: more than max_labels.
  Result<void> add(const LabelledRecord& record, const std::string& column);
  // Sorted numerically if all are integers, as in run_glue.py of transformers, else by their bytes,
  // which is the order of code points and Python's.
  std::vector<std::string> sorted() const;

 private:
  std::set<std::string> names_;
};

}  // namespace trainyard
