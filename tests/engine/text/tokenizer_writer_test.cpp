// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include "engine/contract/json.h"
#include "engine/text/tokenizer.h"
#include "tests/engine/text/small_vocabulary.h"
#include "tests/engine/temporary_folder.h"

namespace trainyard {
namespace {

TEST(TokenizerWriter, WritesWhatTransformersLooksFor) {
  const TemporaryFolder folder;
  ASSERT_TRUE(small_tokenizer(small_vocabulary({"Ġ t"})).write(folder.path(), 256).ok());
  EXPECT_EQ(folder.read("merges.txt"), "#version: 0.2\nĠ t\n");
  const auto config = parse_json(folder.read("tokenizer_config.json"));
  ASSERT_TRUE(config.ok());
  const Map& map = *config->get_if<Map>();
  EXPECT_EQ(*find(map, "tokenizer_class")->get_if<std::string>(), "GPT2Tokenizer");
  EXPECT_EQ(*find(map, "eos_token")->get_if<std::string>(), "<|endoftext|>");
  EXPECT_EQ(*find(map, "model_max_length")->get_if<std::int64_t>(), 256);
  const auto vocab = parse_json(folder.read("vocab.json"));
  ASSERT_TRUE(vocab.ok());
  EXPECT_EQ(vocab->get_if<Map>()->size(), 258u);
}

TEST(TokenizerWriter, TokenizersThatWereReadAreKeptByteByByte) {
  const TemporaryFolder from;
  const Tokenizer made = small_tokenizer(small_vocabulary({"Ġ t"}));
  const std::string spaced = "\n " + made.json() + "\n";
  from.write("tokenizer.json", spaced);
  from.write("tokenizer_config.json", "{\"chat_template\": \"kept\"}");
  const auto read = Tokenizer::read(from.path());
  ASSERT_TRUE(read.ok());
  EXPECT_EQ(read->json(), spaced);
  const TemporaryFolder to;
  ASSERT_TRUE(read->write(to.path()).ok());
  EXPECT_EQ(to.read("tokenizer.json"), spaced);
  EXPECT_EQ(to.read("tokenizer_config.json"), "{\"chat_template\": \"kept\"}");
  EXPECT_EQ(to.read("merges.txt"), "#version: 0.2\nĠ t\n");  // made, since it was not there
}

TEST(TokenizerWriter, SaysWhenAFolderCanNotBeWritten) {
  const TemporaryFolder folder;
  const auto written = small_tokenizer(small_vocabulary({})).write(folder.path() / "none");
  ASSERT_FALSE(written.ok());
  EXPECT_EQ(written.error().exit_code, ExitCode::environment);
  EXPECT_NE(written.error().message.find("none"), std::string::npos);
}

}  // namespace
}  // namespace trainyard
