// SPDX-License-Identifier: GPL-3.0-or-later
// A record for instruction tuning: a text, prompt and completion, or a chat.
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

// A message is an object with role and content, or with tool_calls instead of content; templates
// may use further members.
struct InstructionRecord {
  InstructionShape shape = InstructionShape::text;
  std::string prompt;    // for prompt_completion
  std::string text;      // the text, or the completion
  List prompt_messages;  // for prompt_and_reply
  List messages;         // of a chat, or of the completion
  Value tools;           // with messages: a list of objects, or null
  Map template_values;   // "chat_template_kwargs", with messages
  // The first message from a human or gpt, from 1 on, in turns of {from, value}; 0: none.
  std::int64_t from_human_or_gpt = 0;
};

// Where a record's null members come from: Arrow gives every row of a table each member that any
// row has, a line of text has those that it was written with.
enum class Nulls { of_a_table, of_a_text };

// Detects the shape as trl 0.19.1 does: a record with `prompt` has two parts, one with `messages`
// (or `conversations` of {from, value}, which are read as {role, content}) is a chat, otherwise the
// text is in `text_column`. Null members of a record and of its messages count as absent, except
// the content of a message that calls tools; those below (arguments of a call, schemas of tools)
// stay where a text has them. Errors (exit code 2) without file and line: none of these shapes; a
// prompt without completion; a text alongside messages; no message, or one without role or content;
// tools that are neither a list of objects nor such a list as JSON text.
Result<InstructionRecord> read_instruction(const Map& record,
                                           const std::string& text_column = "text",
                                           Nulls nulls = Nulls::of_a_table);

// trl's default for completion_only_loss.
constexpr bool has_prompt(InstructionShape shape) {
  return shape == InstructionShape::prompt_completion ||
         shape == InstructionShape::prompt_and_reply;
}

// The name used in user-visible messages: "prompt and completion", "messages", ...
const char* name_of(InstructionShape shape);

// Receives an object of the file, the line where it starts (from 1) and its number (from 0).
using TakeInstruction =
    std::function<Result<void>(Map&& object, std::int64_t line, std::int64_t number)>;

// Calls `take` for each record of a .json or .jsonl file, one per line or in one list, or for each
// row of a .parquet file (whose number serves as its line), and `on_progress` with the bytes read
// so far. Errors (exit code 2): an unknown extension; anything that is not an object, with file and
// line; those of `take` unchanged. Reads the first `most` bytes and skips a record that is cut off
// there.
Result<void> for_each_instruction(const TextFile& file, const TakeInstruction& take,
                                  const TextFile::OnProgress& on_progress,
                                  std::uint64_t most = UINT64_MAX);

}  // namespace trainyard
