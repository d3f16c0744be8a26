// SPDX-License-Identifier: GPL-3.0-or-later
// Encodes texts on several threads, in the order they came.
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

// What some texts became: their ids one after the other, and where each text ends among them.
struct EncodedTexts {
  std::vector<std::uint32_t> ids;
  std::vector<std::size_t> ends;
};

class TextsEncoder {
 public:
  // `take` gets what is encoded, in order; its error ends the encoding. `longest`: most tokens of a
  // text, with those that the tokenizer puts around it, which stay when it is cut.
  TextsEncoder(const Tokenizer& tokenizer, int num_threads,
               std::function<Result<void>(EncodedTexts&&)> take,
               std::optional<std::int64_t> longest = std::nullopt);

  // Collects a text; encodes when enough lie ready. What a thread throws (out of memory) is thrown
  // here.
  Result<void> add(std::string_view text);
  // Encodes what is left.
  Result<void> finish() { return flush(); }

  // Texts so far that were longer than `longest`, and that begin with the token that the tokenizer
  // puts before them.
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
  std::vector<Share> shares_;  // one a thread
  std::string pending_;
  std::vector<std::size_t> text_ends_;
};

}  // namespace trainyard
