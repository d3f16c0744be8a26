// SPDX-License-Identifier: GPL-3.0-or-later
// The expected texts are what EuroHPC-Basics' sft_formatting.py makes of the same records.
#include "engine/data/instructions/formatters.h"

#include <set>

#include <gtest/gtest.h>

#include "engine/contract/json.h"
#include "engine/data/instructions/format_advice.h"

namespace trainyard {
namespace {

struct Example {
  const char* format;
  const char* record;
  std::vector<std::string> texts;  // prompt and completion, or role and content of each message
};

const Example examples[] = {
    {"insert_system_message",
     R"({"messages": [{"role": "user", "content": " Hi ", "id": 7}, {"role": "assistant", "content": "Hello"}]})",
     {"system", "", "user", " Hi ", "assistant", "Hello"}},
    {"mathinstruct",
     R"({"instruction": "  Add 2 and 3.\n", "output": " 5 "})",
     {"Below is an instruction. Write a response that appropriately completes the request.\n\n### "
      "Instruction:\nAdd 2 and 3.\n\n### Response:\n",
      "5"}},
    {"mathinstruct_chat",
     R"({"instruction": "  Add 2 and 3.\n", "output": " 5 "})",
     {"system", "", "user", "Add 2 and 3.", "assistant", "5"}},
    {"metamathqa_chat",
     R"({"query": "What is 6 x 7?\u3000", "response": "\u00a042"})",
     {"system", "", "user", "What is 6 x 7?", "assistant", "42"}},
    {"pythonalpaca",
     R"({"instruction": "Sort it", "input": "[2, 1]\n", "output": "[1, 2]"})",
     {"### Instruction:\nSort it\n\n### Input:\n[2, 1]\n\n### Response:\n", "[1, 2]"}},
    {"pythonalpaca_chat",
     R"({"instruction": "Say hi", "output": "print('hi')\n"})",
     {"system", "", "user", "Say hi", "assistant", "print('hi')"}},
    {"piqa",
     R"({"goal": "Keep tea warm", "sol1": "Use a pot", "sol2": "Use a sieve", "label": 0})",
     {"### Goal:\nKeep tea warm\n\n### Choices:\n1. Use a pot\n2. Use a sieve\n\n### Response:\n",
      "Use a pot"}},
    {"piqa_chat",
     R"({"goal": "Keep tea warm", "sol1": "Use a pot", "sol2": "Use a sieve", "label": 1})",
     {"system", "", "user",
      "Below is a physical reasoning task. Choose the most appropriate solution to the given "
      "goal.\n\n### Goal:\nKeep tea warm\n\n### Choices:\n1. Use a pot\n2. Use a sieve\n",
      "assistant", "Use a sieve"}},
    {"pubmedqa",
     R"({"question": "Does it help?", "context": {"contexts": [" One. ", "Two."]}, "long_answer": "", "final_decision": "yes"})",
     {"### Question:\nDoes it help?\n\n### Context:\nOne.\n\nTwo.\n\n### Response:\n",
      "Final Answer: yes"}},
    {"pubmedqa_chat",
     R"({"question": "Does it help?", "context": {"contexts": [" One. ", "Two."]}, "long_answer": "", "final_decision": "yes"})",
     {"system", "", "user",
      "### Question:\nDoes it help?\n\n### Context:\nOne.\n\nTwo.\n\nPlease answer the question "
      "using the context and provide a final decision.",
      "assistant", "\n\nFinal Answer: yes"}},
    {"aya",
     R"({"inputs": "Wie geht es?", "targets": "Gut. "})",
     {"### Input:\nWie geht es?\n\n### Response:\n", "Gut."}},
    {"aya_chat",
     R"({"inputs": "Wie geht es?", "targets": "Gut. "})",
     {"system", "", "user", "Wie geht es?", "assistant", "Gut."}},
    {"aya_with_language",
     R"({"inputs": "Wie geht es?", "targets": "Gut.", "language": " German"})",
     {"### Language: German\n\n### Input:\nWie geht es?\n\n### Response:\n", "Gut."}},
    {"aya_with_language_chat",
     R"({"inputs": "Wie geht es?", "targets": "Gut.", "language": " German"})",
     {"system", "Language: German", "user", "Wie geht es?", "assistant", "Gut."}},
    {"alpaca",
     R"({"instruction": "Shorten it", "input": "A long text", "output": "Text"})",
     {"Below is an instruction that describes a task. Write a response that appropriately "
      "completes the request.\n\n### Instruction:\nShorten it\n\n### Input:\nA long text\n\n### "
      "Response:\n",
      "Text"}},
    {"alpaca_chat",
     R"({"instruction": "Name a colour", "input": " \n", "output": "Red"})",
     {"system", "", "user",
      "Below is an instruction that describes a task. Write a response that appropriately "
      "completes the request.\n\n### Instruction:\nName a colour\n\n",
      "assistant", "Red"}},
    {"copa",
     R"({"premise": "It rained.", "choice1": "Streets got wet.", "choice2": "Snow fell.", "question": "effect", "label": 0})",
     {"### Premise:\nIt rained.\n\n### Question:\nWhat was the effect?\n\n### Choices:\n1. Streets "
      "got wet.\n2. Snow fell.\n\n### Response:\n",
      "Streets got wet."}},
    {"copa_chat",
     R"({"premise": "Streets got wet.", "choice1": "Snow fell.", "choice2": "It rained.", "question": " Cause ", "label": 1})",
     {"system", "", "user",
      "Below is a premise and a multiple-choice question. Select the best answer.\n\n### "
      "Premise:\nStreets got wet.\n\n### Question:\nWhat was the cause?\n\n### Choices:\n1. Snow "
      "fell.\n2. It rained.\n",
      "assistant", "It rained."}},
    {"socialiqa",
     R"({"context": "Ana left early.", "question": "Why?", "answerA": "Bored", "answerB": "Tired", "answerC": "Late", "label": "2\n"})",
     {"### Context:\nAna left early.\n\n### Question:\nWhy?\n\n### Choices:\nA. Bored\nB. "
      "Tired\nC. Late\n\n### Response:\n",
      "Tired"}},
    {"socialiqa_chat",
     R"({"context": "Ana left early.", "question": "Why?", "answerA": "Bored", "answerB": "Tired", "answerC": "Late", "label": "3"})",
     {"system", "", "user",
      "Read the context and answer the question by choosing the most appropriate option.\n\n### "
      "Context:\nAna left early.\n\n### Question:\nWhy?\n\n### Choices:\nA. Bored\nB. Tired\nC. "
      "Late",
      "assistant", "Late"}},
    {"e-care_causal_reasoning",
     R"({"premise": "Ice melts.", "choice1": "It is warm.", "choice2": "It is cold.", "question": "cause", "label": 0})",
     {"### Premise:\nIce melts.\n\n### Question:\nWhat was the cause?\n\n### Choices:\n1. It is "
      "warm.\n2. It is cold.\n\n### Response:\n",
      "It is warm."}},
    {"e-care_causal_reasoning_chat",
     R"({"premise": "It is warm.", "choice1": "Ice grows.", "choice2": "Ice melts.", "question": "effect", "label": 1})",
     {"system", "", "user",
      "Below is a causal reasoning task. Identify the most likely cause or effect based on the "
      "premise.\n\n### Premise:\nIt is warm.\n\n### Question:\nWhat was the effect?\n\n### "
      "Choices:\n1. Ice grows.\n2. Ice melts.\n",
      "assistant", "Ice melts."}},
    {"e-care_explanation_generation",
     R"({"premise": "Ice melts.", "choice1": "It is warm.", "choice2": "It is cold.", "question": "cause", "label": 0, "conceptual_explanation": "Heat melts ice."})",
     {"### Cause:\nIt is warm.\n\n### Effect:\nIce melts.\n\n### Question:\nWhy does this causal "
      "relationship hold?\n\n### Response:\n",
      "Heat melts ice."}},
    {"e-care_explanation_generation_chat",
     R"({"premise": "It is warm.", "choice1": "Ice grows.", "choice2": "Ice melts.", "question": "effect", "label": 1, "conceptual_explanation": "Heat melts ice."})",
     {"system", "", "user",
      "Below is a causal reasoning task. Provide a conceptual explanation for the "
      "relationship.\n\n### Cause:\nIt is warm.\n\n### Effect:\nIce melts.\n\n### Question:\nWhy "
      "does this causal relationship hold?\n",
      "assistant", "Heat melts ice."}},
    {"moleculeqa",
     R"({"question": "Which <BIO-SEQ-TYPE>: <BIO-SEQ>?\nOption A: acid\nOption B:\n  base ", "smiles": "CCO", "selfies": "[C][C][O]", "answer": "b"})",
     {"### Question:\nWhich SELFIES: [C][C][O]?\nOption A: acid\nOption B:\n  base\n\n### "
      "Response:\n",
      "base"}},
    {"moleculeqa_chat",
     R"({"question": "Which <BIO-SEQ-TYPE>: <BIO-SEQ>?\nOption A: acid\nOption A: salt", "smiles": "CCO", "selfies": "[C][C][O]", "answer": "A"})",
     {"system", "", "user",
      "You are given a molecular representation task. Answer the following multiple-choice "
      "question.\n\n### Question:\nWhich SELFIES: [C][C][O]?\nOption A: acid\nOption A: salt\n",
      "assistant", "salt"}},
    {"casehold",
     R"({"citing_prompt": "The court held", "holding_0": "a", "holding_1": "b", "holding_2": "c", "holding_3": "d", "holding_4": " e", "label": "4"})",
     {"### Prompt:\nRead the following excerpt from a legal opinion. Choose the correct holding "
      "that is best supported by the excerpt.\n\n### Excerpt:\nThe court held\n\n### Choices:\n1. "
      "a\n2. b\n3. c\n4. d\n5. e\n\n### Response:\n",
      "e"}},
    {"casehold_chat",
     R"({"citing_prompt": "The court held", "holding_0": "a", "holding_1": "b", "holding_2": "c", "holding_3": "d", "holding_4": " e", "label": 0})",
     {"system", "", "user",
      "You are given an excerpt from a legal opinion. Select the holding best supported by the "
      "excerpt.\n\n### Excerpt:\nThe court held\n\n### Choices:\n1. a\n2. b\n3. c\n4. d\n5. e\n",
      "assistant", "a"}},
    {"finqa",
     R"({"pre_text": ["Before .", " more"], "table": [["year ", "cost"], ["2020", "7"]], "post_text": [], "question": "How much?", "answer": "7"})",
     {"### Context:\nBefore .\nmore\n\n### Table:\nyear | cost\n2020 | 7\n\n### Additional "
      "Context:\n\n\n### Question:\nHow much?\n\n### Response:\n",
      "7"}},
    {"finqa_chat",
     R"({"pre_text": ["Before ."], "table": [["year ", "cost"], ["2020", "7"]], "post_text": ["Behind ."], "question": "How much?", "answer": "7"})",
     {"system", "", "user",
      "You are given a question based on financial data and context. Use the table and context to "
      "answer accurately.\n\n### Context:\nBefore .\n\n### Table:\nyear | cost\n2020 | 7\n\n### "
      "Additional Context:\nBehind .\n\n### Question:\nHow much?\n",
      "assistant", "7"}},
    {"story",
     R"({"summary": "A fox runs.", "story": "Once a fox ran."})",
     {"Below is a summary. Write a full story that corresponds to the summary.\n\n### Summary:\nA "
      "fox runs.\n\n### Response:\n",
      "Once a fox ran."}},
    {"story_chat",
     R"({"summary": "A fox runs.", "story": "Once a fox ran."})",
     {"system", "", "user",
      "Below is a summary. Please write a full story that corresponds to the summary.\n\n### "
      "Summary:\nA fox runs.",
      "assistant", "Once a fox ran."}},
    {"news",
     R"({"document": "Long news.", "summary": "News."})",
     {"You are given a document.\n\n### Document:\nLong news.\n\nWrite a concise summary of the "
      "document above.\n\n### Response:\n",
      "News."}},
    {"news_chat",
     R"({"document": "Long news.", "summary": "News."})",
     {"system", "", "user",
      "You are given a document.\n\n### Document:\nLong news.\n\nWrite a concise summary of the "
      "document above.",
      "assistant", "News."}},
    {"moral_actions",
     R"({"norm": "Be kind", "moral_action": "Ben helps."})",
     {"Given the norm: 'Be kind', is the following action moral or immoral?\n\n### Action: Ben "
      "helps.\n\n### Response:\n",
      "Moral"}},
    {"moral_actions_chat",
     R"({"norm": "Be kind", "moral_action": "Ben helps."})",
     {"system", "", "user",
      "Given the norm: 'Be kind', is the following action moral or immoral?\n\n### Action: Ben "
      "helps.",
      "assistant", "Moral"}},
    {"immoral_actions",
     R"({"norm": "Be kind", "immoral_action": "Ben laughs."})",
     {"Given the norm: 'Be kind', is the following action moral or immoral?\n\n### Action: Ben "
      "laughs.\n\n### Response:\n",
      "Immoral"}},
    {"immoral_actions_chat",
     R"({"norm": "Be kind", "immoral_action": "Ben laughs."})",
     {"system", "", "user",
      "Given the norm: 'Be kind', is the following action moral or immoral?\n\n### Action: Ben "
      "laughs.",
      "assistant", "Immoral"}},
    {"wikiqa",
     R"({"question": "Who?", "answer": "Nobody "})",
     {"### Question:\nWho?\n\n### Response:\n", "Nobody"}},
    {"wikiqa_chat",
     R"({"question": "Who?", "answer": "Nobody "})",
     {"system", "", "user", "Who?", "assistant", "Nobody"}},
};

Map format_input(const std::string& json) { return *parse_json(json)->get_if<Map>(); }

std::vector<std::string> texts_made(const Map& made) {
  if (find(made, "prompt")) {
    EXPECT_EQ(made.size(), 2u);
    return {get<std::string>(made, "prompt"), get<std::string>(made, "completion")};
  }
  std::vector<std::string> texts;
  for (const Value& message : get<List>(made, "messages")) {
    const Map& map = *message.get_if<Map>();
    EXPECT_EQ(map.size(), 2u);
    texts.push_back(get<std::string>(map, "role"));
    texts.push_back(get<std::string>(map, "content"));
  }
  return texts;
}

Result<Formatted> made_of(const char* format, const std::string& record, std::uint64_t number = 1) {
  return format_record(*find_formatter(format), format_input(record), number);
}

std::string format_refusal(const char* format, const std::string& record) {
  const auto made = made_of(format, record);
  if (made) return "accepted";
  EXPECT_EQ(made.error().exit_code, ExitCode::invalid_input);
  return made.error().message;
}

TEST(Formatters, MakeTheTextsOfTheOriginal) {
  std::set<std::string_view> tested;
  for (const Example& example : examples) {
    ASSERT_NE(find_formatter(example.format), nullptr) << example.format;
    const auto made = made_of(example.format, example.record);
    ASSERT_TRUE(made) << made.error().message;
    ASSERT_TRUE(*made) << example.format;
    EXPECT_EQ(texts_made(**made), example.texts) << example.format;
    tested.insert(example.format);
  }
  EXPECT_EQ(tested.size(), formatters().size());
}

TEST(Formatters, SayWhatTheyAre) {
  for (const Formatter& formatter : formatters()) {
    EXPECT_FALSE(formatter.description.empty());
    EXPECT_EQ(formatter.description.find('\n'), std::string_view::npos);
    const bool is_named_chat = formatter.name.ends_with("_chat");
    EXPECT_EQ(formatter.is_chat, is_named_chat || formatter.name == "insert_system_message");
  }
  EXPECT_EQ(find_formatter("alpacca"), nullptr);
  EXPECT_EQ(nearest_formatter("alpacca"), "alpaca");
  EXPECT_EQ(nearest_formatter("something else"), std::nullopt);
}

TEST(Formatters, TakeEitherNotationOfAMolecule) {
  std::set<std::string> seen;
  for (std::uint64_t number = 0; number < 20; ++number) {
    const auto made = made_of("moleculeqa_chat",
                              R"({"question": "<BIO-SEQ-TYPE> Option A: x", "smiles": "C",)"
                              R"( "selfies": "[C]", "answer": "A"})",
                              number);
    ASSERT_TRUE(made && *made);
    seen.insert(texts_made(**made)[3]);
  }
  EXPECT_EQ(seen.size(), 2u);
}

TEST(Formatters, LeaveOutOrRefuseAMoleculeWithoutItsOption) {
  const std::string record =
      R"({"question": "Option A: x", "smiles": "C", "selfies": "C", "answer": "B"})";
  const auto chat = made_of("moleculeqa_chat", record);
  ASSERT_TRUE(chat) << chat.error().message;
  EXPECT_FALSE(*chat);
  EXPECT_EQ(
      format_refusal("moleculeqa", record),
      "the format moleculeqa finds no option \"B\" in the question; correct the field answer");
}

TEST(Formatters, NameTheFieldThatIsWrong) {
  EXPECT_EQ(
      format_refusal("alpaca", R"({"instruction": "a", "output": "b"})"),
      "the format alpaca reads instruction, input, output, but the record has instruction, "
      "output and no input: set instructions.formatter (in a mixture: map_fn) to a format that "
      "reads such records: mathinstruct, mathinstruct_chat, pythonalpaca_chat");
  EXPECT_EQ(format_refusal("alpaca", R"({"instruction": "a", "input": null, "output": "b"})"),
            "the format alpaca needs a text in the field input, not null");
  EXPECT_EQ(format_refusal("piqa", R"({"goal": "g", "sol1": "a", "sol2": "b", "label": 2})"),
            "the format piqa needs a whole number from 0 to 1 in the field label, not 2");
  EXPECT_EQ(format_refusal("copa_chat",
                           R"({"premise": "p", "choice1": "a", "choice2": "b", "question": "why",)"
                           R"( "label": 0})"),
            "the format copa_chat needs one of cause, effect in the field question, not \"why\"");
  EXPECT_EQ(
      format_refusal("pubmedqa", R"({"question": "q", "long_answer": "l", "final_decision": "f",)"
                                 R"( "context": {"labels": []}})"),
      "the format pubmedqa reads question, context.contexts, long_answer, final_decision, but "
      "the record has question, long_answer, final_decision, context and no context.contexts: "
      "set instructions.formatter (in a mixture: map_fn) to the format of this data, or correct "
      "the record");
  EXPECT_EQ(format_refusal("finqa", R"({"pre_text": [], "post_text": [], "table": [["a"], [1]],)"
                                    R"( "question": "q", "answer": "a"})"),
            "the format finqa needs a list of texts in the field table, not [1]");
  EXPECT_EQ(format_refusal("insert_system_message", R"({"messages": [{"role": "user"}]})"),
            "the format insert_system_message needs a list of objects with role and content in the "
            "field messages, not {\"role\":\"user\"}");
}

TEST(Formatters, KnowAChatThatIsGivenForColumns) {
  const std::string chat = R"({"messages": [{"role": "user", "content": "a"}]})";
  EXPECT_EQ(
      format_refusal("pythonalpaca", chat),
      "the format pythonalpaca reads instruction, input, output, but the record has messages and "
      "no instruction: set instructions.formatter to null, which takes records with messages as "
      "they are, or (in a mixture: map_fn) to insert_system_message");
  EXPECT_EQ(format_refusal("aya", R"({"prompt": "a", "completion": "b"})"),
            "the format aya reads inputs, targets, but the record has prompt, completion and no "
            "inputs: set instructions.formatter to null, which takes records with prompt and "
            "completion as they are");
  EXPECT_EQ(format_refusal("insert_system_message", R"({"inputs": "a", "targets": "b"})"),
            "the format insert_system_message reads messages, but the record has inputs, targets "
            "and no messages: set instructions.formatter (in a mixture: map_fn) to a format that "
            "reads such records: aya, aya_chat");
  EXPECT_EQ(format_refusal("insert_system_message", R"({"messages": "[{\"role\": 1}]"})"),
            "the format insert_system_message needs a list of messages in the field messages, not "
            "\"[{\\\"role\\\": 1}]\"");
}

// Each says what the record has, what it reads, and where the format is set.
TEST(Formatters, AllNameWhatTheyWantAndTheSetting) {
  for (const Formatter& formatter : formatters())
    for (const char* record : {R"({"messages": [{"role": "user", "content": "a"}]})",
                               R"({"some": 1, "columns": "a"})", R"({"text": "a"})", "{}"}) {
      const std::string name(formatter.name);
      const auto made = made_of(name.c_str(), record);
      if (made) {
        EXPECT_EQ(name, "insert_system_message");
        continue;
      }
      const std::string& said = made.error().message;
      EXPECT_NE(said.find("the format " + name + " reads "), std::string::npos) << said;
      EXPECT_NE(said.find("instructions.formatter"), std::string::npos) << said;
      for (const char* field : {"messages", "columns", "text"})
        if (std::string(record).find(field) != std::string::npos) {
          EXPECT_NE(said.find(field), std::string::npos) << said;
        }
    }
}

TEST(Formatters, AreSuggestedForEveryRecordTheyRead) {
  for (const Example& example : examples) {
    const auto record = parse_json(example.record);
    const Error refusal =
        no_shape(*record->get_if<Map>(), "text");  // as without a format, if it has no shape
    const bool is_molecule = std::string(example.format).starts_with("moleculeqa");
    const std::string& said = refusal.message;
    EXPECT_TRUE(is_molecule || said.find(example.format) != std::string::npos ||
                said.ends_with(", ..."))
        << said;
  }
}

TEST(Formatters, AdviceIsShort) {
  std::string record = "{";
  for (int i = 0; i < 2000; ++i)
    record +=
        (i ? ", \"" : "\"") + std::string(i == 3 ? 5000 : 2, 'x') + std::to_string(i) + "\": 1";
  EXPECT_LT(format_refusal("aya", record + "}").size(), 700u);
}

TEST(Formatters, ShortenWhatTheyShow) {
  const std::string long_text(100'000, 'x');
  const std::string refusal =
      format_refusal("copa", R"({"premise": "p", "choice1": "a", "choice2": "b", "question": ")" +
                                 long_text + R"(", "label": 0})");
  EXPECT_LT(refusal.size(), 200u);
}

}  // namespace
}  // namespace trainyard
