// SPDX-License-Identifier: GPL-3.0-or-later
// One record to tune a model on instructions with: a text, prompt and completion, or a chat.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "engine/contract/result.h"
#include "engine/data/text_file.h"

namespace trainyard {

enum class InstructionShape {
  text,               // one text
  prompt_completion,  // two texts
  prompt_and_reply,   // prompt and completion, both lists of messages
  chat,               // one list of messages
};

// A message is an object with role and content, or tool_calls in its place; templates may use what
// else it has.
struct InstructionRecord {
  InstructionShape shape = InstructionShape::text;
  std::string prompt;    // of prompt_completion
  std::string text;      // the text, or the completion
  List prompt_messages;  // of prompt_and_reply
  List messages;         // of a chat, or the completion's
  Value tools;           // of those with messages: a list of objects, or null
  Map template_values;   // "chat_template_kwargs" of those with messages
};

// Recognised as trl 0.19.1 does: a record with `prompt` has two parts, one with `messages` (or
// `conversations` of {from, value}, which are read as {role, content}) is a chat, else the text
// stands in `text_column`. Members that are null count as not there, at any depth, but for the
// content of a message that calls tools. Errors (exit code 2) without file and line: none of these;
// a prompt without completion; a text beside messages; no message, or one without role or content;
// tools that are neither a list of objects nor such a list as a text of JSON.
Result<InstructionRecord> read_instruction(const Map& record,
                                           const std::string& text_column = "text");

// trl's default for completion_only_loss.
constexpr bool has_prompt(InstructionShape shape) {
  return shape == InstructionShape::prompt_completion ||
         shape == InstructionShape::prompt_and_reply;
}

// As messages name it: "prompt and completion", "messages", ...
const char* name_of(InstructionShape shape);

// An object of the file, the line where it begins (from 1) and its number (from 0).
using TakeInstruction =
    std::function<Result<void>(Map&& object, std::int64_t line, std::int64_t number)>;

// Calls `take` for each record of a .json or .jsonl file, one a line or in one list, or for each
// row of a .parquet file (whose number is its line), and `go_on` with the bytes read so far. Errors
// (exit code 2): another ending; what is no object, with file and line; those of `take` as they
// are. Reads the first `most` bytes and leaves out the record that is cut there.
Result<void> for_each_instruction(const TextFile& file, const TakeInstruction& take,
                                  const TextFile::GoOn& go_on, std::uint64_t most = UINT64_MAX);

}  // namespace trainyard
