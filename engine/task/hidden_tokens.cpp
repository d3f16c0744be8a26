// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/task/hidden_tokens.h"

#include <algorithm>

#include "engine/model/counter_random.h"
#include "engine/task/cross_entropy_rows.h"

namespace trainyard {

namespace {

// Returns a number in [0, 1).
double random_share(std::uint64_t key, std::uint32_t index) {
  return random_bits(key, index) * 0x1p-32;
}

class Hider {
 public:
  Hider(std::uint64_t row_key, double probability, const SpecialTokens& tokens)
      : is_hidden_key_(key_of(row_key, "hidden tokens")),
        kind_key_(key_of(row_key, "hidden as")),
        any_key_(key_of(row_key, "any token")),
        probability_(probability),
        tokens_(tokens) {}

  // Masks `id` and returns its label, or leaves it unchanged and returns kIgnoreIndex.
  std::int64_t hide(std::int64_t& id, std::uint32_t position) const {
    if (random_share(is_hidden_key_, position) >= probability_ || is_kept(id)) return kIgnoreIndex;
    const std::int64_t label = id;
    const double kind = random_share(kind_key_, position);
    if (kind < 0.8)
      id = *tokens_.mask;
    else if (kind < 0.9)
      id = static_cast<std::int64_t>(random_share(any_key_, position) *
                                     static_cast<double>(tokens_.vocab_size));
    return label;
  }

 private:
  bool is_kept(std::int64_t id) const {
    return id == tokens_.padding || std::ranges::find(tokens_.around, id) != tokens_.around.end();
  }

  std::uint64_t is_hidden_key_, kind_key_, any_key_;
  double probability_;
  const SpecialTokens& tokens_;
};

}  // namespace

std::vector<std::int64_t> hide_tokens(MicroBatch& rows, double probability,
                                      const SpecialTokens& tokens) {
  std::vector<std::int64_t> labels(rows.input_ids.size(), kIgnoreIndex);
  for (std::int64_t row = 0; row < rows.num_rows; ++row) {
    const Hider hider(rows.row_keys[row], probability, tokens);
    for (std::int64_t i = 0; i < rows.length_of(row); ++i)  // padding is not masked
      labels[row * rows.length + i] =
          hider.hide(rows.input_ids[row * rows.length + i], static_cast<std::uint32_t>(i));
  }
  return labels;
}

}  // namespace trainyard
