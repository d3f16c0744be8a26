// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/instructions/instruction_record.h"

#include <gtest/gtest.h>

#include "engine/contract/json.h"
#include "tests/engine/temporary_folder.h"

namespace trainyard {
namespace {

const auto keep_reading = [](std::uint64_t) { return Result<void>(); };

Result<InstructionRecord> read_json(const std::string& json) {
  return read_instruction(*parse_json(json)->get_if<Map>());
}

std::string record_refusal(const std::string& json) {
  const auto record = read_json(json);
  if (record) return "accepted";
  EXPECT_EQ(record.error().exit_code, ExitCode::invalid_input);
  return record.error().message;
}

InstructionShape shape_of(const std::string& json) {
  const auto record = read_json(json);
  EXPECT_TRUE(record) << record.error().message;
  return record ? record->shape : InstructionShape::text;
}

TEST(InstructionRecord, KnowsItsShape) {
  EXPECT_EQ(shape_of(R"({"text": "a"})"), InstructionShape::text);
  EXPECT_EQ(shape_of(R"({"prompt": "a", "completion": "b", "text": "c"})"),
            InstructionShape::prompt_completion);
  const std::string turn = R"([{"role": "user", "content": "a"}])";
  EXPECT_EQ(shape_of(R"({"messages": )" + turn + "}"), InstructionShape::chat);
  EXPECT_EQ(shape_of(R"({"text": "a", "messages": )" + turn + "}"), InstructionShape::chat);
  EXPECT_EQ(shape_of(R"({"prompt": )" + turn + R"(, "completion": )" + turn + "}"),
            InstructionShape::prompt_and_reply);
  EXPECT_EQ(shape_of(R"({"prompt": null, "messages": null, "text": "a"})"), InstructionShape::text);
  EXPECT_TRUE(has_prompt(InstructionShape::prompt_completion));
  EXPECT_TRUE(has_prompt(InstructionShape::prompt_and_reply));
  EXPECT_FALSE(has_prompt(InstructionShape::chat) || has_prompt(InstructionShape::text));
}

TEST(InstructionRecord, KeepsTexts) {
  const auto parts = read_json(R"({"prompt": "a ", "completion": "NaN"})");
  ASSERT_TRUE(parts);
  EXPECT_EQ(parts->prompt, "a ");
  EXPECT_EQ(parts->text, "NaN");
  const auto other = read_instruction(Map{{"body", "x"}, {"text", "y"}}, "body");
  ASSERT_TRUE(other);
  EXPECT_EQ(other->text, "x");
}

TEST(InstructionRecord, ReadsTurnsAsMessagesAndDropsNulls) {
  const auto chat = read_json(R"({"conversations": [{"from": "user", "value": "a", "x": null},
                             {"from": "assistant", "value": "Infinity", "y": {"z": null}}],
                             "tools": [{"name": "t", "n": null}],
                             "chat_template_kwargs": {"flag": true, "none": null}})");
  ASSERT_TRUE(chat) << chat.error().message;
  EXPECT_EQ(to_json(chat->messages),
            R"([{"role":"user","content":"a"},{"role":"assistant","content":"Infinity","y":{}}])");
  EXPECT_EQ(to_json(chat->tools), R"([{"name":"t"}])");
  EXPECT_EQ(to_json(chat->template_values), R"({"flag":true})");
}

TEST(InstructionRecord, ATurnMayCallToolsAlone) {
  const auto read = [](const char* text) {
    return read_instruction(*parse_json(text)->get_if<Map>());
  };
  const auto chat = read(
      R"({"messages": [{"role": "assistant", "content": null, "tool_calls": [{"x": null, "y": 1}]},
                       {"role": "assistant", "tool_calls": [1], "name": null}],
          "tools": "[{\"name\": \"t\", \"default\": null}]"})");
  ASSERT_TRUE(chat) << chat.error().message;
  EXPECT_EQ(to_json(chat->messages),
            R"([{"role":"assistant","tool_calls":[{"y":1}],"content":null},)"
            R"({"role":"assistant","tool_calls":[1]}])");
  EXPECT_EQ(to_json(chat->tools), R"([{"name":"t","default":null}])");
}

// Nobody but their author has put them there.
TEST(InstructionRecord, KeepsTheNullsOfATextBelowItsMessages) {
  const auto chat = read_instruction(
      *parse_json(R"({"messages": [{"role": "assistant", "content": null, "name": null,
           "tool_calls": [{"function": {"arguments": {"city": "Oslo", "unit": null}}}]}],
           "tools": [{"name": "t", "default": null}],
           "chat_template_kwargs": {"none": null, "set": {"a": null}}})")
           ->get_if<Map>(),
      "text", Nulls::of_a_text);
  ASSERT_TRUE(chat) << chat.error().message;
  EXPECT_EQ(to_json(chat->messages),
            R"([{"role":"assistant","tool_calls":)"
            R"([{"function":{"arguments":{"city":"Oslo","unit":null}}}],"content":null}])");
  EXPECT_EQ(to_json(chat->tools), R"([{"name":"t","default":null}])");
  EXPECT_EQ(to_json(chat->template_values), R"({"set":{"a":null}})");
}

TEST(InstructionRecord, NamesTheFirstTurnFromHumanOrGpt) {
  const auto from = [](const char* who) {
    return read_json(
               std::string(R"({"conversations": [{"from": "system", "value": "a"}, {"from": ")") +
               who + R"(", "value": "b"}]})")
        ->from_human_or_gpt;
  };
  EXPECT_EQ(from("human"), 2);
  EXPECT_EQ(from("gpt"), 2);
  EXPECT_EQ(from("user"), 0);
}

TEST(InstructionRecord, NamesWhatIsWrong) {
  EXPECT_EQ(
      record_refusal(R"({"question": "a"})"),
      "the record has question, but neither prompt and completion, nor messages, nor text in "
      "text: set instructions.formatter (in a mixture: map_fn) to the format of this data, or "
      "correct the record");
  EXPECT_EQ(
      record_refusal(R"({"question": "a", "answer": "b", "messages": null})"),
      "the record has question, answer, but neither prompt and completion, nor messages, nor "
      "text in text: set instructions.formatter (in a mixture: map_fn) to a format that reads "
      "such records: wikiqa, wikiqa_chat");
  EXPECT_EQ(record_refusal(R"({"messages": "[]"})"),
            "messages must be a list of messages with role and content, not \"[]\"; write it as "
            "a JSON list, not as a string");
  EXPECT_EQ(record_refusal(R"({"messages": [{"role": 1, "content": "a"}]})"),
            "the role of message 1 of messages must be a string, not 1");
  EXPECT_EQ(record_refusal(R"({"prompt": "a", "completion": null})"),
            "the record has a prompt but no completion; add it");
  EXPECT_EQ(record_refusal(R"({"prompt": "a", "reply": "b"})"),
            "the record has prompt, reply, but neither prompt and completion, nor messages, nor "
            "text in text: set instructions.formatter (in a mixture: map_fn) to the format of "
            "this data, or correct the record");
  EXPECT_EQ(record_refusal(R"({"messages": [{"role": "user", "content": "a"}], "tools": "x"})"),
            "tools must be a list of objects, or such a list as a JSON string, not \"x\"");
  EXPECT_EQ(record_refusal(R"({"prompt": "a", "completion": []})"),
            "prompt and completion must either both be strings or both be lists of messages");
  EXPECT_EQ(record_refusal(R"({"prompt": 3, "completion": "a"})"),
            "prompt must be a string, not "
            "3");
  EXPECT_EQ(record_refusal(R"({"messages": []})"),
            "messages has no messages; add one or remove the record");
  EXPECT_EQ(
      record_refusal(R"({"messages": [{"role": "user", "content": "a"}, {"role": "user"}]})"),
      "message 2 of messages must be an object with role and content (which may be null next to "
      "tool_calls)");
  EXPECT_EQ(
      record_refusal(R"({"messages": ["a"]})"),
      "message 1 of messages must be an object with role and content (which may be null next to "
      "tool_calls)");
  EXPECT_EQ(record_refusal(R"({"conversations": [{"from": "user", "value": "a"}, {"from": "b"}]})"),
            "message 2 of conversations must be an object with from and value");
  EXPECT_EQ(
      record_refusal(R"({"messages": [{"role": "a", "content": "b"}], "chat_template_kwargs": 1})"),
      "chat_template_kwargs must be an object, not 1");
  EXPECT_EQ(record_refusal(R"({"text": ["a"]})"), "text must be a string, not [\"a\"]");
}

// "LINE/NUMBER" of each record, or the sentence behind the file's name.
std::string read_file_of(const std::string& name, const std::string& content) {
  const TemporaryFolder scratch;
  scratch.write(name, content);
  const auto file = TextFile::open(scratch / name);
  if (!file) return file.error().code;
  std::string places;
  const auto take = [&](Map&& object, std::int64_t line, std::int64_t number) {
    places += std::to_string(line) + "/" + std::to_string(number) + "(" +
              get<std::string>(object, "text") + ") ";
    return Result<void>();
  };
  const auto done = for_each_instruction(*file, take, keep_reading);
  if (done) return places;
  EXPECT_EQ(done.error().exit_code, ExitCode::invalid_input);
  const std::string& message = done.error().message;
  return message.substr(message.find(name) + name.size());
}

TEST(InstructionRecord, ReadsLinesAndLists) {
  EXPECT_EQ(read_file_of("a.jsonl", "{\"text\": \"a\"}\n\n{\"text\": \"b\"}\n"), "1/0(a) 3/1(b) ");
  EXPECT_EQ(read_file_of("a.JSON", "\xef\xbb\xbf[{\"text\": \"a\"},\n {\"text\":\n \"b\"}]"),
            "1/0(a) 2/1(b) ");
  EXPECT_EQ(read_file_of("a.json", "[]"), "");
}

TEST(InstructionRecord, SaysWhereAFileIsBroken) {
  EXPECT_EQ(read_file_of("a.txt", "{}"),
            ": instruction records are read from .json, .jsonl and .parquet files; convert it");
  EXPECT_EQ(read_file_of("a.jsonl", "{\"text\": \"a\"}\n[1]\n"),
            ", line 2: expected a JSON object; write one per line, or a single list of them");
  EXPECT_EQ(read_file_of("a.jsonl", "{\"text\": \"a\"}\n{\"text\": "),
            ", line 2: the JSON object that starts here is never closed");
  EXPECT_EQ(read_file_of("a.json", "[{\"text\": \"a\"},\n"),
            ", line 2: the JSON list is never closed");
  EXPECT_NE(read_file_of("a.json", "{\"text\" 1}").find(", line 1: "), std::string::npos);
  const std::string deep = std::string(1000, '[') + std::string(1000, ']');
  EXPECT_NE(read_file_of("a.json", "{\"a\": " + deep + "}").find(", line 1: "), std::string::npos);
}

}  // namespace
}  // namespace trainyard
