// SPDX-License-Identifier: GPL-3.0-or-later
// Learns a byte-level BPE vocabulary from text: entries and merges, in order, are those of the
// `tokenizers` library's BpeTrainer(initial_alphabet=ByteLevel.alphabet()) with
// ByteLevel(add_prefix_space=False). Deterministic.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/contract/result.h"
#include "engine/text/learn_merges.h"
#include "engine/text/tokenizer.h"

namespace trainyard {

struct BpeTrainerOptions {
  std::size_t vocab_size =
      8192;  // including special tokens and the 256 bytes; fewer if the text has no more pairs
  std::uint64_t min_frequency = 0;                              // rarer pairs are not merged
  std::vector<std::string> special_tokens = {"<|endoftext|>"};  // the first ids, in this order
};

// Add texts, then train once.
class BpeTrainer {
 public:
  explicit BpeTrainer(BpeTrainerOptions options);
  ~BpeTrainer();

  // Adds a text (for `data.kind: text` one line with its break), valid UTF-8. Text boundaries
  // matter: words do not cross them.
  void add(std::string_view text);
  // If stopped, an error with code "text.stopped" and exit code 75. Impossible options are also
  // errors.
  Result<Tokenizer> train(const TrainerProgress& progress = {});

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace trainyard
