// SPDX-License-Identifier: GPL-3.0-or-later
// Writes files that must survive a crash: every write, fsync and close is checked, and existing
// files are never replaced.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

#include "engine/system/descriptor.h"
#include "engine/contract/result.h"

namespace trainyard {

template <class S>
class Section;

// The mode of files of a run: read by its owner alone, or by the group too where the run says so
// (TRAINYARD_SHARE_WITH_GROUP=1 in the environment, which job.sh sets).
unsigned file_mode();

// A new file with file_mode() that is being written. If destroyed before finish(), it is left
// behind incomplete; the caller discards its folder. Errors have exit code 3; a full disk is
// reported as such.
class DurableFile {
 public:
  static Result<DurableFile> create(const std::filesystem::path& path);

  Result<void> write(const void* data, std::size_t bytes);

  // fsync and close. A failed fsync is final: the pages may be lost, so the file must be written
  // again.
  Result<void> finish();

 private:
  explicit DurableFile(std::filesystem::path path) : path_(std::move(path)) {}
  std::filesystem::path path_;
  Descriptor descriptor_;
};

// Makes directory entries (created, renamed, removed) durable.
Result<void> sync_folder(const std::filesystem::path& folder);

// Creates the folder and its missing parents, each durably. Errors: "folder.create",
// "folder.not_folder".
Result<void> make_folders(const std::filesystem::path& path);

// rename(2) that does not replace an existing folder or file.
Result<void> rename_new(const std::filesystem::path& from, const std::filesystem::path& to);

// Returns "file.read", "file.write" or "file.publish" with the reason; a full disk, an exceeded
// quota and missing permissions have their own wording. Exit code 3.
enum class FileStep { read, write, publish };
Error file_error(const std::filesystem::path& path, int error_number, FileStep step);

// xxh3-64 of the whole file as 16 hexadecimal digits, and its size.
struct FileDigest {
  std::string xxh3_64;
  std::uint64_t bytes = 0;
};
void describe(Section<FileDigest>& section);
Result<FileDigest> digest_file(const std::filesystem::path& path);
// The same, with a callback after each block (given the bytes so far), whose error stops it.
Result<FileDigest> digest_file(const std::filesystem::path& path,
                               const std::function<Result<void>(std::uint64_t)>& on_progress);

// xxh3-64 of these bytes, and such a number as 16 hexadecimal digits.
std::uint64_t xxh3_64_of(const void* data, std::size_t bytes);
std::string hexadecimal(std::uint64_t number);

// xxh3-128 of a text as 32 hexadecimal digits: an identifier for content.
std::string digest_text(std::string_view text);

}  // namespace trainyard
