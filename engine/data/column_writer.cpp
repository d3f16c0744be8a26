// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/column_writer.h"

#include <algorithm>

namespace trainyard {

namespace {
constexpr auto kBlockSize = static_cast<std::size_t>(kColumnBlock);
}

ColumnWriter::ColumnWriter(std::filesystem::path folder, std::string name, DurableFile file)
    : folder_(std::move(folder)), name_(std::move(name)), file_(std::move(file)) {
  block_.reserve(kBlockSize);
}

Result<ColumnWriter> ColumnWriter::create(const std::filesystem::path& folder, std::string name) {
  TRY(auto file, DurableFile::create(folder / name));
  return ColumnWriter(folder, std::move(name), std::move(file));
}

Result<void> ColumnWriter::append_bytes(const char* data, std::size_t bytes) {
  bytes_ += static_cast<std::int64_t>(bytes);
  while (bytes > 0) {
    const std::size_t count = std::min(bytes, kBlockSize - block_.size());
    block_.insert(block_.end(), data, data + count);
    data += count;
    bytes -= count;
    if (block_.size() == kBlockSize) {
      TRY(write_block());
    }
  }
  return {};
}

Result<void> ColumnWriter::write_block() {
  sums_.push_back(xxh3_64_of(block_.data(), block_.size()));
  TRY(file_.write(block_.data(), block_.size()));
  block_.clear();
  return {};
}

Result<PreparedFile> ColumnWriter::finish() {
  if (!block_.empty()) {
    TRY(write_block());
  }
  TRY(file_.finish());
  TRY(auto sums, DurableFile::create(folder_ / (name_ + kSumsEnding)));
  TRY(sums.write(sums_.data(), sums_.size() * 8));
  TRY(sums.finish());
  return PreparedFile{name_, bytes_, hexadecimal(xxh3_64_of(sums_.data(), sums_.size() * 8)), true};
}

}  // namespace trainyard
