// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/text/bpe_trainer.h"

#include <gtest/gtest.h>

#include "engine/text/vocabulary.h"

namespace trainyard {
namespace {

Tokenizer train(BpeTrainerOptions options, const std::vector<std::string>& texts) {
  BpeTrainer trainer(std::move(options));
  for (const std::string& text : texts) {
    trainer.add(text);
  }
  auto bpe = trainer.train();
  EXPECT_TRUE(bpe.ok());
  return *bpe;
}

std::vector<std::string> merges_of(const Tokenizer& bpe) {
  std::vector<std::string> merges;
  for (const BpeMerge& merge : bpe.vocabulary().merges) {
    merges.push_back(*bpe.token(merge.left) + " " + *bpe.token(merge.right));
  }
  return merges;
}

using Merges = std::vector<std::string>;

TEST(BpeTrainer, LearnsTheMostFrequentPairsFirst) {
  // Recorded from the `tokenizers` library.
  const Tokenizer bpe = train({.vocab_size = 300}, {"Hello world\n", "hello  world's\n"});
  EXPECT_EQ(merges_of(bpe), (Merges{"e l", "l d", "l o", "o r", "w or", "Ġ wor", "el lo", "Ġwor ld",
                                    "' s", "H ello", "h ello"}));
  EXPECT_EQ(bpe.vocab_size(), 268u);
}

TEST(BpeTrainer, SpecialTokensThenBytesComeFirst) {
  const Tokenizer bpe = train({.vocab_size = 400, .special_tokens = {"<a>", "<b>"}}, {"text"});
  EXPECT_EQ(bpe.token_id("<a>"), 0u);
  EXPECT_EQ(bpe.token_id("<b>"), 1u);
  EXPECT_EQ(bpe.token_id("!"), 2u);
  EXPECT_EQ(bpe.token_id("Ń"), 257u);
}

TEST(BpeTrainer, StopsAtTheSizeAndAtTheFrequency) {
  EXPECT_EQ(merges_of(train({.vocab_size = 258}, {"abab abab"})), (Merges{"a b"}));
  EXPECT_EQ(merges_of(train({.vocab_size = 999, .min_frequency = 2}, {"abab xyz"})),
            (Merges{"a b"}));
  EXPECT_EQ(train({.vocab_size = 999}, {}).vocab_size(), 257u);
}

TEST(BpeTrainer, DoesNotMergeAcrossTexts) {
  EXPECT_EQ(merges_of(train({.vocab_size = 999}, {"a", "b", "a", "b"})), Merges{});
}

TEST(BpeTrainer, ReportsAndCanBeStopped) {
  BpeTrainer trainer({.vocab_size = 300});
  trainer.add("many words in this line");
  const auto stopped = trainer.train([](std::size_t, std::size_t) { return false; });
  ASSERT_FALSE(stopped.ok());
  EXPECT_EQ(stopped.error().code, "text.stopped");
  EXPECT_EQ(stopped.error().exit_code, ExitCode::stopped_early);

  BpeTrainer again({.vocab_size = 270});
  again.add("many words in this line");
  std::vector<std::pair<std::size_t, std::size_t>> reports;
  EXPECT_TRUE(again
                  .train([&](std::size_t done, std::size_t total) {
                    reports.emplace_back(done, total);
                    return true;
                  })
                  .ok());
  EXPECT_EQ(reports.front(), (std::pair<std::size_t, std::size_t>(0, 13)));
  EXPECT_EQ(reports.back(), (std::pair<std::size_t, std::size_t>(13, 13)));
}

TEST(BpeTrainer, RefusesWhatCanNotBe) {
  for (const BpeTrainerOptions& options :
       {BpeTrainerOptions{.vocab_size = 256}, BpeTrainerOptions{.vocab_size = 400'000'000},
        BpeTrainerOptions{.special_tokens = {"<a>", "<a>"}},
        BpeTrainerOptions{.special_tokens = {""}}}) {
    BpeTrainer trainer(options);
    const auto bpe = trainer.train();
    ASSERT_FALSE(bpe.ok());
    EXPECT_EQ(bpe.error().exit_code, ExitCode::invalid_input);
    EXPECT_FALSE(bpe.error().message.empty());
  }
}

}  // namespace
}  // namespace trainyard
