// Formats of tasks with given answers to choose from.
#include "engine/data/instructions/exchanges.h"

namespace trainyard {

namespace {

// "### Choices:" with each text behind its number or letter.
std::string choices(const std::vector<std::string>& texts, char first) {
  std::string list = "### Choices:";
  for (const std::string& text : texts) list += std::string("\n") + first++ + ". " + text;
  return list;
}

// `intro` opens a chat, which ends behind the choices with `chat_end`; a prompt has neither.
Exchange asked(const std::string& body, Telling telling, const char* intro, const char* chat_end,
               std::string answer) {
  if (telling == Telling::prompt) return {body + "\n\n", std::move(answer), ""};
  return {std::string(intro) + "\n\n" + body + chat_end, std::move(answer), ""};
}

struct Causality {
  std::string premise;
  std::vector<std::string> choices;  // two
  bool asks_for_effect;
  std::size_t label;
};

Result<Causality> read_causality(const RecordFields& fields) {
  Causality record;
  TRY(record.premise, fields.text("premise"));
  record.choices.resize(2);
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
  return asked(part("Premise", record.premise) + "\n\n" + part("Question", question) + "\n\n" +
                   choices(record.choices, '1'),
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
  TRY(Causality record, read_causality(fields));
  TRY(auto explanation, fields.text("conceptual_explanation"));
  std::string cause = std::move(record.choices[record.label]), effect = std::move(record.premise);
  if (record.asks_for_effect) swap(cause, effect);
  return asked(part("Cause", cause) + "\n\n" + part("Effect", effect) + "\n\n" +
                   part("Question", "Why does this causal relationship hold?"),
               telling,
               "Below is a causal reasoning task. Provide a conceptual explanation for the "
               "relationship.",
               "\n", std::move(explanation));
}

Result<Exchange> tell_socialiqa(const RecordFields& fields, Telling telling) {
  TRY(const auto context, fields.text("context"));
  TRY(const auto question, fields.text("question"));
  std::vector<std::string> answers(3);
  TRY(answers[0], fields.text("answerA"));
  TRY(answers[1], fields.text("answerB"));
  TRY(answers[2], fields.text("answerC"));
  TRY(const std::size_t label, fields.word("label", {"1", "2", "3"}));
  return asked(part("Context", context) + "\n\n" + part("Question", question) + "\n\n" +
                   choices(answers, 'A'),
               telling,
               "Read the context and answer the question by choosing the most appropriate option.",
               "", answers[label]);
}

Result<Exchange> tell_piqa(const RecordFields& fields, Telling telling) {
  TRY(const auto goal, fields.text("goal"));
  std::vector<std::string> solutions(2);
  TRY(solutions[0], fields.text("sol1"));
  TRY(solutions[1], fields.text("sol2"));
  TRY(const std::size_t label, fields.index("label", 2));
  return asked(part("Goal", goal) + "\n\n" + choices(solutions, '1'), telling,
               "Below is a physical reasoning task. Choose the most appropriate solution to the "
               "given goal.",
               "\n", solutions[label]);
}

Result<Exchange> tell_casehold(const RecordFields& fields, Telling telling) {
  TRY(const auto excerpt, fields.text("citing_prompt"));
  std::vector<std::string> holdings(5);
  for (std::size_t i = 0; i < holdings.size(); ++i) {
    TRY(holdings[i], fields.text("holding_" + std::to_string(i)));
  }
  TRY(const std::size_t label, fields.index_of_any_kind("label", holdings.size()));
  Exchange exchange =
      asked(part("Excerpt", excerpt) + "\n\n" + choices(holdings, '1'), telling,
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
