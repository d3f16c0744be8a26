// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/instructions/formatters.h"

#include <string>
#include <vector>

#include "engine/contract/experiment/nearest.h"
#include "engine/contract/messages.h"
#include "engine/data/instructions/exchanges.h"
#include "engine/data/instructions/format_advice.h"

namespace trainyard {

namespace {

// Members are moved in one by one: a list in braces would copy them.
template <typename... Members>
Map map_of(Members&&... members) {
  Map map;
  map.reserve(sizeof...(members));
  (map.push_back(std::forward<Members>(members)), ...);
  return map;
}

std::pair<std::string, Value> named_value(const char* key, Value value) {
  return {key, std::move(value)};
}

Value chat_message(const char* role, Value content) {
  return map_of(named_value("role", role), named_value("content", std::move(content)));
}

Formatted formatted_chat(List&& messages) {
  return map_of(named_value("messages", std::move(messages)));
}

template <Tell tell>
Result<Formatted> as_prompt(const RecordFields& fields) {
  TRY(Exchange exchange, tell(fields, Telling::prompt));
  exchange.question += "### Response:\n";
  return Formatted(map_of(named_value("prompt", std::move(exchange.question)),
                          named_value("completion", std::move(exchange.answer))));
}

template <Tell tell>
Result<Formatted> as_chat(const RecordFields& fields) {
  TRY(Exchange exchange, tell(fields, Telling::chat));
  if (exchange.is_left_out) return Formatted();
  List messages;
  messages.reserve(3);
  messages.push_back(chat_message("system", std::move(exchange.system)));
  messages.push_back(chat_message("user", std::move(exchange.question)));
  messages.push_back(chat_message("assistant", std::move(exchange.answer)));
  return formatted_chat(std::move(messages));
}

// Adds an empty system message before the existing ones, of which only role and content are kept.
Result<Formatted> with_system_message(const RecordFields& fields) {
  const Value* found = find(fields.record(), "messages");
  if (!found) return fields.error("instructions.no_field", {{"field", "messages"}});
  const List* given = found->get_if<List>();
  if (!given)
    return fields.error(
        "instructions.wrong_field",
        {{"field", "messages"}, {"expected", "a list of messages"}, {"found", shown(*found)}});
  List messages;
  messages.reserve(given->size() + 1);
  messages.push_back(chat_message("system", ""));
  for (const Value& message : *given) {
    const Map* map = message.get_if<Map>();
    const Value* role = map ? find(*map, "role") : nullptr;
    const Value* content = map ? find(*map, "content") : nullptr;
    if (!role || !content)
      return fields.error("instructions.wrong_field",
                          {{"field", "messages"},
                           {"expected", "a list of objects with role and content"},
                           {"found", shown(message)}});
    messages.push_back(map_of(named_value("role", *role), named_value("content", *content)));
  }
  return formatted_chat(std::move(messages));
}

constexpr Formatter kFormatters[] = {
    {"insert_system_message", "messages: the same, behind an empty one of the system", true,
     with_system_message},
    {"mathinstruct", "instruction, output: an instruction and its response", false,
     as_prompt<tell_mathinstruct>},
    {"mathinstruct_chat", "instruction, output: the same as a chat", true,
     as_chat<tell_mathinstruct>},
    {"metamathqa_chat", "query, response: a mathematical question as a chat", true,
     as_chat<tell_metamathqa>},
    {"pythonalpaca", "instruction, input, output: an instruction, its input and the response",
     false, as_prompt<tell_pythonalpaca>},
    {"pythonalpaca_chat", "instruction, input (may be missing), output: the same as a chat", true,
     as_chat<tell_pythonalpaca>},
    {"piqa", "goal, sol1, sol2, label 0 or 1: which way leads to a goal", false,
     as_prompt<tell_piqa>},
    {"piqa_chat", "goal, sol1, sol2, label 0 or 1: the same as a chat", true, as_chat<tell_piqa>},
    {"pubmedqa", "question, context.contexts, long_answer, final_decision: a question on a paper",
     false, as_prompt<tell_pubmedqa>},
    {"pubmedqa_chat", "question, context.contexts, long_answer, final_decision: the same as a chat",
     true, as_chat<tell_pubmedqa>},
    {"aya", "inputs, targets: an input and its response", false, as_prompt<tell_aya>},
    {"aya_chat", "inputs, targets: the same as a chat", true, as_chat<tell_aya>},
    {"aya_with_language", "inputs, targets, language: as aya, the language named before", false,
     as_prompt<tell_aya_with_language>},
    {"aya_with_language_chat",
     "inputs, targets, language: a chat, the language named by the system", true,
     as_chat<tell_aya_with_language>},
    {"alpaca", "instruction, input, output: a described task, its input and the response", false,
     as_prompt<tell_alpaca>},
    {"alpaca_chat", "instruction, input, output: the same as a chat", true, as_chat<tell_alpaca>},
    {"copa", "premise, question, choice1, choice2, label 0 or 1: a cause or an effect to choose",
     false, as_prompt<tell_copa>},
    {"copa_chat", "premise, question, choice1, choice2, label 0 or 1: the same as a chat", true,
     as_chat<tell_copa>},
    {"socialiqa", "context, question, answerA to answerC, label 1 to 3: a social situation", false,
     as_prompt<tell_socialiqa>},
    {"socialiqa_chat", "context, question, answerA to answerC, label 1 to 3: the same as a chat",
     true, as_chat<tell_socialiqa>},
    {"e-care_causal_reasoning",
     "premise, question, choice1, choice2, label 0 or 1: a cause or an effect to choose", false,
     as_prompt<tell_ecare_causes>},
    {"e-care_causal_reasoning_chat",
     "premise, question, choice1, choice2, label 0 or 1: the same as a chat", true,
     as_chat<tell_ecare_causes>},
    {"e-care_explanation_generation",
     "premise, question, choice1, choice2, label, conceptual_explanation: why a cause has its "
     "effect",
     false, as_prompt<tell_ecare_explanation>},
    {"e-care_explanation_generation_chat",
     "premise, question, choice1, choice2, label, conceptual_explanation: the same as a chat", true,
     as_chat<tell_ecare_explanation>},
    {"moleculeqa", "question, smiles, selfies, answer A to D: a molecule and options in the text",
     false, as_prompt<tell_moleculeqa>},
    {"moleculeqa_chat",
     "question, smiles, selfies, answer A to D: a chat; without such an option left out", true,
     as_chat<tell_moleculeqa>},
    {"casehold", "citing_prompt, holding_0 to holding_4, label 0 to 4: the holding of an opinion",
     false, as_prompt<tell_casehold>},
    {"casehold_chat", "citing_prompt, holding_0 to holding_4, label 0 to 4: the same as a chat",
     true, as_chat<tell_casehold>},
    {"finqa", "pre_text, table, post_text, question, answer: a question on a financial report",
     false, as_prompt<tell_finqa>},
    {"finqa_chat", "pre_text, table, post_text, question, answer: the same as a chat", true,
     as_chat<tell_finqa>},
    {"story", "summary, story: a story to a summary", false, as_prompt<tell_story>},
    {"story_chat", "summary, story: the same as a chat", true, as_chat<tell_story>},
    {"news", "document, summary: a summary of a document", false, as_prompt<tell_news>},
    {"news_chat", "document, summary: the same as a chat", true, as_chat<tell_news>},
    {"moral_actions", "norm, moral_action: an action to judge by a norm, which is moral", false,
     as_prompt<tell_moral_action>},
    {"moral_actions_chat", "norm, moral_action: the same as a chat", true,
     as_chat<tell_moral_action>},
    {"immoral_actions", "norm, immoral_action: an action to judge by a norm, which is immoral",
     false, as_prompt<tell_immoral_action>},
    {"immoral_actions_chat", "norm, immoral_action: the same as a chat", true,
     as_chat<tell_immoral_action>},
    {"wikiqa", "question, answer: a question and its answer", false, as_prompt<tell_wikiqa>},
    {"wikiqa_chat", "question, answer: the same as a chat", true, as_chat<tell_wikiqa>},
};

}  // namespace

std::span<const Formatter> formatters() { return kFormatters; }

const Formatter* find_formatter(std::string_view name) {
  for (const Formatter& formatter : kFormatters)
    if (formatter.name == name) return &formatter;
  return nullptr;
}

std::optional<std::string> nearest_formatter(std::string_view name) {
  std::vector<std::string> names;
  for (const Formatter& formatter : kFormatters) names.emplace_back(formatter.name);
  return nearest(name, names);
}

Result<Formatted> format_record(const Formatter& formatter, const Map& record,
                                std::uint64_t number) {
  auto formatted = formatter.format(RecordFields(record, formatter.name, number));
  if (formatted || formatted.error().code != "instructions.no_field") return formatted;
  return other_fields(formatter, record, get<std::string>(formatted.error().arguments, "field"));
}

}  // namespace trainyard
