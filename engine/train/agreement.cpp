// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/train/agreement.h"

#include <cstring>

#include "engine/contract/messages.h"
#include "engine/parallel/error_text.h"
#include "engine/train/failure.h"
#include "engine/train/tensors.h"

namespace trainyard {

namespace {

constexpr double longest_text = 256.0 * (1 << 20);  // lists of a share's tensors are shorter

}  // namespace

std::vector<std::string> texts_of_ranks(TrainingWork& work, const std::string& text) {
  const RankInfo& ranks = work.group->ranks();
  if (ranks.world_size == 1) return {text};
  std::vector<double> sizes(static_cast<std::size_t>(ranks.world_size));
  sizes[static_cast<std::size_t>(ranks.rank)] = static_cast<double>(text.size());
  sizes = sum_over_ranks(work, sizes);
  std::vector<std::size_t> begins{0};
  for (const double size : sizes) {
    if (!(size >= 0 && size <= longest_text))
      throw Failure(make_error("communication.lost", {{"detail", "a text of impossible length"}}));
    begins.push_back(begins.back() + static_cast<std::size_t>(size));
  }
  // Nobody else has bytes at this rank's place, so they can be added up.
  const at::Tensor bytes = at::zeros({static_cast<std::int64_t>(begins.back())}, at::kByte);
  auto* first = static_cast<char*>(bytes.mutable_data_ptr());
  if (!text.empty())
    std::memcpy(first + begins[static_cast<std::size_t>(ranks.rank)], text.data(), text.size());
  if (bytes.numel() > 0) work.group->all_reduce_sum(bytes);
  std::vector<std::string> texts;
  for (std::size_t rank = 0; rank + 1 < begins.size(); ++rank)
    texts.emplace_back(first + begins[rank], first + begins[rank + 1]);
  return texts;
}

Result<void> outcome_of_ranks(TrainingWork& work, const Result<void>& own) {
  if (work.group->ranks().world_size == 1) return own;
  if (sum_over_ranks(work, {own ? 0.0 : 1.0})[0] == 0) return {};
  for (const std::string& text : texts_of_ranks(work, own ? "" : text_of_error(own.error())))
    if (!text.empty())
      return error_of_text(text).value_or(
          make_error("communication.lost", {{"detail", "its error is damaged"}}));
  return own;
}

}  // namespace trainyard
