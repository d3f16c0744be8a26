// SPDX-License-Identifier: GPL-3.0-or-later
// Formats of questions about an accompanying document: papers, reports, molecules.
#include <array>
#include <optional>

#include "engine/system/splitmix64.h"
#include "engine/system/utf8_sequence.h"
#include "engine/data/instructions/exchanges.h"
#include "engine/text/unicode/python_characters.h"
#include "engine/text/unicode/utf8.h"

namespace trainyard {

Result<Exchange> tell_pubmedqa(const RecordFields& fields, Telling telling) {
  TRY(const auto question, fields.text("question"));
  TRY(const auto long_answer, fields.text("long_answer"));
  TRY(const auto decision, fields.text("final_decision"));
  TRY(const auto contexts, fields.texts_within("context", "contexts"));
  const bool is_chat = telling == Telling::chat;
  std::string asked = together(
      {"### Question:\n", question, "\n\n### Context:\n", joined(contexts, "\n\n"), "\n\n",
       is_chat ? "Please answer the question using the context and provide a final decision."
               : ""});
  std::string answer = together({long_answer, "\n\nFinal Answer: ", decision});
  if (!is_chat) answer = std::string(python::strip(answer));
  return Exchange{std::move(asked), std::move(answer), ""};
}

Result<Exchange> tell_finqa(const RecordFields& fields, Telling telling) {
  TRY(const auto before, fields.strings("pre_text"));
  TRY(const auto behind, fields.strings("post_text"));
  TRY(const auto rows, fields.joined_rows("table", " | "));
  TRY(const auto question, fields.text("question"));
  TRY(const auto answer, fields.text("answer"));
  const bool is_chat = telling == Telling::chat;
  return Exchange{
      together({is_chat ? "You are given a question based on financial data and context. Use the "
                          "table and context to answer accurately.\n\n"
                        : "",
                "### Context:\n", joined(before, "\n"), "\n\n### Table:\n",
                joined(std::vector<std::string_view>(rows.begin(), rows.end()), "\n"),
                "\n\n### Additional Context:\n", joined(behind, "\n"), "\n\n### Question:\n",
                question, is_chat ? "\n" : "\n\n"}),
      std::string(answer), ""};
}

namespace {

std::size_t behind_spaces(std::string_view text, std::size_t at) {
  while (const std::size_t length = python::space_length(text, at)) at += length;
  return at;
}

// Options by their letters A to D; if a letter is repeated, the last one counts: what
// Option\s+([A-D]):\s*(.+) finds with Python's re, without surrounding white space.
class MoleculeOptions {
 public:
  explicit MoleculeOptions(std::string_view question) : question_(question) {
    for (std::size_t at = 0; (at = question.find(word, at)) != question.npos;)
      at = take(at).value_or(at + 1);
  }
  const std::optional<std::string>& of(char letter) const {
    return texts_[static_cast<std::size_t>(letter - 'A')];
  }

 private:
  static constexpr std::string_view word = "Option";

  // Returns the end of the option that starts here.
  std::optional<std::size_t> take(std::size_t at) {
    const std::size_t letter = behind_spaces(question_, at + word.size());
    if (letter == at + word.size() || letter + 1 >= question_.size() || question_[letter] < 'A' ||
        question_[letter] > 'D' || question_[letter + 1] != ':')
      return std::nullopt;
    std::size_t begin = behind_spaces(question_, letter + 2);
    // \s* backtracks so that .+ matches: to the last space that is not a line break.
    while (begin == question_.size() || question_[begin] == '\n') {
      if (begin == letter + 2) return std::nullopt;
      begin = character_before(question_, begin);
    }
    const std::size_t end = std::min(question_.find('\n', begin), question_.size());
    texts_[static_cast<std::size_t>(question_[letter] - 'A')] =
        python::strip(question_.substr(begin, end - begin));
    return end;
  }

  std::string_view question_;
  std::array<std::optional<std::string>, 4> texts_;
};

// Returns the text of the option for a letter.
std::optional<std::string> chosen(std::string_view question, std::string_view letter) {
  if (letter.size() != 1) return std::nullopt;
  const char upper = letter[0] >= 'a' ? static_cast<char>(letter[0] - 'a' + 'A') : letter[0];
  if (upper < 'A' || upper > 'D') return std::nullopt;
  return MoleculeOptions(question).of(upper);
}

}  // namespace

Result<Exchange> tell_moleculeqa(const RecordFields& fields, Telling telling) {
  const bool is_smiles = splitmix64(fields.number()) % 2 == 0;
  TRY(const auto molecule, fields.text(is_smiles ? "smiles" : "selfies"));
  TRY(const auto given, fields.text("question"));
  TRY(const auto letter, fields.text("answer"));
  std::string question = replace_all(given, "<BIO-SEQ-TYPE>", is_smiles ? "SMILES" : "SELFIES");
  question = replace_all(question, "<BIO-SEQ>", molecule);
  auto answer = chosen(question, letter);
  if (!answer && telling == Telling::chat) return Exchange{.is_left_out = true};
  if (!answer)
    return fields.error("instructions.no_option", {{"answer", shown(std::string(letter))}});
  const std::string asked = part("Question", question) + "\n";
  if (telling == Telling::prompt) return Exchange{asked + "\n", *std::move(answer), ""};
  return Exchange{
      "You are given a molecular representation task. Answer the following multiple-choice "
      "question.\n\n" +
          asked,
      *std::move(answer), ""};
}

}  // namespace trainyard
