// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/instructions/instruction_record.h"

#include <algorithm>

#include "engine/contract/json.h"
#include "engine/contract/messages.h"
#include "engine/data/instructions/format_advice.h"
#include "engine/data/instructions/record_fields.h"
#include "engine/data/json_objects.h"
#include "engine/data/parquet_objects.h"
#include "engine/data/unpacker.h"

namespace trainyard {

namespace {

// Removes members that are null, which Arrow adds if records differ. The recursion is limited by
// the depth of JSON.
Value without_nulls(const Value& value) {
  if (const List* list = value.get_if<List>()) {
    List kept;
    for (const Value& item : *list) kept.push_back(without_nulls(item));
    return kept;
  }
  const Map* map = value.get_if<Map>();
  if (!map) return value;
  Map kept;
  for (const auto& [key, member] : *map)
    if (!member.is_null()) kept.emplace_back(key, without_nulls(member));
  return kept;
}

// Removes null members of the value itself, an object or a list of objects.
Value without_own_nulls(const Value& value) {
  if (const List* list = value.get_if<List>()) {
    List kept;
    for (const Value& item : *list)
      kept.push_back(item.get_if<Map>() ? without_own_nulls(item) : item);
    return kept;
  }
  const Map* map = value.get_if<Map>();
  if (!map) return value;
  Map kept;
  for (const auto& member : *map)
    if (!member.second.is_null()) kept.push_back(member);
  return kept;
}

const Value* there(const Map& record, const std::string& key) {
  const Value* value = find(record, key);
  return value && !value->is_null() ? value : nullptr;
}

// Restores texts that JSON reads as non-finite numbers.
void mend_text(Map& message, const char* key) {
  for (auto& [name, value] : message)
    if (name == key && value.get_if<double>())
      if (auto text = json_text(value)) value = *std::move(text);
}

void rename(Map& message, const char* from, const char* to) {
  for (auto& [name, value] : message)
    if (name == from) name = to;
}

// An assistant message that only calls tools has no content: it may be null, which templates check
// for, or absent.
bool calls_tools(const Map& message) { return there(message, "tool_calls") != nullptr; }

// Restores null contents that were removed by without_nulls() but that templates need.
void put_back_null_contents(const List& given, List& messages) {
  for (std::size_t i = 0; i < messages.size(); ++i) {
    const Map* original = given[i].get_if<Map>();
    Map* message = std::get_if<Map>(static_cast<Value::variant*>(&messages[i]));
    const Value* content = original ? find(*original, "content") : nullptr;
    if (message && content && content->is_null() && calls_tools(*message))
      message->emplace_back("content", Value());
  }
}

// Reads the messages in `value`, the member `key` of a record.
Result<List> read_messages(const Value& value, const char* key, bool is_from_and_value,
                           Nulls nulls) {
  Value kept = nulls == Nulls::of_a_text ? without_own_nulls(value) : without_nulls(value);
  List& messages = *std::get_if<List>(static_cast<Value::variant*>(&kept));
  if (messages.empty()) return make_error("instructions.no_messages", {{"field", key}});
  for (std::size_t i = 0; i < messages.size(); ++i) {
    Map* message = std::get_if<Map>(static_cast<Value::variant*>(&messages[i]));
    if (message && is_from_and_value) {
      rename(*message, "from", "role");
      rename(*message, "value", "content");
    }
    const bool says_something = message && (there(*message, "content") || calls_tools(*message));
    if (!says_something || !there(*message, "role"))
      return make_error(is_from_and_value ? "instructions.turn" : "instructions.message",
                        {{"field", key}, {"number", static_cast<std::int64_t>(i) + 1}});
    if (const Value* role = there(*message, "role"); !json_text(*role))
      return make_error(
          "instructions.role_type",
          {{"field", key}, {"number", static_cast<std::int64_t>(i) + 1}, {"found", shown(*role)}});
    mend_text(*message, "content");
  }
  put_back_null_contents(*value.get_if<List>(), messages);
  return std::move(messages);
}

Result<std::string> read_text(const Value& value, const std::string& key) {
  auto text = json_text(value);
  if (!text) return make_error("instructions.no_text", {{"field", key}, {"found", shown(value)}});
  return *std::move(text);
}

// Reads a list of JSON schemas; most published data has it as a text.
Result<Value> read_tools(const Value& given, Nulls nulls) {
  const auto wrong = [&] { return make_error("instructions.tools", {{"found", shown(given)}}); };
  Value tools = nulls == Nulls::of_a_text ? given : without_nulls(given);
  if (const auto* text = given.get_if<std::string>()) {
    auto parsed = parse_json(*text);
    if (!parsed) return wrong();
    tools = *std::move(parsed);
  }
  if (tools.is_null()) return tools;
  const List* list = tools.get_if<List>();
  const bool are_objects = list && std::ranges::all_of(*list, [](const Value& tool) {
                             return tool.get_if<Map>() != nullptr;
                           });
  return are_objects ? Result<Value>(std::move(tools)) : wrong();
}

Result<void> read_extras(const Map& record, Nulls nulls, InstructionRecord& read) {
  if (const Value* tools = there(record, "tools")) {
    TRY(read.tools, read_tools(*tools, nulls));
  }
  const Value* values = there(record, "chat_template_kwargs");
  if (!values) return {};
  const Map* map = values->get_if<Map>();
  if (!map)
    return make_error("instructions.no_object",
                      {{"field", "chat_template_kwargs"}, {"found", shown(*values)}});
  for (const auto& [key, value] : *map)
    if (!value.is_null())
      read.template_values.emplace_back(key,
                                        nulls == Nulls::of_a_text ? value : without_nulls(value));
  return {};
}

Result<InstructionRecord> read_two_parts(const Map& record, const Value& prompt,
                                         const std::string& text_column, Nulls nulls) {
  InstructionRecord read;
  const Value* completion = there(record, "completion");
  // A prompt alone lacks its completion; if there are other members, another format may be
  // intended.
  const auto num_members =
      std::ranges::count_if(record, [](const auto& member) { return !member.second.is_null(); });
  if (!completion && num_members > 1) return no_shape(record, text_column);
  if (!completion) return make_error("instructions.no_completion", {});
  const bool is_list = prompt.get_if<List>() != nullptr;
  if (is_list != (completion->get_if<List>() != nullptr))
    return make_error("instructions.mixed", {});
  if (is_list) {
    read.shape = InstructionShape::prompt_and_reply;
    TRY(read.prompt_messages, read_messages(prompt, "prompt", false, nulls));
    TRY(read.messages, read_messages(*completion, "completion", false, nulls));
    TRY(read_extras(record, nulls, read));
    return read;
  }
  read.shape = InstructionShape::prompt_completion;
  TRY(read.prompt, read_text(prompt, "prompt"));
  TRY(read.text, read_text(*completion, "completion"));
  return read;
}

// ShareGPT's names, which the templates of models do not know.
std::int64_t first_from_human_or_gpt(const List& messages) {
  for (std::size_t i = 0; i < messages.size(); ++i)
    if (const Map* message = messages[i].get_if<Map>())
      if (const auto role = get<std::string>(*message, "role"); role == "human" || role == "gpt")
        return static_cast<std::int64_t>(i) + 1;
  return 0;
}

Result<InstructionRecord> read_chat(const Map& record, const Value& messages, bool is_turns,
                                    Nulls nulls) {
  InstructionRecord read{.shape = InstructionShape::chat};
  TRY(read.messages,
      read_messages(messages, is_turns ? "conversations" : "messages", is_turns, nulls));
  if (is_turns) read.from_human_or_gpt = first_from_human_or_gpt(read.messages);
  TRY(read_extras(record, nulls, read));
  return read;
}

bool is_list(const Value* value) { return value && value->get_if<List>(); }

// Whether messages have the form {from, value}, judging by the first one.
bool holds_turns(const Value* value) {
  const List* list = value ? value->get_if<List>() : nullptr;
  const Map* first = list && !list->empty() ? list->front().get_if<Map>() : nullptr;
  return first && there(*first, "from") && there(*first, "value");
}

}  // namespace

Result<InstructionRecord> read_instruction(const Map& record, const std::string& text_column,
                                           Nulls nulls) {
  if (const Value* prompt = there(record, "prompt"))
    return read_two_parts(record, *prompt, text_column, nulls);
  const Value* turns = there(record, "conversations");
  if (holds_turns(turns)) return read_chat(record, *turns, true, nulls);
  if (const Value* messages = there(record, "messages"); is_list(messages))
    return read_chat(record, *messages, false, nulls);
  const Value* text = there(record, text_column);
  if (!text && is_list(turns)) return read_chat(record, *turns, true, nulls);
  if (!text)
    for (const char* key : {"messages", "conversations"})
      if (const Value* other = there(record, key); other && !is_list(other))
        return make_error("instructions.no_list", {{"field", key}, {"found", shown(*other)}});
  if (!text) return no_shape(record, text_column);
  InstructionRecord read;
  TRY(read.text, read_text(*text, text_column));
  return read;
}

const char* name_of(InstructionShape shape) {
  switch (shape) {
    case InstructionShape::text:
      return "a text";
    case InstructionShape::prompt_completion:
      return "prompt and completion";
    case InstructionShape::prompt_and_reply:
      return "prompt and completion as messages";
    case InstructionShape::chat:
      break;
  }
  return "messages";
}

Result<void> for_each_instruction(const TextFile& file, const TakeInstruction& take,
                                  const TextFile::OnProgress& on_progress, std::uint64_t most) {
  const std::string ending = ending_of(file.path());
  if (ending != ".json" && ending != ".jsonl" && ending != ".parquet")
    return make_error("instructions.ending", {{"file", file.path().string()}});
  std::int64_t number = 0;
  const auto take_one = [&](Map&& object, std::int64_t line) {
    return take(std::move(object), line, number++);
  };
  if (ending == ".parquet") {
    TRY(for_each_row(file, {}, take_one, on_progress, most));
  } else {
    TRY(for_each_object(file, take_one, on_progress, most));
  }
  return {};
}

}  // namespace trainyard
