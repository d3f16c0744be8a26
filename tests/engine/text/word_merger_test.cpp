// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/text/word_merger.h"

#include <gtest/gtest.h>

#include <random>

#include "tests/engine/text/small_vocabulary.h"

namespace trainyard {
namespace {

// The definition: while there is one, do the merge of lowest rank, the leftmost of them.
std::vector<std::uint32_t> merge_by_definition(const Vocabulary& vocabulary,
                                               std::string_view word) {
  std::vector<std::uint32_t> ids;
  for (const char byte : word) {
    ids.push_back(vocabulary.byte_ids[static_cast<unsigned char>(byte)]);
  }
  while (true) {
    std::uint32_t best = PairMap::none;
    std::size_t where = 0;
    for (std::size_t i = 0; i + 1 < ids.size(); ++i) {
      if (const std::uint32_t rank = vocabulary.merge_of_pair.find(ids[i], ids[i + 1]);
          rank < best) {
        best = rank;
        where = i;
      }
    }
    if (best == PairMap::none) {
      return ids;
    }
    ids[where] = vocabulary.merges[best].result;
    ids.erase(ids.begin() + static_cast<std::ptrdiff_t>(where) + 1);
  }
}

const std::vector<std::string> merges = {"a b",   "b c",       "a a",   "ab c", "a bc",
                                         "c c",   "abc abc",   "aa aa", "cc c", "b b",
                                         "bb bb", "aaaa aaaa", "c ab"};

TEST(WordMerger, RanksDecideNotPositions) {
  Vocabulary vocabulary = small_vocabulary({"b c", "a b", "a bc"});
  ASSERT_TRUE(vocabulary.build_indexes().ok());
  WordMerger merger(vocabulary);
  std::vector<std::uint32_t> ids;
  merger.merge("abc", ids);
  EXPECT_EQ(ids, std::vector<std::uint32_t>{vocabulary.ids.find("abc")->second});
}

TEST(WordMerger, FollowsTheDefinitionForShortAndLongWords) {
  Vocabulary vocabulary = small_vocabulary(merges);
  ASSERT_TRUE(vocabulary.build_indexes().ok());
  WordMerger merger(vocabulary);
  std::mt19937 generator(1);
  for (int round = 0; round < 3000; ++round) {
    const std::size_t length = generator() % (round % 10 == 0 ? 400 : 60);
    std::string word;
    for (std::size_t i = 0; i < length; ++i) {
      word += "abcc"[generator() % (1 + generator() % 4)];
    }
    std::vector<std::uint32_t> ids;
    merger.merge(word, ids);
    ASSERT_EQ(ids, merge_by_definition(vocabulary, word)) << word;
  }
}

TEST(WordMerger, AppendsAndTakesAnyBytes) {
  Vocabulary vocabulary = small_vocabulary({});
  ASSERT_TRUE(vocabulary.build_indexes().ok());
  WordMerger merger(vocabulary);
  std::vector<std::uint32_t> ids = {7};
  merger.merge(std::string("\0\xFF", 2), ids);
  merger.merge("", ids);
  EXPECT_EQ(ids, (std::vector<std::uint32_t>{7, vocabulary.byte_ids[0], vocabulary.byte_ids[255]}));
}

// A word without a break that quadratic merging would need hours for.
TEST(WordMerger, VeryLongWordsEnd) {
  Vocabulary vocabulary = small_vocabulary(merges);
  ASSERT_TRUE(vocabulary.build_indexes().ok());
  WordMerger merger(vocabulary);
  std::vector<std::uint32_t> ids;
  merger.merge(std::string(2'000'000, 'a'), ids);
  EXPECT_EQ(ids.size(), 250'000u);
}

}  // namespace
}  // namespace trainyard
