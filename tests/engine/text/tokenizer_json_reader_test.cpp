// SPDX-License-Identifier: GPL-3.0-or-later
#include <array>

#include <gtest/gtest.h>

#include "engine/contract/json.h"
#include "engine/text/tokenizer_files.h"
#include "tests/engine/text/small_vocabulary.h"

namespace trainyard {
namespace {

const char* const file = "some folder/tokenizer.json";

std::string good() {
  Vocabulary vocabulary = small_vocabulary({"Ġ t", "h e", "Ġt he", "N a", "Na N", "NaN s"});
  EXPECT_TRUE(vocabulary.build_indexes().ok());
  return tokenizer_json(vocabulary);
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

Result<Vocabulary> read(const std::string& text) {
  auto vocabulary = parse_tokenizer_json(text, file);
  if (vocabulary) {
    if (auto built = vocabulary->build_indexes(); !built) {
      return built.error();
    }
  }
  return vocabulary;
}

TEST(TokenizerJsonReader, ReadsWhatIsWritten) {
  const auto vocabulary = read(good());
  ASSERT_TRUE(vocabulary.ok()) << vocabulary.error().message;
  EXPECT_EQ(vocabulary->ids.size(), 263u);
  EXPECT_EQ(vocabulary->merges.size(), 6u);
  EXPECT_EQ(vocabulary->added.size(), 1u);
  EXPECT_EQ(tokenizer_json(*vocabulary), good());
}

TEST(TokenizerJsonReader, ReadsMergesAsStrings) {
  const auto vocabulary =
      read(replaced(replaced(good(), "[\"Ġ\",\"t\"]", "\"Ġ t\""), "[\"NaN\",\"s\"]", "\"NaN s\""));
  ASSERT_TRUE(vocabulary.ok()) << vocabulary.error().message;
  EXPECT_EQ(vocabulary->merges.size(), 6u);
}

TEST(TokenizerJsonReader, AcceptsWhatChangesNoIds) {
  for (const auto& [from, to] : std::vector<std::pair<std::string, std::string>>{
           {"\"truncation\":null", "\"truncation\":{\"max_length\":3}"},
           {"\"post_processor\":null", "\"post_processor\":{\"type\":\"ByteLevel\"}"},
           {"\"decoder\":{", "\"decoder\":null,\"x\":{"},
           {"\"continuing_subword_prefix\":null", "\"continuing_subword_prefix\":\"\""},
           {"\"unk_token\":null", "\"unk_token\":\"<|endoftext|>\""},
           {"\"dropout\":null", "\"dropout\":0.0"},
           {"\"ignore_merges\":false,", ""},
       }) {
    const auto vocabulary = read(replaced(good(), from, to));
    EXPECT_TRUE(vocabulary.ok()) << to << ": " << vocabulary.error().message;
  }
}

TEST(TokenizerJsonReader, ReadsTheSplitOfLlama3) {
  const std::string split =
      "\"pre_tokenizer\":{\"type\":\"Sequence\",\"pretokenizers\":[{\"type\":\"Split\",\"pattern\":"
      "{\"Regex\":" +
      to_json(Value(std::string(regex_of(SplitPattern::llama3)))) +
      "},\"behavior\":\"Isolated\",\"invert\":false},{\"type\":\"ByteLevel\",\"add_prefix_space\":"
      "false,"
      "\"use_regex\":false}],\"x\":{\"type\":\"ByteLevel\"";
  auto document = replaced(good(), "\"pre_tokenizer\":{\"type\":\"ByteLevel\"", split);
  document = replaced(document, "\"decoder\":{", "\"y\":0},\"decoder\":{");
  document = replaced(document, "\"ignore_merges\":false", "\"ignore_merges\":true");
  const auto vocabulary = read(document);
  ASSERT_TRUE(vocabulary.ok()) << vocabulary.error().message << document;
  EXPECT_EQ(vocabulary->split, SplitPattern::llama3);
  EXPECT_TRUE(vocabulary->ignore_merges);
  const auto again = read(tokenizer_json(*vocabulary));
  ASSERT_TRUE(again.ok()) << again.error().message;
  EXPECT_EQ(again->split, SplitPattern::llama3);
}

struct ReplacedCase {
  std::string from;
  std::string to;
  std::string said;  // what the message must name
};

TEST(TokenizerJsonReader, NamesWhatIsNotSupported) {
  const std::vector<ReplacedCase> cases = {
      {"\"normalizer\":null", "\"normalizer\":{\"type\":\"Nmt\"}", "Nmt"},
      {"\"normalizer\":null",
       "\"normalizer\":{\"type\":\"Sequence\",\"normalizers\":[{\"type\":\"NFC\"},{\"type\":"
       "\"Nmt\"}]}",
       "Nmt"},
      {"\"normalizer\":null",
       "\"normalizer\":{\"type\":\"Replace\",\"pattern\":{\"Regex\":\"a+\"},\"content\":\"\"}",
       "Replace"},
      {"\"post_processor\":null", "\"post_processor\":{\"type\":\"Other\"}", "Other"},
      {"\"pre_tokenizer\":{\"type\":\"ByteLevel\"",
       "\"pre_tokenizer\":{\"type\":\"UnicodeScripts\"", "UnicodeScripts"},
      {"\"type\":\"BPE\"", "\"type\":\"WordLevel\"", "WordLevel"},
      {"\"decoder\":{\"type\":\"ByteLevel\"", "\"decoder\":{\"type\":\"Metaspace\"", "Metaspace"},
      {"\"dropout\":null", "\"dropout\":0.1", "dropout"},
      {"\"continuing_subword_prefix\":null", "\"continuing_subword_prefix\":\"##\"",
       "continuing_subword_prefix"},
      {"\"end_of_word_suffix\":null", "\"end_of_word_suffix\":\"</w>\"", "end_of_word_suffix"},
      {"\"pre_tokenizer\":{\"type\":\"ByteLevel\"",
       "\"pre_tokenizer\":{\"type\":\"Sequence\",\"pretokenizers\":[{\"type\":\"Split\","
       "\"pattern\":"
       "{\"Regex\":\"x+(?<=x)\"},\"behavior\":\"Isolated\"},{\"type\":\"ByteLevel\"}]",
       "the part (?<=x)"},
      {"\"pre_tokenizer\":{\"type\":\"ByteLevel\"",
       "\"pre_tokenizer\":{\"type\":\"Sequence\",\"pretokenizers\":[{\"type\":\"Digits\"},"
       "{\"type\":\"UnicodeScripts\"}]",
       "the pre-tokenizer \"UnicodeScripts\""},
      {"\"pre_tokenizer\":{\"type\":\"ByteLevel\"",
       "\"pre_tokenizer\":{\"type\":\"Sequence\",\"pretokenizers\":[{\"type\":\"ByteLevel\"},"
       "{\"type\":\"Digits\"}]",
       "\"Digits\" after ByteLevel"},
  };
  for (const ReplacedCase& c : cases) {
    const auto vocabulary = read(replaced(good(), c.from, c.to));
    ASSERT_FALSE(vocabulary.ok()) << c.to;
    EXPECT_EQ(vocabulary.error().code, "text.tokenizer_unsupported") << c.to;
    EXPECT_NE(vocabulary.error().message.find(c.said), std::string::npos)
        << vocabulary.error().message;
    EXPECT_NE(vocabulary.error().message.find(file), std::string::npos)
        << vocabulary.error().message;
    EXPECT_EQ(vocabulary.error().exit_code, ExitCode::invalid_input);
  }
}

TEST(TokenizerJsonReader, NamesWhatIsDamaged) {
  const std::vector<ReplacedCase> cases = {
      {"\"model\":{", "\"model\":null,\"x\":{", "\"model\" is missing"},
      {"\"model\":{", "\"model\":[],\"x\":{", "\"model\" must be an object"},
      {"\"vocab\":{", "\"vocab\":3,\"x\":{", "\"vocab\" must be an object"},
      {"\"vocab\":{", "\"x\":{", "\"vocab\" is missing"},
      {"\"merges\":[", "\"merges\":{},\"x\":[", "\"merges\" must be a list"},
      {"\"merges\":[", "\"x\":[", "\"merges\" is missing"},
      {"[\"Ġ\",\"t\"]", "[\"Ġ\"]", "merge 1 "},
      {"[\"h\",\"e\"]", "[\"h\",1]", "merge 2 "},
      {"[\"h\",\"e\"]", "[\"h\",\"q\"]", "\"hq\""},
      {"[\"h\",\"e\"]", "[\"unknown\",\"e\"]", "\"unknown\""},
      {"[\"h\",\"e\"]", "\"he\"", "merge 2 "},
      {"[\"h\",\"e\"]", "\"h e \"", "merge 2 "},
      {"[\"h\",\"e\"]", "null", "merge 2 "},
      {"\"!\":", "\"!\":-1,\"x\":", "\"!\""},
      {"\"!\":", "\"!\":1.5,\"x\":", "\"!\""},
      {"\"!\":", "\"!\":\"1\",\"x\":", "\"!\""},
      {"\"!\":", "\"!\":99999999999999999999999,\"x\":", "\"!\""},
      {"\"!\":", "\"!\":4294967297,\"x\":", "\"!\""},
      {"\"!\":", "\"!\":5,\"x\":", "the same id 5"},
      {"\"!\":", "\"xyz\":", "no entry for the byte 33"},
      {"\"added_tokens\":[", "\"added_tokens\":{},\"x\":[", "\"added_tokens\" must be a list"},
      {"\"added_tokens\":[", "\"added_tokens\":[7,", "an entry of \"added_tokens\""},
      {"\"content\":\"<|endoftext|>\"", "\"content\":\"\"", "\"content\""},
      {"\"content\":\"<|endoftext|>\"", "\"content\":1", "\"content\""},
      {"\"content\":\"<|endoftext|>\"", "\"content\":\"other\"", "the same id 0"},
      {"\"added_tokens\":[{\"id\":0", "\"added_tokens\":[{\"id\":300", "has the id 300"},
      {"\"added_tokens\":[{\"id\":0", "\"added_tokens\":[{\"id\":-3", "\"id\""},
      {"\"lstrip\":false", "\"lstrip\":3", "\"lstrip\""},
      {"\"add_prefix_space\":false", "\"add_prefix_space\":\"no\"", "\"add_prefix_space\""},
      {"\"type\":\"BPE\"", "\"type\":\"WordPiece\"", "\"unk_token\" is missing"},
      {"\"post_processor\":null",
       "\"post_processor\":{\"type\":\"BertProcessing\",\"cls\":[\"a\",1],\"sep\":3}", "\"sep\""},
      {"\"post_processor\":null",
       "\"post_processor\":{\"type\":\"TemplateProcessing\",\"single\":[{\"SpecialToken\":{\"id\":"
       "\"<s>\"}}]}",
       "\"<s>\" is missing"},
      {"\"post_processor\":null",
       R"("post_processor":{"type":"TemplateProcessing","single":[],)"
       R"("pair":[{"Sequence":{"id":"A","type_id":0}}]})",
       "each of the texts A and B once"},
      {"\"post_processor\":null",
       R"("post_processor":{"type":"TemplateProcessing","single":[],)"
       R"("pair":[{"Sequence":{"id":"A","type_id":256}},{"Sequence":{"id":"B","type_id":0}}]})",
       "\"type_id\" must be an integer from 0 to 255"},
      {"\"normalizer\":null", "\"normalizer\":[]", "\"normalizer\" must be an object"},
  };
  for (const ReplacedCase& c : cases) {
    const auto vocabulary = read(replaced(good(), c.from, c.to));
    ASSERT_FALSE(vocabulary.ok()) << c.to;
    EXPECT_NE(vocabulary.error().message.find(c.said), std::string::npos)
        << c.to << ": " << vocabulary.error().message;
    EXPECT_EQ(vocabulary.error().exit_code, ExitCode::invalid_input);
  }
}

// Parts as "first:0 7:1".
std::string words_of(const PairTemplate& parts) {
  std::string words;
  for (const PairPart& part : parts) {
    const std::string name = part.kind == PairPart::Kind::first    ? "first"
                             : part.kind == PairPart::Kind::second ? "second"
                                                                   : std::to_string(part.id);
    words += (words.empty() ? "" : " ") + name + ":" + std::to_string(part.type);
  }
  return words;
}

TEST(TokenizerJsonReader, ReadsHowTwoTextsArePutTogether) {
  const std::pair<std::string, std::string> cases[] = {
      {"null", "first:0 second:0"},
      {R"({"type":"ByteLevel"})", "first:0 second:0"},
      {R"({"type":"BertProcessing","cls":["a",7],"sep":["b",8]})", "7:0 first:0 8:0 second:1 8:1"},
      {R"({"type":"RobertaProcessing","cls":["a",7],"sep":["b",8]})",
       "7:0 first:0 8:0 8:0 second:0 8:0"},
      {R"({"type":"Sequence","processors":[{"type":"ByteLevel"},{"type":"TemplateProcessing",)"
       R"("single":[{"Sequence":{"id":"A","type_id":0}}],)"
       R"("pair":[{"Sequence":{"id":"B","type_id":2}},{"SpecialToken":{"id":"x","type_id":1}},)"
       R"({"Sequence":{"id":"A","type_id":0}}],)"
       R"("special_tokens":{"x":{"id":"x","ids":[5,6],"tokens":["x","y"]}}}]})",
       "second:2 5:1 6:1 first:0"}};
  for (const auto& [processor, expected] : cases) {
    const auto vocabulary =
        read(replaced(good(), "\"post_processor\":null", "\"post_processor\":" + processor));
    ASSERT_TRUE(vocabulary.ok()) << vocabulary.error().message;
    EXPECT_EQ(words_of(vocabulary->pair), expected);
  }
}

TEST(Tokenizer, PutsASpaceBeforeWordsWhereGpt2CutsThem) {
  Vocabulary vocabulary = small_vocabulary({"Ġ t"});
  const auto first_of = [](const Tokenizer& tokenizer) {
    std::vector<std::uint32_t> ids;
    tokenizer.for_words().encode("t", ids);
    return tokens_of(tokenizer, ids).front();
  };
  EXPECT_EQ(first_of(small_tokenizer(vocabulary)), "Ġt");
  vocabulary.split = SplitPattern::qwen2;
  EXPECT_EQ(first_of(small_tokenizer(vocabulary)), "t");
}

TEST(TokenizerJsonReader, SurvivesEveryTruncation) {
  const std::string text = good();
  for (std::size_t size = 0; size < text.size(); size += 1 + size % 5) {
    const auto vocabulary = read(text.substr(0, size));
    ASSERT_FALSE(vocabulary.ok()) << size;
    ASSERT_NE(vocabulary.error().message.find(file), std::string::npos);
  }
}

TEST(TokenizerJsonReader, SurvivesChangedBytes) {
  const std::string text = good();
  std::size_t refused = 0;
  for (std::size_t at = 0; at < text.size(); at += 3) {
    for (const char byte : {'"', '{', ']', '9', '\0'}) {
      std::string changed = text;
      changed[at] = byte;
      refused += read(changed).ok() ? 0 : 1;
    }
  }
  EXPECT_GT(refused, text.size());
}

TEST(TokenizerJsonReader, RefusesOtherDocuments) {
  for (const std::string& text :
       {std::string(), std::string("[]"), std::string("7"), std::string("{}"), std::string("null"),
        std::string("\"text\""), std::string(100'000, '['), std::string(1000, '\0')}) {
    const auto vocabulary = read(text);
    ASSERT_FALSE(vocabulary.ok());
    EXPECT_NE(vocabulary.error().message.find(file), std::string::npos);
  }
}

// As T5's.
std::string good_unigram() {
  return R"({"normalizer":{"type":"Sequence","normalizers":[{"type":"Strip","strip_left":false,)"
         R"("strip_right":true},{"type":"Replace","pattern":{"Regex":" {2,}"},"content":"▁"}]},)"
         R"("pre_tokenizer":{"type":"Sequence","pretokenizers":[{"type":"WhitespaceSplit"},)"
         R"({"type":"Metaspace","replacement":"▁","add_prefix_space":true}]},)"
         R"("decoder":{"type":"Metaspace","replacement":"▁","add_prefix_space":true},)"
         R"("model":{"type":"Unigram","unk_id":0,"vocab":[["<unk>",0],["▁a",-1.5]]}})";
}

TEST(TokenizerJsonReader, ReadsUnigram) {
  const auto vocabulary = read(good_unigram());
  ASSERT_TRUE(vocabulary.ok()) << vocabulary.error().message;
  EXPECT_EQ(vocabulary->scores, (std::vector<double>{0, -1.5}));
  EXPECT_EQ(vocabulary->split, SplitPattern::metaspace);
  ASSERT_TRUE(vocabulary->metaspace);
  EXPECT_TRUE(vocabulary->metaspace->splits_at_white_space);
}

TEST(TokenizerJsonReader, RefusesUnigramThatIsDamagedOrUnknown) {
  for (const auto& [from, to, reason] : std::vector<std::array<std::string, 3>>{
           {"\"unk_id\":0", "\"unk_id\":2", "\"unk_id\" must be"},
           {"\"unk_id\":0", "\"unk_id\":null", "\"unk_id\" must be"},
           {"[\"<unk>\",0]", "[\"<unk>\"]", "entry 0"},
           {"-1.5", "\"x\"", "entry 1"},
           {"-1.5", "\"NaN\"", "entry 1"},
           {"[\"<unk>\",0]", "[\"▁a\",0]", "twice"},
           {"\"vocab\":[", "\"vocab\":3,\"x\":[", "must be a list"},
           {"\"unk_id\"", "\"alpha\":0.1,\"unk_id\"", "\"alpha\""},
           {"\"add_prefix_space\":true}]}", "\"add_prefix_space\":false}]}", "Metaspace"},
           {"{\"type\":\"Strip\"",
            "{\"type\":\"Precompiled\",\"precompiled_charsmap\":\"A\"},{\"type\":\"Strip\"",
            "precompiled_charsmap"},
           {" {2,}", " +", "Replace"},
       }) {
    const auto vocabulary = read(replaced(good_unigram(), from, to));
    ASSERT_FALSE(vocabulary.ok()) << to;
    EXPECT_NE(vocabulary.error().message.find(reason), std::string::npos)
        << vocabulary.error().message;
    EXPECT_EQ(vocabulary.error().exit_code, ExitCode::invalid_input);
  }
}

}  // namespace
}  // namespace trainyard
