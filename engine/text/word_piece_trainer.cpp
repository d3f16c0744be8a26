// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/text/word_piece_trainer.h"

#include <algorithm>
#include <map>
#include <set>

#include "engine/text/bert_tokenizer.h"
#include "engine/text/pre_tokenizer.h"
#include "engine/text/tokenizer_files.h"
#include "engine/text/unicode/character_class.h"
#include "engine/system/utf8_sequence.h"

namespace trainyard {
namespace {

constexpr std::string_view kContinuing = "##";

// Calls `take(character, is_first)` for each character of a word.
template <typename Take>
void each_letter(std::string_view word, const Take& take) {
  for (std::size_t at = 0; at < word.size();) {
    const std::size_t length = decode_utf8(word, at).length;
    take(std::string(word.substr(at, length)), at == 0);
    at += length;
  }
}

// UTF-8 sorts like code points. Among equally frequent letters the later ones are dropped first.
std::set<std::string> alphabet_of(const WordCounts& words, std::size_t limit) {
  std::map<std::string, std::uint64_t> counts;
  for (const auto& [word, count] : words)
    each_letter(word,
                [&, times = count](const std::string& letter, bool) { counts[letter] += times; });
  std::vector<std::pair<std::string, std::uint64_t>> letters(counts.begin(), counts.end());
  std::ranges::stable_sort(letters, std::greater(), [](const auto& entry) { return entry.second; });
  letters.resize(std::min(letters.size(), limit));
  std::set<std::string> kept;
  for (const auto& [letter, count] : letters) kept.insert(letter);
  return kept;
}

std::string continued(const std::string& letter) { return std::string(kContinuing) + letter; }

}  // namespace

struct WordPieceTrainer::State {
  void start_vocabulary();
  void fill_counts(MergeCounts& counts);

  WordPieceTrainerOptions options;
  Normalizer normalizer;
  std::string made;
  WordCounts words;
  std::set<std::string> alphabet;
  GrowingVocabulary growing;
};

void WordPieceTrainer::State::start_vocabulary() {
  for (const std::string& token : options.special_tokens) growing.add(token);
  alphabet = alphabet_of(words, options.limit_alphabet);
  for (const std::string& letter : alphabet) growing.add(letter);
  std::set<std::string> continuing;
  for (const auto& [word, count] : words)
    each_letter(word, [&](const std::string& letter, bool is_first) {
      if (!is_first && alphabet.contains(letter)) continuing.insert(letter);
    });
  for (const std::string& letter : continuing) growing.add(continued(letter));
}

void WordPieceTrainer::State::fill_counts(MergeCounts& counts) {
  std::vector<std::uint32_t> symbols;
  for (const auto& [word, count] : words) {
    symbols.clear();
    each_letter(word, [&](const std::string& letter, bool is_first) {
      if (alphabet.contains(letter))
        symbols.push_back(growing.add(is_first ? letter : continued(letter)));
    });
    counts.add_word(symbols, count);
  }
}

WordPieceTrainer::WordPieceTrainer(WordPieceTrainerOptions options)
    : state_(std::make_unique<State>()) {
  state_->normalizer.add_bert({.strip_accents = options.lowercase, .lowercase = options.lowercase});
  state_->options = std::move(options);
}
WordPieceTrainer::~WordPieceTrainer() = default;

void WordPieceTrainer::add(std::string_view text) {
  text = state_->normalizer.apply(text, state_->made);
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = word_end(text, begin, SplitPattern::bert);
    if (character_class(decode_utf8(text, begin).code_point) != CharacterClass::space)
      count_word(state_->words, text.substr(begin, end - begin));
    begin = end;
  }
}

Result<Tokenizer> WordPieceTrainer::train(const TrainerProgress& progress) {
  const WordPieceTrainerOptions& options = state_->options;
  TRY(check_trainer_options(options.vocab_size, options.special_tokens.size(),
                            options.special_tokens));
  state_->start_vocabulary();
  MergeCounts counts;
  state_->fill_counts(counts);
  GrowingVocabulary& growing = state_->growing;
  TRY(learn_merges(counts, growing, options.vocab_size, options.min_frequency, progress,
                   [&](const MergeCounts::Pair& pair) {
                     std::string_view right = growing.entries[pair.right];
                     if (right.starts_with(kContinuing)) right.remove_prefix(kContinuing.size());
                     return growing.add(growing.entries[pair.left] + std::string(right));
                   }));
  const Map config = {{"do_lower_case", options.lowercase}};
  TRY(auto vocabulary, bert_vocabulary(growing.entries, config, "vocab.txt"));
  std::string lines;
  for (const std::string& entry : growing.entries) lines += entry + '\n';
  vocabulary.source_files.emplace_back("vocab.txt", std::move(lines));
  vocabulary.source_files.emplace_back("tokenizer_config.json", bert_tokenizer_config(config));
  TRY(vocabulary.build_indexes());
  return Tokenizer(std::make_shared<const Vocabulary>(std::move(vocabulary)));
}

}  // namespace trainyard
