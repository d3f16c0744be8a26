// SPDX-License-Identifier: GPL-3.0-or-later
// Writes a column of prepared data.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "engine/contract/files/durable_file.h"
#include "engine/contract/result.h"
#include "engine/data/column_file.h"

namespace trainyard {

// Memory: one block, and 8 bytes per written block. Errors: those of DurableFile.
class ColumnWriter {
 public:
  // `name` must not exist in `folder` yet.
  static Result<ColumnWriter> create(const std::filesystem::path& folder, std::string name);

  template <class Number>
  Result<void> append(std::span<const Number> numbers) {
    return append_bytes(reinterpret_cast<const char*>(numbers.data()), numbers.size_bytes());
  }
  template <class Number>
  Result<void> append(const std::vector<Number>& numbers) {
    return append(std::span<const Number>(numbers));
  }

  // Writes the remaining data and NAME.sums and makes both durable.
  Result<PreparedFile> finish();

 private:
  ColumnWriter(std::filesystem::path folder, std::string name, DurableFile file);
  Result<void> append_bytes(const char* data, std::size_t bytes);
  Result<void> write_block();

  std::filesystem::path folder_;
  std::string name_;
  DurableFile file_;
  std::vector<char> block_;
  std::vector<std::uint64_t> sums_;
  std::int64_t bytes_ = 0;
};

}  // namespace trainyard
