// SPDX-License-Identifier: GPL-3.0-or-later
// Learns a WordPiece vocabulary from text like the `tokenizers` library's BertWordPieceTokenizer:
// the most frequent pairs are merged, as in BPE; entries that continue a word start with "##". The
// library's order varies between runs; here letters are in code point order. Deterministic.
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

struct WordPieceTrainerOptions {
  // Including special tokens and letters; larger if the letters alone exceed it, smaller if the
  // text has no more pairs.
  std::size_t vocab_size = 30522;
  std::uint64_t min_frequency = 2;    // rarer pairs are not merged
  std::size_t limit_alphabet = 1000;  // letters; the rarest ones are dropped
  bool lowercase = true;              // also removes accents
  // The first ids, in this order; BERT's other special tokens have no id.
  std::vector<std::string> special_tokens = {"[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"};
};

// Add texts, then train once.
class WordPieceTrainer {
 public:
  explicit WordPieceTrainer(WordPieceTrainerOptions options = {});
  ~WordPieceTrainer();

  // Adds a text, valid UTF-8.
  void add(std::string_view text);
  // If stopped, an error with code "text.stopped" and exit code 75. Impossible options are also
  // errors.
  Result<Tokenizer> train(const TrainerProgress& progress = {});

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace trainyard
