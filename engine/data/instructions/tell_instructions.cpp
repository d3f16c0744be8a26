// Formats of tasks that are described in words: instructions, questions, texts to write.
#include "engine/data/instructions/exchanges.h"

namespace trainyard {

Result<Exchange> tell_mathinstruct(const RecordFields& fields, Telling telling) {
  TRY(const auto instruction, fields.text("instruction"));
  TRY(auto output, fields.text("output"));
  if (telling == Telling::chat) return Exchange{instruction, std::move(output), ""};
  return Exchange{
      "Below is an instruction. Write a response that appropriately completes the request.\n\n" +
          part("Instruction", instruction) + "\n\n",
      std::move(output), ""};
}

Result<Exchange> tell_metamathqa(const RecordFields& fields, Telling) {
  TRY(auto query, fields.text("query"));
  TRY(auto response, fields.text("response"));
  return Exchange{std::move(query), std::move(response), ""};
}

Result<Exchange> tell_pythonalpaca(const RecordFields& fields, Telling telling) {
  const bool is_chat = telling == Telling::chat;
  TRY(const auto instruction, fields.text("instruction"));
  TRY(const auto input, is_chat ? fields.text_if_there("input") : fields.text("input"));
  TRY(auto output, fields.text("output"));
  std::string question = is_chat ? instruction : part("Instruction", instruction) + "\n\n";
  if (!input.empty()) question += is_chat ? "\n\nInput:\n" + input : part("Input", input) + "\n\n";
  return Exchange{std::move(question), std::move(output), ""};
}

Result<Exchange> tell_alpaca(const RecordFields& fields, Telling) {
  TRY(const auto instruction, fields.text("instruction"));
  TRY(const auto input, fields.text("input"));
  TRY(auto output, fields.text("output"));
  std::string question =
      "Below is an instruction that describes a task. Write a response that appropriately "
      "completes the request.\n\n" +
      part("Instruction", instruction) + "\n\n";
  if (!input.empty()) question += part("Input", input) + "\n\n";
  return Exchange{std::move(question), std::move(output), ""};
}

Result<Exchange> tell_aya(const RecordFields& fields, Telling telling) {
  TRY(const auto input, fields.text("inputs"));
  TRY(auto target, fields.text("targets"));
  const bool is_chat = telling == Telling::chat;
  return Exchange{is_chat ? input : part("Input", input) + "\n\n", std::move(target), ""};
}

Result<Exchange> tell_aya_with_language(const RecordFields& fields, Telling telling) {
  TRY(Exchange exchange, tell_aya(fields, telling));
  TRY(const auto language, fields.text("language"));
  if (telling == Telling::chat)
    exchange.system = "Language: " + language;
  else
    exchange.question = "### Language: " + language + "\n\n" + exchange.question;
  return exchange;
}

Result<Exchange> tell_wikiqa(const RecordFields& fields, Telling telling) {
  TRY(const auto question, fields.text("question"));
  TRY(auto answer, fields.text("answer"));
  const bool is_chat = telling == Telling::chat;
  return Exchange{is_chat ? question : part("Question", question) + "\n\n", std::move(answer), ""};
}

Result<Exchange> tell_story(const RecordFields& fields, Telling telling) {
  TRY(const auto summary, fields.text("summary"));
  TRY(auto story, fields.text("story"));
  const bool is_chat = telling == Telling::chat;
  return Exchange{std::string("Below is a summary. ") + (is_chat ? "Please write" : "Write") +
                      " a full story that corresponds to the summary.\n\n" +
                      part("Summary", summary) + (is_chat ? "" : "\n\n"),
                  std::move(story), ""};
}

Result<Exchange> tell_news(const RecordFields& fields, Telling telling) {
  TRY(const auto document, fields.text("document"));
  TRY(auto summary, fields.text("summary"));
  return Exchange{"You are given a document.\n\n" + part("Document", document) +
                      "\n\nWrite a concise summary of the document above." +
                      (telling == Telling::chat ? "" : "\n\n"),
                  std::move(summary), ""};
}

namespace {

Result<Exchange> tell_action(const RecordFields& fields, Telling telling, const char* field,
                             const char* answer) {
  TRY(const auto norm, fields.text("norm"));
  TRY(const auto action, fields.text(field));
  return Exchange{"Given the norm: '" + norm +
                      "', is the following action moral or immoral?\n\n### Action: " + action +
                      (telling == Telling::chat ? "" : "\n\n"),
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
