#include "engine/contract/messages.h"
#include "engine/text/bpe_trainer.h"

#include <algorithm>
#include <unordered_map>

#include "engine/text/bpe_vocabulary.h"
#include "engine/text/byte_letters.h"
#include "engine/text/merge_counts.h"
#include "engine/text/pre_tokenizer.h"
#include "engine/text/tokenizer_entries.h"

namespace trainyard {
namespace {

constexpr std::size_t merges_between_reports = 64;

// The 256 bytes in the order of their letters' code points, as the library sorts its alphabet.
std::vector<unsigned char> bytes_in_letter_order() {
  std::vector<unsigned char> bytes(256);
  for (unsigned byte = 0; byte < 256; ++byte) bytes[byte] = static_cast<unsigned char>(byte);
  std::sort(bytes.begin(), bytes.end(),
            [](unsigned char a, unsigned char b) { return letter_of_byte(a) < letter_of_byte(b); });
  return bytes;
}

}  // namespace

struct BpeTrainer::State {
  std::uint32_t add_token(const std::string& token);
  void start_vocabulary();
  void fill_counts(MergeCounts& counts);
  Result<void> check_options() const;

  BpeTrainerOptions options;
  std::unordered_map<std::string, std::uint64_t, StringHash, std::equal_to<>> words;
  BpeVocabulary vocabulary;
  std::vector<std::string> spelled;  // by id
};

std::uint32_t BpeTrainer::State::add_token(const std::string& token) {
  const auto [entry, added] =
      vocabulary.ids.emplace(token, static_cast<std::uint32_t>(spelled.size()));
  if (added) spelled.push_back(token);
  return entry->second;
}

void BpeTrainer::State::start_vocabulary() {
  for (const std::string& token : options.special_tokens)
    vocabulary.added.push_back({.content = token, .id = add_token(token), .special = true});
  for (const unsigned char byte : bytes_in_letter_order())
    vocabulary.byte_ids[byte] = add_token(spell_bytes(std::string(1, static_cast<char>(byte))));
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

Result<void> BpeTrainer::State::check_options() const {
  const std::size_t fewest = options.special_tokens.size() + 256;
  if (options.vocab_size < fewest || options.vocab_size > max_token_id) {
    return make_error("text.vocab_size",
                      {{"vocab_size", static_cast<std::int64_t>(options.vocab_size)},
                       {"fewest", static_cast<std::int64_t>(fewest)},
                       {"most", std::int64_t{max_token_id}}});
  }
  std::vector<std::string> sorted = options.special_tokens;
  std::sort(sorted.begin(), sorted.end());
  if (std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end() ||
      (!sorted.empty() && sorted.front().empty())) {
    return make_error("text.special_tokens", {});
  }
  return {};
}

BpeTrainer::BpeTrainer(BpeTrainerOptions options) : state_(std::make_unique<State>()) {
  state_->options = std::move(options);
}
BpeTrainer::~BpeTrainer() = default;

void BpeTrainer::add(std::string_view text) {
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = word_end(text, begin, SplitPattern::gpt2);
    const std::string_view word = text.substr(begin, end - begin);
    if (const auto known = state_->words.find(word); known != state_->words.end()) {
      ++known->second;
    } else {
      state_->words.emplace(word, 1);
    }
    begin = end;
  }
}

Result<ByteLevelBpe> BpeTrainer::train(const BpeTrainerProgress& progress) {
  TRY(state_->check_options());
  state_->start_vocabulary();
  MergeCounts counts;
  state_->fill_counts(counts);
  const std::size_t start = state_->spelled.size();
  const std::size_t wanted = state_->options.vocab_size;
  for (std::size_t round = 0; state_->spelled.size() < wanted; ++round) {
    if (progress && round % merges_between_reports == 0 &&
        !progress(state_->spelled.size() - start, wanted - start)) {
      return make_error("text.stopped", {}, ExitCode::stopped_early);
    }
    const auto best = counts.take_best(std::max<std::uint64_t>(state_->options.min_frequency, 1));
    if (!best) break;
    const std::uint32_t result =
        state_->add_token(state_->spelled[best->left] + state_->spelled[best->right]);
    state_->vocabulary.merges.push_back(
        {.left = best->left, .right = best->right, .result = result});
    counts.merge(*best, result);
  }
  if (progress) progress(wanted - start, wanted - start);
  keep_last_of_equal_merges(state_->vocabulary.merges);
  auto vocabulary = std::make_shared<BpeVocabulary>(std::move(state_->vocabulary));
  TRY(vocabulary->build_indexes());
  return ByteLevelBpe(std::move(vocabulary));
}

}  // namespace trainyard
