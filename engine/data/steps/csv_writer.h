// SPDX-License-Identifier: GPL-3.0-or-later
// Writes CSV like pandas' to_csv(index=False): commas, "\n", quotes where needed.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "engine/contract/files/durable_file.h"
#include "engine/contract/result.h"

namespace trainyard {

// Appends a field; `is_alone`: the row has no other field, so that a blank one needs quotes as
// well.
void append_csv_field(std::string& out, std::string_view field, bool is_alone);

// Memory: 1 MiB. Errors: those of DurableFile.
class CsvWriter {
 public:
  static Result<CsvWriter> create(const std::filesystem::path& path,
                                  const std::vector<std::string>& header);

  Result<void> add(const std::vector<std::string_view>& fields);
  // Appends complete rows, each with its line break.
  Result<void> add_rows(std::string_view rows);
  std::uint64_t bytes() const { return bytes_; }  // written so far
  Result<void> finish();

 private:
  explicit CsvWriter(DurableFile file) : file_(std::move(file)) {}
  Result<void> flush();

  DurableFile file_;
  std::string pending_;
  std::uint64_t bytes_ = 0;
};

}  // namespace trainyard
