// SPDX-License-Identifier: GPL-3.0-or-later
// Formats of tasks described in natural language: instructions, questions, texts to write.
#include "engine/data/instructions/exchanges.h"

namespace trainyard {

namespace {

// The question: the field itself in a chat, a part of the prompt otherwise.
std::string plain_or_part(Telling telling, std::string_view title, std::string_view content) {
  if (telling == Telling::chat) return std::string(content);
  return together({"### ", title, ":\n", content, "\n\n"});
}

}  // namespace

Result<Exchange> tell_mathinstruct(const RecordFields& fields, Telling telling) {
  TRY(const auto instruction, fields.text("instruction"));
  TRY(const auto output, fields.text("output"));
  if (telling == Telling::chat) return Exchange{std::string(instruction), std::string(output), ""};
  return Exchange{
      together({"Below is an instruction. Write a response that appropriately completes the "
                "request.\n\n### Instruction:\n",
                instruction, "\n\n"}),
      std::string(output), ""};
}

Result<Exchange> tell_metamathqa(const RecordFields& fields, Telling) {
  TRY(const auto query, fields.text("query"));
  TRY(const auto response, fields.text("response"));
  return Exchange{std::string(query), std::string(response), ""};
}

Result<Exchange> tell_pythonalpaca(const RecordFields& fields, Telling telling) {
  const bool is_chat = telling == Telling::chat;
  TRY(const auto instruction, fields.text("instruction"));
  TRY(const auto input, is_chat ? fields.text_if_there("input") : fields.text("input"));
  TRY(const auto output, fields.text("output"));
  const std::string_view begin = is_chat ? "" : "### Instruction:\n", end = is_chat ? "" : "\n\n";
  if (input.empty()) return Exchange{together({begin, instruction, end}), std::string(output), ""};
  const std::string_view between = is_chat ? "\n\nInput:\n" : "### Input:\n";
  return Exchange{together({begin, instruction, end, between, input, end}), std::string(output),
                  ""};
}

Result<Exchange> tell_alpaca(const RecordFields& fields, Telling) {
  TRY(const auto instruction, fields.text("instruction"));
  TRY(const auto input, fields.text("input"));
  TRY(const auto output, fields.text("output"));
  std::string question = together(
      {"Below is an instruction that describes a task. Write a response that appropriately "
       "completes the request.\n\n### Instruction:\n",
       instruction, "\n\n"});
  if (!input.empty()) question += together({"### Input:\n", input, "\n\n"});
  return Exchange{std::move(question), std::string(output), ""};
}

Result<Exchange> tell_aya(const RecordFields& fields, Telling telling) {
  TRY(const auto input, fields.text("inputs"));
  TRY(const auto target, fields.text("targets"));
  return Exchange{plain_or_part(telling, "Input", input), std::string(target), ""};
}

Result<Exchange> tell_aya_with_language(const RecordFields& fields, Telling telling) {
  TRY(Exchange exchange, tell_aya(fields, telling));
  TRY(const auto language, fields.text("language"));
  if (telling == Telling::chat)
    exchange.system = together({"Language: ", language});
  else
    exchange.question = together({"### Language: ", language, "\n\n", exchange.question});
  return exchange;
}

Result<Exchange> tell_wikiqa(const RecordFields& fields, Telling telling) {
  TRY(const auto question, fields.text("question"));
  TRY(const auto answer, fields.text("answer"));
  return Exchange{plain_or_part(telling, "Question", question), std::string(answer), ""};
}

Result<Exchange> tell_story(const RecordFields& fields, Telling telling) {
  TRY(const auto summary, fields.text("summary"));
  TRY(const auto story, fields.text("story"));
  const bool is_chat = telling == Telling::chat;
  return Exchange{together({"Below is a summary. ", is_chat ? "Please write" : "Write",
                            " a full story that corresponds to the summary.\n\n### Summary:\n",
                            summary, is_chat ? "" : "\n\n"}),
                  std::string(story), ""};
}

Result<Exchange> tell_news(const RecordFields& fields, Telling telling) {
  TRY(const auto document, fields.text("document"));
  TRY(const auto summary, fields.text("summary"));
  return Exchange{together({"You are given a document.\n\n### Document:\n", document,
                            "\n\nWrite a concise summary of the document above.",
                            telling == Telling::chat ? "" : "\n\n"}),
                  std::string(summary), ""};
}

namespace {

Result<Exchange> tell_action(const RecordFields& fields, Telling telling, const char* field,
                             const char* answer) {
  TRY(const auto norm, fields.text("norm"));
  TRY(const auto action, fields.text(field));
  return Exchange{together({"Given the norm: '", norm,
                            "', is the following action moral or immoral?\n\n### Action: ", action,
                            telling == Telling::chat ? "" : "\n\n"}),
                  answer, ""};
}

}  // namespace

Result<Exchange> tell_moral_action(const RecordFields& fields, Telling telling) {
  return tell_action(fields, telling, "moral_action", "Moral");
}

Result<Exchange> tell_immoral_action(const RecordFields& fields, Telling telling) {
  return tell_action(fields, telling, "immoral_action", "Immoral");
}

}  // namespace trainyard
