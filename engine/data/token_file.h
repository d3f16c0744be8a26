// A split's tokens on disk: ids of 2 or 4 bytes, little endian, one after another, nothing else in
// the file.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <vector>

#include "engine/contract/result.h"
#include "engine/data/dataset.h"

namespace trainyard {

// "FILE: WHAT; prepare the data again".
Error prepared_damage(const std::filesystem::path& path, const Error& what);

// What follows from the ids' range: 2 bytes when every id of the vocabulary fits.
int token_bytes(std::int64_t vocab_size);

// Read with positioned reads, so that several threads may share one and a file cut short while it
// is open is an error and not a signal. Move-only; closes the file.
class TokenFile {
 public:
  // Errors: "data.prepared_damaged" (exit code 2): not there, or a size other than num_tokens *
  // bytes_per_token; it could not be opened (exit code 3).
  static Result<TokenFile> open(const std::filesystem::path& path, std::int64_t num_tokens,
                                int bytes_per_token);

  TokenFile(TokenFile&& other) noexcept;
  TokenFile& operator=(TokenFile&& other) noexcept;
  ~TokenFile();

  std::int64_t num_tokens() const { return num_tokens_; }
  const std::filesystem::path& path() const { return path_; }

  // Tokens [first, first + out.size()), which must lie inside the file. Errors: it became shorter
  // (exit code 2); a read that fails (exit code 3).
  Result<void> read(std::int64_t first, std::span<std::int64_t> out) const;

 private:
  TokenFile() = default;
  std::filesystem::path path_;
  int descriptor_ = -1;
  int bytes_per_token_ = 4;
  std::int64_t num_tokens_ = 0;
};

// A split seen as examples of `sequence_length` tokens; the remainder at its end is left out.
class BlockDataset final : public Dataset {
 public:
  BlockDataset(TokenFile file, std::int64_t sequence_length, std::int64_t vocab_size)
      : file_(std::move(file)), sequence_length_(sequence_length), vocab_size_(vocab_size) {}

  std::int64_t num_examples() const override { return file_.num_tokens() / sequence_length_; }

  // Errors: also an id outside the vocabulary.
  Result<MicroBatch> rows(const std::vector<std::int64_t>& indices) const override;

 private:
  // Writes example `index` into `out` (sequence_length ids).
  Result<void> read_example(std::int64_t index, std::span<std::int64_t> out) const;

  TokenFile file_;
  std::int64_t sequence_length_;
  std::int64_t vocab_size_;
};

}  // namespace trainyard
