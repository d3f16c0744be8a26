// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/text/tokenizer.h"

#include <gtest/gtest.h>

#include "tests/engine/text/small_vocabulary.h"

namespace trainyard {
namespace {

std::string decode_tokens(const Tokenizer& bpe, const std::vector<std::string>& tokens) {
  std::vector<std::uint32_t> ids;
  for (const std::string& token : tokens) {
    ids.push_back(bpe.token_id(token).value());
  }
  return bpe.decode(ids);
}

TEST(Tokenizer, FindsTokensByNameAndId) {
  const Tokenizer bpe = small_tokenizer(small_vocabulary({"Ġ t"}));
  EXPECT_EQ(bpe.end_of_text_id(), 0u);
  EXPECT_EQ(bpe.token_id("Ġt"), 257u);
  EXPECT_EQ(bpe.token(257), "Ġt");
  EXPECT_EQ(bpe.token(258), std::nullopt);
  EXPECT_EQ(bpe.token_id("no such token"), std::nullopt);
  EXPECT_EQ(bpe.vocab_size(), 258u);
  EXPECT_EQ(bpe.id_limit(), 258u);
}

TEST(Tokenizer, DecodesBrokenCharactersAsTheReplacement) {
  const Tokenizer bpe = small_tokenizer(small_vocabulary({}));
  EXPECT_EQ(decode_tokens(bpe, {"Ã", "©", "Ġ", "x"}), "é x");
  EXPECT_EQ(decode_tokens(bpe, {"Ã"}), "\uFFFD");
  EXPECT_EQ(decode_tokens(bpe, {"©", "©", "a"}), "\uFFFD\uFFFDa");
  EXPECT_EQ(decode_tokens(bpe, {"â", "Ĥ", "a"}), "\uFFFDa");
}

TEST(Tokenizer, LeavesOutUnknownIds) {
  const Tokenizer bpe = small_tokenizer(small_vocabulary({}));
  EXPECT_EQ(bpe.decode(std::vector<std::uint32_t>{*bpe.token_id("a"), 9999, 4294967295u,
                                                  *bpe.token_id("b")}),
            "ab");
}

}  // namespace
}  // namespace trainyard
