// SPDX-License-Identifier: GPL-3.0-or-later
// Formats of multiple-choice tasks.
#include <array>
#include <utility>

#include "engine/data/instructions/exchanges.h"

namespace trainyard {

namespace {

// "### Choices:" with each text after its number or letter.
std::string choices(std::span<const std::string_view> texts, char first) {
  std::string list = "### Choices:";
  for (const std::string_view text : texts) (((list += '\n') += first++) += ". ") += text;
  return list;
}

// `intro` starts a chat message, which ends after the choices with `chat_end`; a prompt has
// neither.
Exchange asked(std::initializer_list<std::string_view> body, Telling telling,
               std::string_view intro, std::string_view chat_end, std::string_view answer) {
  const bool is_chat = telling == Telling::chat;
  std::size_t size = intro.size() + 4;
  for (const std::string_view text : body) size += text.size();
  std::string question;
  question.reserve(size);
  if (is_chat) (question += intro) += "\n\n";
  for (const std::string_view text : body) question += text;
  question += is_chat ? chat_end : "\n\n";
  return {std::move(question), std::string(answer), ""};
}

struct Causality {
  std::string_view premise;
  std::array<std::string_view, 2> choices;
  bool asks_for_effect;
  std::size_t label;
};

Result<Causality> read_causality(const RecordFields& fields) {
  Causality record;
  TRY(record.premise, fields.text("premise"));
  TRY(record.choices[0], fields.text("choice1"));
  TRY(record.choices[1], fields.text("choice2"));
  TRY(const std::size_t asked_for, fields.word("question", {"cause", "effect"}));
  record.asks_for_effect = asked_for == 1;
  TRY(record.label, fields.index("label", 2));
  return record;
}

Result<Exchange> tell_causality(const RecordFields& fields, Telling telling, const char* intro) {
  TRY(const Causality record, read_causality(fields));
  const char* question = record.asks_for_effect ? "What was the effect?" : "What was the cause?";
  return asked({"### Premise:\n", record.premise, "\n\n### Question:\n", question, "\n\n",
                choices(record.choices, '1')},
               telling, intro, "\n", record.choices[record.label]);
}

}  // namespace

Result<Exchange> tell_copa(const RecordFields& fields, Telling telling) {
  return tell_causality(
      fields, telling,
      "Below is a premise and a multiple-choice question. Select the best answer.");
}

Result<Exchange> tell_ecare_causes(const RecordFields& fields, Telling telling) {
  return tell_causality(fields, telling,
                        "Below is a causal reasoning task. Identify the most likely cause or "
                        "effect based on the premise.");
}

Result<Exchange> tell_ecare_explanation(const RecordFields& fields, Telling telling) {
  TRY(const Causality record, read_causality(fields));
  TRY(const auto explanation, fields.text("conceptual_explanation"));
  std::string_view cause = record.choices[record.label], effect = record.premise;
  if (record.asks_for_effect) std::swap(cause, effect);
  return asked({"### Cause:\n", cause, "\n\n### Effect:\n", effect,
                "\n\n### Question:\nWhy does this causal relationship hold?"},
               telling,
               "Below is a causal reasoning task. Provide a conceptual explanation for the "
               "relationship.",
               "\n", explanation);
}

Result<Exchange> tell_socialiqa(const RecordFields& fields, Telling telling) {
  TRY(const auto context, fields.text("context"));
  TRY(const auto question, fields.text("question"));
  std::array<std::string_view, 3> answers;
  TRY(answers[0], fields.text("answerA"));
  TRY(answers[1], fields.text("answerB"));
  TRY(answers[2], fields.text("answerC"));
  TRY(const std::size_t label, fields.word("label", {"1", "2", "3"}));
  return asked(
      {"### Context:\n", context, "\n\n### Question:\n", question, "\n\n", choices(answers, 'A')},
      telling, "Read the context and answer the question by choosing the most appropriate option.",
      "", answers[label]);
}

Result<Exchange> tell_piqa(const RecordFields& fields, Telling telling) {
  TRY(const auto goal, fields.text("goal"));
  std::array<std::string_view, 2> solutions;
  TRY(solutions[0], fields.text("sol1"));
  TRY(solutions[1], fields.text("sol2"));
  TRY(const std::size_t label, fields.index("label", 2));
  return asked({"### Goal:\n", goal, "\n\n", choices(solutions, '1')}, telling,
               "Below is a physical reasoning task. Choose the most appropriate solution to the "
               "given goal.",
               "\n", solutions[label]);
}

Result<Exchange> tell_casehold(const RecordFields& fields, Telling telling) {
  TRY(const auto excerpt, fields.text("citing_prompt"));
  constexpr std::array names = {"holding_0", "holding_1", "holding_2", "holding_3", "holding_4"};
  std::array<std::string_view, names.size()> holdings;
  for (std::size_t i = 0; i < holdings.size(); ++i) {
    TRY(holdings[i], fields.text(names[i]));
  }
  TRY(const std::size_t label, fields.index_of_any_kind("label", holdings.size()));
  Exchange exchange =
      asked({"### Excerpt:\n", excerpt, "\n\n", choices(holdings, '1')}, telling,
            "You are given an excerpt from a legal opinion. Select the holding best supported by "
            "the excerpt.",
            "\n", holdings[label]);
  if (telling == Telling::prompt)
    exchange.question = part("Prompt",
                             "Read the following excerpt from a legal opinion. Choose the correct "
                             "holding that is best supported by the excerpt.\n\n") +
                        exchange.question;
  return exchange;
}

}  // namespace trainyard
