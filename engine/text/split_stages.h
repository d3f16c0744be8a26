// SPDX-License-Identifier: GPL-3.0-or-later
// The stages of a tokenizer.json that split text one after the other, before its bytes are spelled
// as letters or its words are looked up.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "engine/text/byte_span.h"
#include "engine/text/split_regex.h"

namespace trainyard {

// What happens to the parts that an expression matches, with the library's names.
enum class SplitBehavior : std::uint8_t {
  removed,
  isolated,
  merged_with_previous,
  merged_with_next,
  contiguous
};

struct SplitStage {
  SplitRegex regex;
  SplitBehavior behavior = SplitBehavior::isolated;
  bool is_inverted = false;  // the expression matches what to keep, not what to split at
};

// One per thread: keeps its buffers.
class StageSplitter {
 public:
  // Returns the pieces of `text` (valid UTF-8) after all stages, none of them empty. They are valid
  // until the next call.
  const std::vector<ByteSpan>& split(std::string_view text, const std::vector<SplitStage>& stages);

 private:
  struct Part {
    ByteSpan span;
    bool is_match = false;
  };
  void split_piece(std::string_view text, ByteSpan piece, const SplitStage& stage);
  void add(ByteSpan piece);

  std::vector<ByteSpan> pieces_, next_, matches_;
  std::vector<Part> parts_;
};

}  // namespace trainyard
