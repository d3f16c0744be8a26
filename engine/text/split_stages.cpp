// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/text/split_stages.h"

namespace trainyard {
namespace {

// Whether a part, a match or not, is appended to the one before it.
bool joins(SplitBehavior behavior, bool is_match_before, bool is_match) {
  switch (behavior) {
    case SplitBehavior::contiguous:
      return is_match_before == is_match;
    case SplitBehavior::merged_with_previous:
      return is_match && !is_match_before;
    case SplitBehavior::merged_with_next:
      return is_match_before && !is_match;
    default:
      return false;
  }
}

}  // namespace

const std::vector<ByteSpan>& StageSplitter::split(std::string_view text,
                                                  const std::vector<SplitStage>& stages) {
  pieces_.clear();
  if (!text.empty()) pieces_.push_back(byte_span(0, text.size()));
  for (const SplitStage& stage : stages) {
    next_.clear();
    for (const ByteSpan piece : pieces_) split_piece(text, piece, stage);
    pieces_.swap(next_);
  }
  return pieces_;
}

void StageSplitter::add(ByteSpan piece) {
  if (piece.begin < piece.end) next_.push_back(piece);
}

// Like the library's NormalizedString::split: matches and the text between them, in order, combined
// according to the behavior.
void StageSplitter::split_piece(std::string_view text, ByteSpan piece, const SplitStage& stage) {
  matches_.clear();
  parts_.clear();
  stage.regex.find_all(text.substr(piece.begin, piece.end - piece.begin), matches_);
  std::uint32_t done = piece.begin;
  for (const ByteSpan match : matches_) {
    const std::uint32_t begin = piece.begin + match.begin, end = piece.begin + match.end;
    if (done < begin) parts_.push_back({{done, begin}, stage.is_inverted});
    parts_.push_back({{begin, end}, !stage.is_inverted});
    done = end;
  }
  if (done < piece.end) parts_.push_back({{done, piece.end}, stage.is_inverted});
  if (stage.behavior == SplitBehavior::removed)
    std::erase_if(parts_, [](const Part& part) { return part.is_match; });
  for (std::size_t i = 0; i < parts_.size();) {
    std::size_t end = i + 1;
    while (end < parts_.size() &&
           joins(stage.behavior, parts_[end - 1].is_match, parts_[end].is_match))
      ++end;
    add({parts_[i].span.begin, parts_[end - 1].span.end});
    i = end;
  }
}

}  // namespace trainyard
