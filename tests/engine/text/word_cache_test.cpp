// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/text/word_cache.h"

#include <gtest/gtest.h>

#include <random>

namespace trainyard {
namespace {

using Ids = std::vector<std::uint32_t>;

TEST(WordCache, KeepsWordsOfEveryLengthApart) {
  WordCache cache;
  std::string word;
  for (std::uint32_t length = 1; length <= 40; ++length) {
    word += 'a';
    Ids ids;
    ASSERT_FALSE(cache.append(word, word.size(), ids));
    cache.insert(word, Ids(length % 6 + 1, length));
  }
  for (std::uint32_t length = 1; length <= 40; ++length) {
    Ids ids = {99};
    const std::string behind = word.substr(0, length) + "bcdefghijklmnopqrst";
    ASSERT_TRUE(cache.append(std::string_view(behind).substr(0, length), behind.size(), ids));
    Ids expected(length % 6 + 1, length);
    expected.insert(expected.begin(), 99);
    EXPECT_EQ(ids, expected);
  }
}

TEST(WordCache, ZerosAtTheEndMakeAnotherWord) {
  WordCache cache;
  cache.insert("a", Ids{1});
  Ids ids;
  EXPECT_FALSE(cache.append(std::string_view("a\0", 2), 2, ids));
}

TEST(WordCache, NeverGivesWrongIdsWhenItGrowsAndStartsAnew) {
  WordCache cache;
  std::mt19937 generator(1);
  std::size_t hits = 0;
  for (int round = 0; round < 1'500'000; ++round) {
    const std::uint32_t number = generator() % 700'000;
    const std::string word =
        (number % 50 == 0 ? "a rather long word " : "w") + std::to_string(number);
    Ids ids;
    if (cache.append(word, word.size(), ids)) {
      ASSERT_EQ(ids, Ids(number % 5 + 1, number));
      ++hits;
    } else {
      cache.insert(word, Ids(number % 5 + 1, number));
    }
  }
  EXPECT_GT(hits, 100'000u);
}

TEST(WordCache, KeepsNoMoreThanItsLimit) {
  constexpr std::size_t limit = 1u << 20;
  WordCache cache(limit);
  for (const char* kind : {"", "a rather long word "}) {
    std::size_t kept = 0;
    for (int number = 0; number < 200'000; ++number)
      cache.insert(kind + std::to_string(number), Ids{1});
    for (int number = 0; number < 200'000; ++number) {
      Ids ids;
      const std::string word = kind + std::to_string(number);
      kept += cache.append(word, word.size(), ids);
    }
    EXPECT_GT(kept, 0u) << kind;
    EXPECT_LE(kept, limit / 32) << kind;
  }
}

TEST(WordCache, VeryLongWordsAreNotKept) {
  WordCache cache;
  const std::string word(WordCache::longest_word + 1, 'x');
  cache.insert(word, Ids{1});
  Ids ids;
  EXPECT_FALSE(cache.append(word, word.size(), ids));
}

}  // namespace
}  // namespace trainyard
