// SPDX-License-Identifier: GPL-3.0-or-later
// Samples of clinical notes about fictitious patients.
#include "engine/contract/files/durable_file.h"
#include "engine/contract/files/whole_file.h"
#include "engine/samples/synthetic_words.h"
#include "engine/samples/sample.h"
#include "engine/samples/sample_model.h"

namespace trainyard {

namespace fs = std::filesystem;

namespace {

const std::vector<std::string> kSpecialTokens = {"[SEP]", "[PAD]", "[UNK]", "[MASK]", "[CLS]"};

struct MadeUpNote {
  std::string text;
  int outcome = 0;  // 0 to 3, usually clear from the text
};

// Two facts of two kinds each, which give four outcomes. One in ten notes has a different one.
MadeUpNote made_up_note(SyntheticWords& words) {
  constexpr std::string_view kCauses[] = {"pneumonia", "a fracture", "heart failure", "asthma"};
  const bool lives_alone = words.below(2) == 0, is_weak = words.below(2) == 0;
  MadeUpNote note;
  note.text = "Admitted for " + std::string(words.one_of(kCauses)) + ". " + words.sentence() +
              (lives_alone ? " Lives alone." : " Lives with family.") +
              (is_weak ? " Needs help." : " Walks well.") + " Discharged home.";
  note.outcome = 2 * lives_alone + is_weak;
  if (words.below(10) == 0) note.outcome = 3 - note.outcome;
  return note;
}

// A table as written by pandas, starting each row with its number, where some rows have no text;
// and the texts.
struct TableOfNotes {
  std::string label;  // the column's name; empty: there is none
  int num_labels = 2;
};
Result<std::vector<std::string>> write_notes(const fs::path& path, std::uint64_t seed, int count,
                                             const TableOfNotes& table) {
  SyntheticWords words(seed);
  const bool has_labels = !table.label.empty();
  std::string rows = has_labels ? "," + table.label + ",text\n" : ",text\n";
  std::vector<std::string> texts;
  for (int i = 0; i < count; ++i) {
    const MadeUpNote note = made_up_note(words);
    rows += std::to_string(i) + ",";
    if (has_labels) rows += std::to_string(note.outcome * table.num_labels / 4) + ",";
    if (i % 100 != 99) {
      rows += "\"" + note.text + "\"";
      texts.push_back(note.text);
    }
    rows += "\n";
  }
  TRY(write_file_atomically(path, rows));
  return texts;
}

Result<void> write_small_bert(const fs::path& folder, const std::vector<std::string>& texts) {
  TRY(const Tokenizer tokenizer, sample_word_piece(texts, 400, kSpecialTokens));
  return write_sample_model(folder, "bert",
                            {{"num_hidden_layers", 2},
                             {"num_attention_heads", 2},
                             {"hidden_size", 64},
                             {"intermediate_size", 128},
                             {"max_position_embeddings", 64},
                             {"pad_token_id", 1},
                             {"vocab_size", static_cast<std::int64_t>(tokenizer.id_limit())}},
                            &tokenizer);
}

Result<void> write_notes_to_read(const fs::path& folder) {
  TRY(write_notes(folder / "notes.csv", 1, 2400, {}));
  return {};
}

Sample sample_to_evaluate(std::string_view preset, const TableOfNotes& table) {
  return {preset,
          {{"data.sequence_length", 64}, {"optimizer.learning_rate", 1e-3}},
          [table](const fs::path& folder) -> Result<void> {
            TRY(const auto texts, write_notes(folder / "notes.csv", 2, 1000, table));
            TRY(write_notes(folder / "later.csv", 3, 200, table));
            return write_small_bert(folder / "model", texts);
          }};
}

// Sentences with labelled words for illness and treatment.
Result<std::string> write_named_words(const fs::path& path, std::uint64_t seed, int count) {
  constexpr std::string_view kProblems[] = {"pneumonia", "fracture", "asthma", "fever"};
  constexpr std::string_view kTreatments[] = {"aspirin", "insulin", "surgery", "rest"};
  SyntheticWords words(seed);
  std::string lines, text;
  for (int i = 0; i < count; ++i) {
    const std::string problem(words.one_of(kProblems)), treatment(words.one_of(kTreatments));
    const bool is_severe = words.below(2) == 0;
    lines += "Admitted O\nfor O\n";
    lines += is_severe ? "severe B-problem\n" + problem + " I-problem\n" : problem + " B-problem\n";
    lines += "and O\ngiven O\n" + treatment + " B-treatment\n. O\n\n";
    text += "Admitted for severe " + problem + " and given " + treatment + ".\n";
  }
  TRY(write_file_atomically(path, lines));
  return text;
}

Result<void> write_words_to_name(const fs::path& folder) {
  TRY(const std::string text, write_named_words(folder / "train.conll", 4, 400));
  TRY(write_named_words(folder / "val.conll", 5, 100));
  return write_small_bert(folder / "model", {text});
}

Sample sample_to_read() {
  const Map shape = {{"vocab_size", 400},        {"num_hidden_layers", 2},
                     {"num_attention_heads", 2}, {"hidden_size", 64},
                     {"intermediate_size", 128}, {"max_position_embeddings", 64},
                     {"type_vocab_size", 2},     {"pad_token_id", 1}};
  return {"nyutron-pretrain",
          {{"model.overrides", shape},
           {"data.sequence_length", 64},
           {"batch.per_device", 16},
           {"training.num_epochs", 3},
           {"optimizer.learning_rate", 3e-3},
           {"precision.kind", "fp32"},
           {"logging.every_steps", 10}},
          write_notes_to_read};
}

// The sample of training, whose steps are the job.
Result<void> write_notes_to_prepare(const fs::path& folder) {
  const Sample training = sample_to_read();
  const std::string name(training.name);
  TRY(const std::string document, sample_document(training));
  TRY(write_file_atomically(folder / (name + ".yaml"), document));
  TRY(make_folders(folder / name));
  return training.write_files(folder / name);
}

}  // namespace

std::vector<Sample> note_samples() {
  return {sample_to_read(),
          // Uses the default cache: the environment of a cluster may not specify one.
          {"nyutron-prepare", {{"environment.variables", Value(Map())}}, write_notes_to_prepare},
          sample_to_evaluate("nyutron-finetune-readmission", {"readmitted_in_30_days", 2}),
          sample_to_evaluate("nyutron-finetune-mortality", {"in_hospital_mortality", 2}),
          sample_to_evaluate("nyutron-finetune-length-of-stay", {"los", 4}),
          sample_to_evaluate("nyutron-finetune-comorbidity", {"comorbidity", 4}),
          sample_to_evaluate("nyutron-finetune-denial", {"label", 2}),
          {"nyutron-ner",
           {{"data.sequence_length", 64},
            {"training.num_epochs", 3},
            {"optimizer.learning_rate", 1e-3},
            {"logging.every_steps", 10}},
           write_words_to_name}};
}

}  // namespace trainyard
