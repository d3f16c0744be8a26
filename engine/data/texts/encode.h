// SPDX-License-Identifier: GPL-3.0-or-later
// Encodes texts on several threads, in input order.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/contract/result.h"
#include "engine/text/tokenizer.h"

namespace trainyard {

// Encoded texts: their concatenated ids, and the end of each text among them.
struct EncodedTexts {
  std::vector<std::uint32_t> ids;
  std::vector<std::size_t> ends;
};

class TextsEncoder {
 public:
  // `take` receives encoded texts in order; its error stops the encoding. `longest`: maximum tokens
  // of a text including special tokens, which are kept when it is truncated.
  TextsEncoder(const Tokenizer& tokenizer, int num_threads,
               std::function<Result<void>(EncodedTexts&&)> take,
               std::optional<std::int64_t> longest = std::nullopt);

  // Buffers a text; encodes when there are enough. Exceptions of the threads (out of memory) are
  // rethrown here.
  Result<void> add(std::string_view text);
  // Encodes the remaining texts.
  Result<void> finish() { return flush(); }

  // The number of texts so far that were longer than `longest`, and that start with the token that
  // the tokenizer prepends.
  std::int64_t num_cut() const;
  std::int64_t num_begins_twice() const;

 private:
  struct Share {
    TextEncoder encoder;
    EncodedTexts texts;
    std::int64_t num_cut = 0, num_begins_twice = 0;
  };
  Result<void> flush();
  void note(Share& share, std::size_t begin) const;
  void cut(std::vector<std::uint32_t>& ids, std::size_t begin) const;

  std::function<Result<void>(EncodedTexts&&)> take_;
  const std::vector<std::uint32_t> before_;
  std::size_t longest_, num_after_;
  std::vector<Share> shares_;  // one per thread
  std::string pending_;
  std::vector<std::size_t> text_ends_;
};

}  // namespace trainyard
