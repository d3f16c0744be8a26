// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/text/bpe_trainer.h"

#include <algorithm>

#include "engine/text/vocabulary.h"
#include "engine/text/byte_letters.h"
#include "engine/text/merge_counts.h"
#include "engine/text/pre_tokenizer.h"
#include "engine/text/tokenizer_entries.h"

namespace trainyard {
namespace {

// The 256 bytes in the order of their letters' code points, like the library's sorted alphabet.
std::vector<unsigned char> bytes_in_letter_order() {
  std::vector<unsigned char> bytes(256);
  for (unsigned byte = 0; byte < 256; ++byte) bytes[byte] = static_cast<unsigned char>(byte);
  std::sort(bytes.begin(), bytes.end(),
            [](unsigned char a, unsigned char b) { return letter_of_byte(a) < letter_of_byte(b); });
  return bytes;
}

}  // namespace

struct BpeTrainer::State {
  void start_vocabulary();
  void fill_counts(MergeCounts& counts);

  BpeTrainerOptions options;
  WordCounts words;
  GrowingVocabulary growing;
  Vocabulary vocabulary;
};

void BpeTrainer::State::start_vocabulary() {
  for (const std::string& token : options.special_tokens)
    vocabulary.added.push_back({.content = token, .id = growing.add(token), .special = true});
  for (const unsigned char byte : bytes_in_letter_order())
    vocabulary.byte_ids[byte] = growing.add(spell_bytes(std::string(1, static_cast<char>(byte))));
}

void BpeTrainer::State::fill_counts(MergeCounts& counts) {
  std::vector<std::uint32_t> symbols;
  for (const auto& [word, count] : words) {
    symbols.clear();
    for (const char byte : word)
      symbols.push_back(vocabulary.byte_ids[static_cast<unsigned char>(byte)]);
    counts.add_word(symbols, count);
  }
}

BpeTrainer::BpeTrainer(BpeTrainerOptions options) : state_(std::make_unique<State>()) {
  state_->options = std::move(options);
}
BpeTrainer::~BpeTrainer() = default;

void BpeTrainer::add(std::string_view text) {
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = word_end(text, begin, SplitPattern::gpt2);
    count_word(state_->words, text.substr(begin, end - begin));
    begin = end;
  }
}

Result<Tokenizer> BpeTrainer::train(const TrainerProgress& progress) {
  const BpeTrainerOptions& options = state_->options;
  TRY(check_trainer_options(options.vocab_size, options.special_tokens.size() + 256,
                            options.special_tokens));
  state_->start_vocabulary();
  MergeCounts counts;
  state_->fill_counts(counts);
  GrowingVocabulary& growing = state_->growing;
  std::vector<BpeMerge>& merges = state_->vocabulary.merges;
  TRY(learn_merges(counts, growing, options.vocab_size, options.min_frequency, progress,
                   [&](const MergeCounts::Pair& pair) {
                     const std::uint32_t result =
                         growing.add(growing.entries[pair.left] + growing.entries[pair.right]);
                     merges.push_back({.left = pair.left, .right = pair.right, .result = result});
                     return result;
                   }));
  keep_last_of_equal_merges(merges);
  auto vocabulary = std::make_shared<Vocabulary>(std::move(state_->vocabulary));
  vocabulary->ids = std::move(growing.ids);
  TRY(vocabulary->build_indexes());
  return Tokenizer(std::move(vocabulary));
}

}  // namespace trainyard
