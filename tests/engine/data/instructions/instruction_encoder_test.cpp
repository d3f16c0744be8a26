// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/instructions/instruction_encoder.h"

#include <gtest/gtest.h>

#include "engine/text/bpe_trainer.h"

namespace trainyard {
namespace {

// Bytes are tokens: ids are one to one with the letters of a text, "<|endoftext|>" is one.
Tokenizer byte_tokenizer() {
  BpeTrainer trainer({.vocab_size = 257});
  trainer.add("x");
  return *trainer.train();
}

InstructionRecord two_parts(const std::string& prompt, const std::string& completion) {
  return {.shape = InstructionShape::prompt_completion, .prompt = prompt, .text = completion};
}

InstructionRecord chat_record() {
  return {.shape = InstructionShape::chat, .messages = {Map{{"role", "user"}, {"content", "a"}}}};
}

class Encoding {
 public:
  explicit Encoding(InstructionSettings settings, RenderChat render = {})
      : encoder(byte_tokenizer(), std::move(settings), std::move(render), 1 << 16) {}

  // Letters whose mask is 1; "" where the row has no such mask.
  std::string marked(const InstructionRecord& record, bool of_assistant = false) {
    const auto done = encoder.encode(record, row);
    if (!done) return done.error().code;
    const auto& mask = of_assistant ? row.assistant_mask : row.completion_mask;
    EXPECT_TRUE(mask.empty() || mask.size() == row.ids.size());
    std::vector<std::uint32_t> ids;
    for (std::size_t i = 0; i < mask.size(); ++i)
      if (mask[i]) ids.push_back(row.ids[i]);
    return byte_tokenizer().decode(ids);
  }
  std::string text() const { return byte_tokenizer().decode(row.ids); }

  InstructionEncoder encoder;
  InstructionRow row;
};

const std::string end_text = "<|endoftext|>";

TEST(InstructionEncoder, MarksTheCompletion) {
  Encoding encoding({.eos_token = end_text});
  EXPECT_EQ(encoding.marked(two_parts("ab ", "cd")), "cd" + end_text);
  EXPECT_EQ(encoding.text(), "ab cd" + end_text);
  EXPECT_EQ(encoding.marked(two_parts("ab", "cd" + end_text)), "cd" + end_text);
  EXPECT_EQ(encoding.marked(two_parts("", "")), end_text);
  EXPECT_EQ(encoding.encoder.num_prompts_apart(), 0);
  const InstructionRecord text{.text = "abc"};
  EXPECT_EQ(encoding.marked(text), "");
  EXPECT_EQ(encoding.text(), "abc" + end_text);
}

TEST(InstructionEncoder, CountsPromptsThatAreNoBegin) {
  Encoding encoding({});
  // The end of one and the beginning of the other are one token, which is learned, too.
  EXPECT_EQ(encoding.marked(two_parts("a<|endof", "text|>b")), end_text + "b");
  EXPECT_EQ(encoding.row.ids.size(), 3u);
  EXPECT_EQ(encoding.encoder.num_prompts_apart(), 1);
}

TEST(InstructionEncoder, CountsWhatTeachesNoEnd) {
  const auto end = byte_tokenizer().end_of_text_id();
  Encoding encoding({.eos_token = end_text, .max_length = 6, .end_ids = {*end}});
  encoding.marked(two_parts("a", "bcdefgh"));  // its end is cut, but it was there
  EXPECT_TRUE(encoding.row.is_cut);
  encoding.marked(two_parts("ab", "cd"));
  EXPECT_FALSE(encoding.row.is_cut);
  EXPECT_EQ(encoding.encoder.num_without_end(), 0);
  Encoding endless({.end_ids = {*end}});
  endless.marked(two_parts("a" + end_text, "bc"));  // of the prompt nothing is learned
  EXPECT_EQ(endless.encoder.num_without_end(), 1);
}

TEST(InstructionEncoder, CutsOnTheRight) {
  Encoding encoding({.eos_token = end_text, .max_length = 4});
  EXPECT_EQ(encoding.marked(two_parts("abc", "def")), "d");
  EXPECT_EQ(encoding.text(), "abcd");
  EXPECT_EQ(encoding.marked(two_parts("abcdef", "g")), "");
}

TEST(InstructionEncoder, MarksWhatIsLearned) {
  InstructionRow row{.ids = {5, 6, 7}, .completion_mask = {0, 1, 1}, .assistant_mask = {1, 1, 0}};
  std::vector<std::uint8_t> targets;
  append_targets(row, true, targets);
  append_targets(row, false, targets);
  append_targets({.ids = {5, 6}}, true, targets);
  EXPECT_EQ(targets, (std::vector<std::uint8_t>{0, 1, 0, 1, 1, 0, 1, 1}));
}

RenderChat renders(const std::string& text, std::vector<ByteSpan> spans) {
  return [=](const ChatInput&) { return Result<RenderedChat>(RenderedChat{text, spans}); };
}

TEST(InstructionEncoder, MarksWhatTheAssistantSays) {
  Encoding encoding({.eos_token = end_text, .assistant_only_loss = true},
                    renders("u\u00e9|say|end", {byte_span(4, 7), byte_span(8, 10)}));
  EXPECT_EQ(encoding.marked(chat_record(), true), "sayen");
  EXPECT_EQ(encoding.text(), "u\u00e9|say|end");
  Encoding whole({}, renders("abc", {}));
  EXPECT_EQ(whole.marked(chat_record(), true), "");
  EXPECT_EQ(whole.text(), "abc");
}

TEST(InstructionEncoder, RefusesChatsThatCanNotBeLearned) {
  const InstructionSettings only_assistant{.assistant_only_loss = true};
  EXPECT_EQ(Encoding(only_assistant, renders("abc", {})).marked(chat_record()),
            "instructions.no_assistant");
  EXPECT_EQ(Encoding(only_assistant, renders("abc", {byte_span(2, 4)})).marked(chat_record()),
            "instructions.rendered_spans");
  EXPECT_EQ(Encoding(only_assistant, renders("a\xff", {})).marked(chat_record()),
            "instructions.rendered_bytes");
  EXPECT_EQ(Encoding({}).marked(chat_record()), "instructions.no_template");
  EXPECT_EQ(Encoding({}).marked(InstructionRecord{}), "record.no_tokens");
  EXPECT_EQ(Encoding({}, renders("", {})).marked(chat_record()), "record.no_tokens");
}

TEST(InstructionEncoder, RefusesRolesThatTheTemplateLeavesOut) {
  const auto code_of = [](const char* role, const char* content, const std::string& rendered) {
    InstructionRecord record{.shape = InstructionShape::chat};
    record.messages = {Map{{"role", "user"}, {"content", "a"}},
                       Map{{"role", role}, {"content", content}}};
    Encoding encoding({}, renders(rendered, {}));
    const auto done = encoding.encoder.encode(record, encoding.row);
    return done ? std::string() : done.error().message;
  };
  EXPECT_EQ(code_of("gpt", "Hello", "<user>a"),
            "the chat template leaves out message 2, whose role is gpt; rename the role to user, "
            "assistant, system or tool, or set instructions.chat_template to a template that "
            "supports it");
  EXPECT_EQ(code_of("gpt", "Hello", "<user>a<gpt>Hello"), "");
  EXPECT_EQ(code_of("gpt", " \"Hello\" \n", "<user>a<gpt>\\\"Hello\\\""), "") << "escaped";
  EXPECT_EQ(code_of("gpt", "...", "<user>a"), "") << "nothing to look for";
  EXPECT_EQ(code_of("tool", "Hello", "<user>a"), "") << "the template's own business";
}

TEST(InstructionEncoder, RendersPromptAndReply) {
  InstructionRecord record{.shape = InstructionShape::prompt_and_reply};
  record.prompt_messages = {Map{{"role", "user"}, {"content", "ab"}}};
  record.messages = {Map{{"role", "assistant"}, {"content", "cd"}}};
  Encoding encoding({.eos_token = end_text}, [](const ChatInput& input) {
    RenderedChat chat;
    for (const Value& message : input.messages)
      chat.text += get<std::string>(*message.get_if<Map>(), "content");
    return Result<RenderedChat>(chat);
  });
  EXPECT_EQ(encoding.marked(record), "cd");
}

}  // namespace
}  // namespace trainyard
