// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include "engine/text/tokenizer.h"
#include "tests/engine/text/small_vocabulary.h"
#include "tests/engine/temporary_folder.h"

namespace trainyard {
namespace {

// A folder with all files of a small tokenizer.
void fill(const TemporaryFolder& folder) {
  ASSERT_TRUE(small_tokenizer(small_vocabulary({"Ġ t", "h e", "Ġt he"})).write(folder.path()).ok());
}

std::vector<std::uint32_t> ids_of(const Tokenizer& bpe, std::string_view text) {
  std::vector<std::uint32_t> ids;
  bpe.encode(text, ids);
  return ids;
}

TEST(TokenizerReader, AllFormsGiveTheSameIds) {
  const TemporaryFolder folder;
  fill(folder);
  const TemporaryFolder older;
  older.write("vocab.json", folder.read("vocab.json"));
  older.write("merges.txt", folder.read("merges.txt"));
  const auto expected = ids_of(*Tokenizer::read(folder.path()), "the the<|endoftext|>");
  ASSERT_EQ(expected.size(), 4u);
  for (const auto& path : {folder.path() / "tokenizer.json", older.path(),
                           older.path() / "vocab.json", older.path() / "merges.txt"}) {
    const auto bpe = Tokenizer::read(path);
    ASSERT_TRUE(bpe.ok()) << bpe.error().message;
    EXPECT_EQ(ids_of(*bpe, "the the<|endoftext|>"), expected) << path;
  }
}

struct DamagedFile {
  std::string name;
  std::string content;
  std::string said;
};

TEST(TokenizerReader, DamagedVocabAndMergesAreNamed) {
  const TemporaryFolder good;
  fill(good);
  const std::vector<DamagedFile> cases = {
      {"merges.txt", "#version: 0.2\nĠ t\nh", "the file is truncated"},
      {"merges.txt", "", "merges.txt"},
      {"merges.txt", "#version: 0.2\nh\te\n", "not by a tab"},
      {"merges.txt", "#version: 0.2\nh e\n\n", "merge 2 "},
      {"merges.txt", "#version: 0.2\nh e x\n", "merge 1 "},
      {"merges.txt", "#version: 0.2\nh x\n", "\"hx\""},
      {"merges.txt", "#version: 0.2\nh \xFF\n", "line 2 is not UTF-8"},
      {"vocab.json", "{\"a\": 1", "not valid JSON"},
      {"vocab.json", "[]", "not a JSON object"},
      {"vocab.json", "{\"a\": 1}", "not in the vocabulary"},
      {"vocab.json", "", "vocab.json"},
  };
  for (const DamagedFile& c : cases) {
    const TemporaryFolder folder;
    for (const char* name : {"vocab.json", "merges.txt"}) {
      folder.write(name, name == c.name ? c.content : good.read(name));
    }
    const auto bpe = Tokenizer::read(folder.path());
    ASSERT_FALSE(bpe.ok()) << c.said;
    EXPECT_NE(bpe.error().message.find(c.said), std::string::npos) << bpe.error().message;
    EXPECT_NE(bpe.error().message.find(folder.path().string()), std::string::npos)
        << bpe.error().message;
    EXPECT_EQ(bpe.error().exit_code, ExitCode::invalid_input);
  }
}

TEST(TokenizerReader, DamagedTokenizerJsonIsNamedWithItsFile) {
  const TemporaryFolder folder;
  fill(folder);
  const std::string good = folder.read("tokenizer.json");
  for (const std::string& content :
       {good.substr(0, good.size() / 2), std::string(), "\xFF" + good, good + "}",
        std::string("{\"model\":") + std::string(5000, '{')}) {
    folder.write("tokenizer.json", content);
    const auto bpe = Tokenizer::read(folder.path());
    ASSERT_FALSE(bpe.ok());
    EXPECT_NE(bpe.error().message.find((folder.path() / "tokenizer.json").string()),
              std::string::npos)
        << bpe.error().message;
    EXPECT_EQ(bpe.error().exit_code, ExitCode::invalid_input);
  }
}

TEST(TokenizerReader, SettingsThatWereNotDownloadedAreNamed) {
  const TemporaryFolder folder;
  fill(folder);
  std::filesystem::remove(folder / "tokenizer_config.json");
  std::filesystem::create_symlink("../../blobs/9f2c", folder / "tokenizer_config.json");
  const auto bpe = Tokenizer::read(folder.path());
  ASSERT_FALSE(bpe.ok());
  EXPECT_EQ(bpe.error().code, "download.broken_link");
  EXPECT_NE(bpe.error().message.find("tokenizer_config.json"), std::string::npos);
}

TEST(TokenizerReader, MissingFilesAreNamed) {
  const TemporaryFolder folder;
  for (const auto& path : {folder.path(), folder.path() / "none", folder.path() / "vocab.json"}) {
    const auto bpe = Tokenizer::read(path);
    ASSERT_FALSE(bpe.ok());
    EXPECT_NE(bpe.error().message.find(path.string()), std::string::npos) << bpe.error().message;
    EXPECT_EQ(bpe.error().exit_code, ExitCode::invalid_input);
  }
}

TEST(TokenizerReader, AddedTokensBesideTheOlderFormAreNotIgnored) {
  const TemporaryFolder folder;
  fill(folder);
  std::filesystem::remove(folder.path() / "tokenizer.json");
  folder.write("added_tokens.json", "{\"<x>\": 300}");
  const auto bpe = Tokenizer::read(folder.path());
  ASSERT_FALSE(bpe.ok());
  EXPECT_EQ(bpe.error().code, "text.tokenizer_unsupported");
}

}  // namespace
}  // namespace trainyard
