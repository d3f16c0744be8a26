// SPDX-License-Identifier: GPL-3.0-or-later
// Writing files that must survive a crash: every write, fsync and close is checked, and nothing
// existing is replaced.
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

// The mode of files of a run: read by its owner alone, or by the group too where the run says so
// (TRAINYARD_SHARE_WITH_GROUP=1 in the environment, which job.sh sets).
unsigned file_mode();

// A new file of file_mode() being written. Destroyed before finish(), it stays behind incomplete:
// its folder is then thrown away. Errors have exit code 3; a full disk is said in those words.
class DurableFile {
 public:
  static Result<DurableFile> create(const std::filesystem::path& path);

  Result<void> write(const void* data, std::size_t bytes);

  // fsync and close. A failed fsync is final: the pages may be gone, so the file must be written
  // again.
  Result<void> finish();

 private:
  explicit DurableFile(std::filesystem::path path) : path_(std::move(path)) {}
  std::filesystem::path path_;
  Descriptor descriptor_;
};

// Makes names in the folder (created, renamed, removed) durable.
Result<void> sync_folder(const std::filesystem::path& folder);

// The folder and those above it, as far as they are not there yet, each durable in the one above.
// Errors: "folder.create", "folder.not_folder".
Result<void> make_folders(const std::filesystem::path& path);

// rename(2), refusing to replace an existing folder or file.
Result<void> rename_new(const std::filesystem::path& from, const std::filesystem::path& to);

// What failed, in the words of "file.read", "file.write", "file.publish"; a full disk, a used up
// quota and missing rights are said so. Exit code 3.
enum class FileStep { read, write, publish };
Error file_error(const std::filesystem::path& path, int error_number, FileStep step);

// xxh3-64 of the whole file as 16 hexadecimal digits, and its size.
struct FileDigest {
  std::string xxh3_64;
  std::uint64_t bytes = 0;
};
Result<FileDigest> digest_file(const std::filesystem::path& path);
// The same, asked after each block: what `go_on` (given the bytes so far) returns as an error ends
// it.
Result<FileDigest> digest_file(const std::filesystem::path& path,
                               const std::function<Result<void>(std::uint64_t)>& go_on);

// xxh3-64 of these bytes, and such a number as 16 hexadecimal digits.
std::uint64_t xxh3_64_of(const void* data, std::size_t bytes);
std::string hexadecimal(std::uint64_t number);

// xxh3-128 of a text as 32 hexadecimal digits: a name for content.
std::string digest_text(std::string_view text);

}  // namespace trainyard
