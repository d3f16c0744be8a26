// SPDX-License-Identifier: GPL-3.0-or-later
// Tensors that several ranks write, each the ranges of elements that it has into a file of its own,
// and an index of which file has which range. Whoever reads them again, with any number of ranks,
// reads the ranges that it needs.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <ATen/ATen.h>

#include "engine/checkpoint/weights.h"
#include "engine/contract/describe/record.h"
#include "engine/contract/result.h"

namespace trainyard {

// Consecutive elements of a tensor of this shape, in row-major order.
struct TensorRange {
  std::string name;
  std::vector<std::int64_t> shape;
  std::int64_t begin = 0;
  at::Tensor values;  // (elements)
};

// The content of an index.
struct RangePart {
  std::string file;  // next to the index
  std::int64_t begin = 0, end = 0;
};
void describe(Section<RangePart>& section);
struct RangedTensor {
  std::string dtype;  // as in safetensors
  std::vector<std::int64_t> shape;
  std::vector<RangePart> parts;  // by their begin; together all elements, each once
};
void describe(Section<RangedTensor>& section);
struct RangesIndex {
  ByName<RangedTensor> tensors;
};
void describe(Section<RangesIndex>& section);

// Writes the values to a file, (end - begin) of each tensor under its name. Returns what an index
// says of it.
Result<RangesIndex> save_ranges(const std::filesystem::path& file,
                                const std::vector<TensorRange>& ranges);

// The index of files that have been written one after another or by different ranks. Error: that
// of TensorRanges::open().
Result<RangesIndex> joined(const std::filesystem::path& index,
                           const std::vector<RangesIndex>& written);

class TensorRanges {
 public:
  // Error: "checkpoint.damaged" (exit code 7) if a tensor's elements are missing, in two ranges or
  // outside of it, or a file is elsewhere. The files are opened when they are read.
  static Result<TensorRanges> open(const std::filesystem::path& index);
  // Of a file that has whole tensors. Errors: those of WeightFolder.
  static Result<TensorRanges> open_whole(const std::filesystem::path& file);

  // As WeightFolder::read_range().
  Result<void> read(const std::string& name, const std::vector<std::int64_t>& shape,
                    std::int64_t begin, const at::Tensor& target);

 private:
  Result<const WeightFolder*> file(const std::string& name);

  std::filesystem::path index_;
  std::map<std::string, RangedTensor> tensors_;
  std::map<std::string, WeightFolder> files_;  // those opened so far
  std::optional<WeightFolder> whole_;
};

}  // namespace trainyard
