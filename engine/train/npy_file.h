// SPDX-License-Identifier: GPL-3.0-or-later
// Arrays in NumPy's format, https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html
// (version 1.0), written row by row.
#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

#include <ATen/ATen.h>

#include "engine/contract/files/durable_file.h"
#include "engine/contract/result.h"

namespace trainyard {

// An array of fp32, fp16 or int64.
class NpyFile {
 public:
  // Creates an array (rows, ...) of `shape` in C order; little endian.
  static Result<NpyFile> create(const std::filesystem::path& path, at::ScalarType type,
                                const std::vector<std::int64_t>& shape);

  // Writes the next rows; all must be written before finish().
  Result<void> write(const at::Tensor& rows);
  Result<void> finish() { return file_.finish(); }

 private:
  NpyFile(DurableFile file, at::ScalarType type) : file_(std::move(file)), type_(type) {}
  DurableFile file_;
  at::ScalarType type_;
};

}  // namespace trainyard
