// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/texts/encode.h"

#include <algorithm>

#include "engine/data/parallel_for.h"

namespace trainyard {

namespace {
constexpr std::size_t pending_limit_bytes = 4u << 20;
// The size of the encoders' word caches: of one, and all threads together.
constexpr std::size_t cache_limit_bytes = 100u << 20;
constexpr std::size_t caches_limit_bytes = 512u << 20;
}  // namespace

TextsEncoder::TextsEncoder(const Tokenizer& tokenizer, int num_threads,
                           std::function<Result<void>(EncodedTexts&&)> take,
                           std::optional<std::int64_t> longest)
    : take_(std::move(take)),
      before_(tokenizer.ids_before().begin(), tokenizer.ids_before().end()),
      num_after_(tokenizer.ids_after().size()) {
  const auto around = static_cast<std::int64_t>(tokenizer.ids_before().size() + num_after_);
  longest_ = longest ? static_cast<std::size_t>(std::max(*longest, around)) : SIZE_MAX;
  const int num_shares = std::max(1, num_threads);
  const std::size_t cache_bytes = std::min(cache_limit_bytes, caches_limit_bytes / num_shares);
  for (int i = 0; i < num_shares; ++i)
    shares_.push_back({TextEncoder(tokenizer, cache_bytes), {}, 0, 0});
}

Result<void> TextsEncoder::add(std::string_view text) {
  pending_ += text;
  text_ends_.push_back(pending_.size());
  return pending_.size() < pending_limit_bytes ? Result<void>() : flush();
}

Result<void> TextsEncoder::flush() {
  const auto encode_share = [this](std::size_t index, std::size_t first, std::size_t last) {
    Share& share = shares_[index];
    share.texts = {};
    for (std::size_t text = first; text < last; ++text) {
      const std::size_t begin = text == 0 ? 0 : text_ends_[text - 1];
      share.encoder.encode_whole(std::string_view(pending_).substr(begin, text_ends_[text] - begin),
                                 share.texts.ids);
      const std::size_t first_id = share.texts.ends.empty() ? 0 : share.texts.ends.back();
      note(share, first_id);
      cut(share.texts.ids, first_id);
      share.texts.ends.push_back(share.texts.ids.size());
    }
  };
  parallel_for(text_ends_.size(), shares_.size(), encode_share);
  pending_.clear();
  text_ends_.clear();
  for (Share& share : shares_) {
    TRY(take_(std::move(share.texts)));
  }
  return {};
}

// Updates the counts for the text whose ids start at `begin`.
void TextsEncoder::note(Share& share, std::size_t begin) const {
  const std::size_t count = share.texts.ids.size() - begin;
  share.num_cut += count > longest_ ? 1 : 0;
  if (!before_.empty() && count > before_.size() &&
      share.texts.ids[begin + before_.size()] == before_.back())
    ++share.num_begins_twice;
}

std::int64_t TextsEncoder::num_cut() const {
  std::int64_t sum = 0;
  for (const Share& share : shares_) sum += share.num_cut;
  return sum;
}

std::int64_t TextsEncoder::num_begins_twice() const {
  std::int64_t sum = 0;
  for (const Share& share : shares_) sum += share.num_begins_twice;
  return sum;
}

// Truncates a text's ids, which start at `begin`; the special tokens at its end are kept.
void TextsEncoder::cut(std::vector<std::uint32_t>& ids, std::size_t begin) const {
  if (ids.size() - begin <= longest_) return;
  const auto first = ids.begin() + static_cast<std::ptrdiff_t>(begin + longest_ - num_after_);
  ids.erase(first, ids.end() - static_cast<std::ptrdiff_t>(num_after_));
}

}  // namespace trainyard
