// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/texts/prepare.h"

#include <gtest/gtest.h>

#include <chrono>
#include <fstream>

#include "engine/data/prepared_folder.h"
#include "engine/text/tokenizer.h"
#include "tests/engine/temporary_folder.h"

namespace trainyard {
namespace {

const PrepareProgress on_progress = [](std::string_view, double, double) { return true; };

std::filesystem::path write(const TemporaryFolder& scratch, const std::string& name,
                            const std::string& content) {
  std::ofstream(scratch / name, std::ios::binary) << content;
  return scratch / name;
}

TextDataSettings settings_for(const std::filesystem::path& train) {
  TextDataSettings settings;
  settings.sources.train = {train};
  settings.vocab_size = 300;
  settings.num_threads = 2;
  return settings;
}

Result<PreparedData> prepare_text_cached(const TextDataSettings& settings,
                                         const PrepareProgress& progress) {
  TRY(const Map key, text_key(settings, progress));
  return prepared_from_cache(key, [&](const std::filesystem::path& folder) {
    return prepare_text(settings, folder, progress);
  });
}

std::string decoded(const PreparedData& data, const PreparedSplit& split) {
  auto file = TokenFile::open(data.folder, split.tokens, data.bytes_per_token);
  std::vector<std::int64_t> ids(split.num_tokens);
  EXPECT_TRUE(file->read(0, ids).ok());
  return Tokenizer::read(data.folder)->decode(std::vector<std::uint32_t>(ids.begin(), ids.end()));
}

TEST(PrepareText, HoldsOutTheFirstLinesAndReadsLineBreaksAsPythonDoes) {
  const TemporaryFolder scratch;
  TextDataSettings settings =
      settings_for(write(scratch, "text", "one\r\ntwo\rthree\n\nfive\nsix"));
  settings.sources.validation_split_ratio = 0.3;  // of 6 lines: 1.8, so 2
  const auto data = prepare_text(settings, scratch / "out", on_progress);
  ASSERT_TRUE(data.ok()) << data.error().message;
  EXPECT_EQ(decoded(*data, data->validation), "one\ntwo\n");
  EXPECT_EQ(decoded(*data, data->train), "three\n\nfive\nsix");
}

TEST(PrepareText, ReadsBackWhatItWrote) {
  const TemporaryFolder scratch;
  TextDataSettings settings = settings_for(write(scratch, "text", "a line\nanother line\n"));
  settings.sources.validation = {write(scratch, "held out", "words that were held out\n")};
  ASSERT_TRUE(prepare_text(settings, scratch / "out", on_progress).ok());
  const auto data = read_prepared(scratch / "out");
  ASSERT_TRUE(data.ok()) << data.error().message;
  EXPECT_EQ(decoded(*data, data->train), "a line\nanother line\n");
  EXPECT_EQ(decoded(*data, data->validation), "words that were held out\n");
  EXPECT_EQ(data->sources.size(), 2u);
  EXPECT_TRUE(data->tokens.end_of_text.has_value());
  EXPECT_FALSE(prepare_text(settings, scratch / "out", on_progress).ok())
      << "an existing folder is never replaced";
}

TEST(PrepareText, WritesTestSetsThatTheVocabularyHasNotSeen) {
  const TemporaryFolder scratch;
  TextDataSettings settings = settings_for(write(scratch, "text", "a line\nanother line\n"));
  settings.sources.validation_split_ratio = 0;
  const auto without = prepare_text(settings, scratch / "without", on_progress);
  settings.sources.test = {write(scratch, "test", "zebra zebra zebra\n"), scratch / "text"};
  settings.sources.temporal_test = {write(scratch, "later", "later\n")};
  ASSERT_TRUE(prepare_text(settings, scratch / "out", on_progress).ok());
  const auto data = read_prepared(scratch / "out");
  ASSERT_TRUE(data.ok() && without.ok());
  EXPECT_EQ(decoded(*data, (*data)[Split::test]), "zebra zebra zebra\na line\nanother line\n");
  EXPECT_EQ(decoded(*data, (*data)[Split::temporal_test]), "later\n");
  EXPECT_FALSE(data->validation.exists());
  EXPECT_EQ(data->tokens.vocab_size, without->tokens.vocab_size);
  EXPECT_EQ(data->train.tokens.xxh3_64, without->train.tokens.xxh3_64);
}

TEST(PrepareText, ManyThreadsGiveTheSameTokens) {
  const TemporaryFolder scratch;
  std::string content;
  for (int i = 0; i < 20000; ++i)
    content += "line " + std::to_string(i * 7919) + " of a longer text\n";
  TextDataSettings settings = settings_for(write(scratch, "text", content));
  settings.num_threads = 1;
  const auto one = prepare_text(settings, scratch / "one", on_progress);
  settings.num_threads = 3;
  const auto three = prepare_text(settings, scratch / "three", on_progress);
  ASSERT_TRUE(one.ok() && three.ok());
  EXPECT_EQ(one->train.tokens.xxh3_64, three->train.tokens.xxh3_64);
}

TEST(PrepareText, RefusesWhatIsNoTextAndLeavesNothing) {
  const TemporaryFolder scratch;
  const std::pair<std::string, std::string> cases[] = {
      {"", "is empty"},
      {"fine\nc\xe9g\n", "line 2 (byte offset 6)"},
      {std::string("fine\nx\0y\n", 9), "null byte in line 2 (byte offset 6)"}};
  for (const auto& [content, words] : cases) {
    const auto refused =
        prepare_text(settings_for(write(scratch, "text", content)), scratch / "out", on_progress);
    ASSERT_FALSE(refused.ok()) << words;
    EXPECT_EQ(refused.error().exit_code, ExitCode::invalid_input);
    EXPECT_NE(refused.error().message.find(words), std::string::npos) << refused.error().message;
    EXPECT_NE(refused.error().message.find((scratch / "text").string()), std::string::npos);
  }
  EXPECT_FALSE(prepare_text(settings_for(scratch / "absent"), scratch / "out", on_progress).ok());
  std::filesystem::remove(scratch / "text");
  EXPECT_TRUE(std::filesystem::is_empty(scratch.path()));
}

TEST(PrepareText, StopsWhenAsked) {
  const TemporaryFolder scratch;
  const auto text = write(scratch, "text", "a line\n");
  const auto stopped = prepare_text(settings_for(text), scratch / "out",
                                    [](std::string_view, double, double) { return false; });
  ASSERT_FALSE(stopped.ok());
  EXPECT_EQ(stopped.error().exit_code, ExitCode::stopped_early);
  EXPECT_FALSE(std::filesystem::exists(scratch / "out"));
}

TEST(PrepareCache, IsKeyedByContentAndRepairsItself) {
  const TemporaryFolder scratch;
  ::setenv("XDG_CACHE_HOME", (scratch / "cache").c_str(), 1);
  TextDataSettings settings = settings_for(write(scratch, "text", "a line\nanother\n"));
  const auto first = prepare_text_cached(settings, on_progress);
  ASSERT_TRUE(first.ok()) << first.error().message;
  settings.sources.train = {write(scratch, "copy", "a line\nanother\n")};
  EXPECT_EQ(prepare_text_cached(settings, on_progress)->folder, first->folder);
  std::filesystem::resize_file(first->folder / first->train.tokens.name, 2);
  EXPECT_EQ(prepare_text_cached(settings, on_progress)->train.tokens.xxh3_64,
            first->train.tokens.xxh3_64);
  settings.vocab_size = 301;
  EXPECT_NE(prepare_text_cached(settings, on_progress)->folder, first->folder);
  settings.sources.train = {write(scratch, "copy", "a line\nanother one\n")};
  EXPECT_NE(prepare_text_cached(settings, on_progress)->folder, first->folder);
}

TEST(PrepareCache, KeepsWhatCouldNotBeRead) {
  const TemporaryFolder scratch;
  ::setenv("XDG_CACHE_HOME", (scratch / "cache").c_str(), 1);
  const auto settings = settings_for(write(scratch, "text", "a line\n"));
  const auto first = prepare_text_cached(settings, on_progress);
  ASSERT_TRUE(first.ok()) << first.error().message;
  const auto tokens = first->folder / first->train.tokens.name;
  std::filesystem::remove(tokens);
  std::filesystem::create_symlink(tokens, tokens);  // opening it fails, and not with "not there"
  const auto unreadable = prepare_text_cached(settings, on_progress);
  ASSERT_FALSE(unreadable.ok()) << "another run may be using the entry";
  EXPECT_EQ(unreadable.error().exit_code, ExitCode::environment);
  EXPECT_TRUE(std::filesystem::is_symlink(tokens));
}

TEST(PrepareCache, SeesADamagedTokenizer) {
  const TemporaryFolder scratch;
  ::setenv("XDG_CACHE_HOME", (scratch / "cache").c_str(), 1);
  const auto settings = settings_for(write(scratch, "text", "a line\n"));
  const auto first = prepare_text_cached(settings, on_progress);
  ASSERT_TRUE(first.ok()) << first.error().message;
  const auto file = first->folder / "tokenizer.json";
  const auto bytes = std::filesystem::file_size(file);
  std::filesystem::resize_file(file, 0);
  EXPECT_EQ(read_prepared(first->folder).error().code, prepared_damaged);
  ASSERT_TRUE(prepare_text_cached(settings, on_progress).ok());
  EXPECT_EQ(std::filesystem::file_size(file), bytes);
  for (const auto& entry : std::filesystem::directory_iterator(first->folder.parent_path()))
    EXPECT_EQ(entry.path(), first->folder) << "the damaged one is gone";
}

TEST(PrepareCache, RemovesWhatWasLeftADayAgo) {
  const TemporaryFolder scratch;
  ::setenv("XDG_CACHE_HOME", (scratch / "cache").c_str(), 1);
  const auto cache = scratch / "cache/trainyard/prepared";
  for (const char* name : {"old.tmp-1-1", "new.tmp-1-1", "old"})
    std::filesystem::create_directories(cache / name);
  const auto long_ago = std::filesystem::file_time_type::clock::now() - std::chrono::hours(25);
  for (const char* name : {"old.tmp-1-1", "old"})
    std::filesystem::last_write_time(cache / name, long_ago);
  ASSERT_TRUE(
      prepare_text_cached(settings_for(write(scratch, "text", "a line\n")), on_progress).ok());
  EXPECT_FALSE(std::filesystem::exists(cache / "old.tmp-1-1"));
  EXPECT_TRUE(std::filesystem::exists(cache / "new.tmp-1-1") &&
              std::filesystem::exists(cache / "old"));
}

TEST(ReadPrepared, RefusesDamage) {
  const TemporaryFolder scratch;
  const auto data = prepare_text(settings_for(write(scratch, "text", "a line\nanother\n")),
                                 scratch / "out", on_progress);
  ASSERT_TRUE(data.ok());
  std::fstream tokens(data->folder / data->train.tokens.name,
                      std::ios::in | std::ios::out | std::ios::binary);
  tokens.put('\x7f');
  tokens.close();
  const auto flipped = read_prepared(data->folder);
  ASSERT_FALSE(flipped.ok());
  EXPECT_NE(flipped.error().message.find("checksum"), std::string::npos);
  std::ofstream(data->folder / "prepared.json") << "{";
  EXPECT_FALSE(read_prepared(data->folder).ok());
  EXPECT_FALSE(read_prepared(scratch / "absent").ok());
}

}  // namespace
}  // namespace trainyard
