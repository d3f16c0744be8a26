// Encodes lines on several threads into a token file, in the order they came.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "engine/contract/durable_file.h"
#include "engine/contract/result.h"
#include "engine/text/tokenizer.h"

namespace trainyard {

class LineEncoder {
 public:
  // `path` must not exist yet.
  static Result<LineEncoder> create(const Tokenizer& tokenizer, const std::filesystem::path& path,
                                    int num_threads);

  // Collects a line; encodes and writes when enough lie ready. What a thread throws (out of memory)
  // is thrown here.
  Result<void> add(std::string_view line);
  // Writes what is left and makes the file durable.
  Result<void> finish();

  std::int64_t num_tokens() const { return num_tokens_; }

 private:
  struct Share {
    TextEncoder encoder;
    std::vector<std::uint32_t> ids;
  };
  LineEncoder(const Tokenizer& tokenizer, DurableFile file, int num_threads);
  Result<void> flush();

  DurableFile file_;
  int bytes_per_token_;
  std::vector<Share> shares_;  // one a thread
  std::string pending_;
  std::vector<std::size_t> line_ends_;
  std::int64_t num_tokens_ = 0;
};

}  // namespace trainyard
