// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/column_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "engine/contract/files/durable_file.h"
#include "engine/contract/messages.h"

namespace trainyard {

Error prepared_damage(const std::filesystem::path& path, const Error& what) {
  return make_error("data.prepared_damaged",
                    {{"file", path.string()}, {"what", as_argument(what)}});
}

Result<ColumnFile> ColumnFile::open(const std::filesystem::path& folder, const PreparedFile& file) {
  ColumnFile column;
  TRY(column.open_at(folder / file.name, file.bytes));
  if (file.has_sums) {
    TRY(column.read_sums(folder, file));
  }
  return column;
}

Result<void> ColumnFile::open_at(std::filesystem::path path, std::int64_t bytes) {
  path_ = std::move(path);
  bytes_ = bytes;
  descriptor_ = Descriptor(::open(path_.c_str(), O_RDONLY | O_CLOEXEC));
  if (!descriptor_.is_open() && (errno == ENOENT || errno == ENOTDIR))
    return prepared_damage(path_, make_error("prepared.file_missing", {}));
  struct stat status{};
  if (!descriptor_.is_open() || ::fstat(descriptor_.number(), &status) != 0)
    return file_error(path_, errno, FileStep::read);
  if (status.st_size != bytes)
    return prepared_damage(
        path_, make_error("prepared.size", {{"bytes", static_cast<std::int64_t>(status.st_size)},
                                            {"expected", bytes}}));
  return {};
}

Result<void> ColumnFile::read_sums(const std::filesystem::path& folder, const PreparedFile& file) {
  const auto num_blocks = static_cast<std::size_t>((bytes_ + kColumnBlock - 1) / kColumnBlock);
  ColumnFile sums;
  TRY(sums.open_at(folder / (file.name + kSumsEnding), static_cast<std::int64_t>(num_blocks * 8)));
  sums_.resize(num_blocks);
  TRY(sums.read(0, sums_.data(), num_blocks * 8));
  if (hexadecimal(xxh3_64_of(sums_.data(), num_blocks * 8)) != file.xxh3_64)
    return prepared_damage(sums.path_, make_error("prepared.checksum", {}));
  checked_ = std::make_unique<std::atomic<bool>[]>(num_blocks);
  return {};
}

Result<void> ColumnFile::check_block(std::int64_t block) const {
  std::atomic<bool>& is_checked = checked_[static_cast<std::size_t>(block)];
  if (is_checked.load(std::memory_order_relaxed)) return {};
  const std::int64_t begin = block * kColumnBlock;
  std::vector<char> content(static_cast<std::size_t>(std::min(kColumnBlock, bytes_ - begin)));
  TRY(read_unchecked(begin, content.data(), content.size()));
  if (xxh3_64_of(content.data(), content.size()) != sums_[static_cast<std::size_t>(block)])
    return prepared_damage(path_, make_error("prepared.block", {{"offset", begin}}));
  is_checked.store(true, std::memory_order_relaxed);
  return {};
}

Result<void> ColumnFile::check() const {
  for (std::size_t block = 0; block < sums_.size(); ++block) {
    TRY(check_block(static_cast<std::int64_t>(block)));
  }
  return {};
}

Result<void> ColumnFile::read(std::int64_t offset, void* out, std::size_t bytes) const {
  const std::int64_t end = offset + static_cast<std::int64_t>(bytes);
  if (checked_)
    for (std::int64_t block = offset / kColumnBlock; block * kColumnBlock < end; ++block) {
      TRY(check_block(block));
    }
  return read_unchecked(offset, out, bytes);
}

Result<void> ColumnFile::read_unchecked(std::int64_t offset, void* out, std::size_t bytes) const {
  for (std::size_t done = 0; done < bytes;) {
    const ssize_t count = ::pread(descriptor_.number(), static_cast<char*>(out) + done,
                                  bytes - done, offset + static_cast<off_t>(done));
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return file_error(path_, errno, FileStep::read);
    if (count == 0) return prepared_damage(path_, make_error("prepared.shortened", {}));
    done += static_cast<std::size_t>(count);
  }
  return {};
}

}  // namespace trainyard
