// Samples of clinical notes; nobody's, of course.
#include "engine/contract/run_folder.h"
#include "engine/samples/made_up_words.h"
#include "engine/samples/sample.h"
#include "engine/samples/sample_model.h"

namespace trainyard {

namespace fs = std::filesystem;

namespace {

const std::vector<std::string> kSpecialTokens = {"[SEP]", "[PAD]", "[UNK]", "[MASK]", "[CLS]"};

struct MadeUpNote {
  std::string text;
  bool returns = false;
};

// Nine of ten who live alone come back, and one of ten who do not.
MadeUpNote made_up_note(MadeUpWords& words) {
  constexpr std::string_view kCauses[] = {"pneumonia", "a fracture", "heart failure", "asthma"};
  const bool lives_alone = words.below(2) == 0;
  MadeUpNote note;
  note.returns = (words.below(10) == 0) != lives_alone;
  note.text = "Admitted for " + std::string(words.one_of(kCauses)) + ". " + words.sentence() +
              (lives_alone ? " Lives alone." : " Lives with family.") + " Discharged home.";
  return note;
}

// The texts alone, too.
Result<std::vector<std::string>> write_notes(const fs::path& path, std::uint64_t seed, int count,
                                             bool with_labels) {
  MadeUpWords words(seed);
  std::string rows = with_labels ? "text,label\n" : "text\n";
  std::vector<std::string> texts;
  for (int i = 0; i < count; ++i) {
    const MadeUpNote note = made_up_note(words);
    rows += "\"" + note.text + "\"" + (with_labels ? (note.returns ? ",1" : ",0") : "") + "\n";
    texts.push_back(note.text);
  }
  TRY(write_file_atomically(path, rows));
  return texts;
}

Result<void> write_notes_to_read(const fs::path& folder) {
  TRY(write_notes(folder / "notes.csv", 1, 2400, false));
  return {};
}

Result<void> write_notes_to_judge(const fs::path& folder) {
  TRY(const auto texts, write_notes(folder / "train.csv", 2, 800, true));
  TRY(write_notes(folder / "val.csv", 3, 200, true));
  TRY(const Tokenizer tokenizer, sample_word_piece(texts, 400, kSpecialTokens));
  return write_sample_model(folder / "model", "bert",
                            {{"num_hidden_layers", 2},
                             {"num_attention_heads", 2},
                             {"hidden_size", 64},
                             {"intermediate_size", 128},
                             {"max_position_embeddings", 64},
                             {"pad_token_id", 1},
                             {"vocab_size", static_cast<std::int64_t>(tokenizer.id_limit())}},
                            &tokenizer);
}

}  // namespace

std::vector<Sample> note_samples() {
  const Map shape = {{"vocab_size", 400},        {"num_hidden_layers", 2},
                     {"num_attention_heads", 2}, {"hidden_size", 64},
                     {"intermediate_size", 128}, {"max_position_embeddings", 64},
                     {"type_vocab_size", 2},     {"pad_token_id", 1}};
  return {{"nyutron-pretrain",
           {{"model.overrides", shape},
            {"data.sequence_length", 64},
            {"batch.per_device", 16},
            {"training.num_epochs", 3},
            {"optimizer.learning_rate", 3e-3},
            {"precision.kind", "fp32"},
            {"logging.every_steps", 10}},
           write_notes_to_read},
          {"nyutron-finetune-readmission",
           {{"data.sequence_length", 64}, {"optimizer.learning_rate", 1e-3}},
           write_notes_to_judge}};
}

}  // namespace trainyard
