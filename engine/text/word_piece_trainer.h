// SPDX-License-Identifier: GPL-3.0-or-later
// Learns a WordPiece vocabulary from text as the `tokenizers` library's BertWordPieceTokenizer
// does: pairs that are seen most often are merged, as by BPE; entries that go on within a word
// begin with
// "##". The library's own order changes from run to run; here letters come in the order of their
// code points. Deterministic.
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
  // Special tokens and letters included; more when the letters alone are more, fewer when the text
  // has no more pairs.
  std::size_t vocab_size = 30522;
  std::uint64_t min_frequency = 2;    // pairs seen less often are not merged
  std::size_t limit_alphabet = 1000;  // letters; those that are seen least are left out
  bool lowercase = true;              // and without accents
  // The first ids, in this order; the others of BERT's special tokens have none.
  std::vector<std::string> special_tokens = {"[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"};
};

// Feed texts, then train once.
class WordPieceTrainer {
 public:
  explicit WordPieceTrainer(WordPieceTrainerOptions options = {});
  ~WordPieceTrainer();

  // One text, valid UTF-8.
  void add(std::string_view text);
  // When stopped: an error with code "text.stopped" and exit code 75. Options that cannot be met
  // are errors too.
  Result<Tokenizer> train(const TrainerProgress& progress = {});

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace trainyard
