// A file of prepared data whose size is known.
#pragma once

#include <cstdint>
#include <filesystem>

#include "engine/contract/descriptor.h"
#include "engine/contract/result.h"

namespace trainyard {

// "FILE: WHAT; prepare the data again".
Error prepared_damage(const std::filesystem::path& path, const Error& what);

// Read with positioned reads, so that several threads may share one and a file cut short while it
// is open is an error and not a signal. Move-only; closes the file.
class SizedFile {
 public:
  // Errors: "data.prepared_damaged" (exit code 2): not there, or another size; it could not be
  // opened (exit code 3).
  static Result<SizedFile> open(const std::filesystem::path& path, std::int64_t bytes);

  const std::filesystem::path& path() const { return path_; }

  // Bytes [offset, offset + bytes), which must lie inside the file, into `out`. Errors: it became
  // shorter (exit code 2); a read that fails (exit code 3).
  Result<void> read(std::int64_t offset, void* out, std::size_t bytes) const;

 private:
  SizedFile() = default;
  std::filesystem::path path_;
  Descriptor descriptor_;
};

}  // namespace trainyard
