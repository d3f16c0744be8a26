// What the model is trained and evaluated on.
#pragma once

#include "engine/contract/experiment/field.h"

namespace trainyard {

enum class DataKind { text, prepared };
template <>
struct Names<DataKind> {
  static constexpr std::pair<DataKind, std::string_view> all[] = {{DataKind::text, "text"},
                                                                  {DataKind::prepared, "prepared"}};
};

struct DataSection {
  DataKind kind = DataKind::text;
  std::optional<std::string> path;
  TextList train;
  TextList validation;
  double validation_split_ratio = 0.05;
  std::optional<std::string> tokenizer;
  std::int64_t sequence_length = 256;
  std::string text_column = "text";
  std::optional<std::string> text_pair_column;
  std::string label_column = "label";
};

inline void describe(Section<DataSection>& section) {
  section.field("kind", &DataSection::kind)
      .label("Kind of data")
      .help("Text files that are tokenized at the start, or a folder that `engine prepare` wrote.")
      .when("workload=engine");
  section.field("path", &DataSection::path)
      .label("Prepared folder")
      .help("Folder that `engine prepare` wrote.")
      .path()
      .when("data.kind=prepared")
      .affects(Affects::numerics);
  section.field("train", &DataSection::train)
      .label("Training files")
      .help(
          "Text files to learn from, in UTF-8, one after the other. Each line is one text; for "
          "classification they are CSV files or have a JSON object a line.")
      .path()
      .when("data.kind=text")
      .affects(Affects::numerics);
  section.field("validation", &DataSection::validation)
      .label("Validation files")
      .help("Held-out text files. When none is given, a part of the training lines is held out.")
      .path()
      .when("data.kind=text")
      .affects(Affects::numerics);
  section.field("validation_split_ratio", &DataSection::validation_split_ratio)
      .label("Held-out share")
      .help(
          "Share of the training lines, from their beginning, that is held out when no validation "
          "file is given.")
      .unit("ratio")
      .minimum(0)
      .below(1)
      .when("data.kind=text")
      .tier(Tier::advanced)
      .affects(Affects::numerics);
  section.field("tokenizer", &DataSection::tokenizer)
      .label("Tokenizer")
      .help(
          "Folder or tokenizer.json to encode with. Null uses that of the pretrained weights, or "
          "trains one on the "
          "data for a new model.")
      .path()
      .when("data.kind=text")
      .tier(Tier::advanced)
      .affects(Affects::numerics);
  section.field("sequence_length", &DataSection::sequence_length)
      .label("Sequence length")
      .help(
          "Tokens in one example. Language modeling puts the texts together and cuts them into "
          "pieces "
          "of this length; classification cuts off what is longer.")
      .unit("tokens")
      .minimum(2)
      .maximum(1048576)
      .when("workload=engine")
      .affects(Affects::numerics);
  section.field("text_column", &DataSection::text_column)
      .label("Text column")
      .help("Column of the text, or of the list of words where each has a label.")
      .when("task.kind=sequence_classification|token_classification")
      .affects(Affects::numerics);
  section.field("text_pair_column", &DataSection::text_pair_column)
      .label("Second text's column")
      .help("Column of a second text that is judged together with the first. Null means none.")
      .when("task.kind=sequence_classification")
      .tier(Tier::advanced)
      .affects(Affects::numerics);
  section.field("label_column", &DataSection::label_column)
      .label("Label column")
      .help("Column of what is learned: a label, several, a number, or a label for each word.")
      .when("task.kind=sequence_classification|token_classification")
      .affects(Affects::numerics);
}

}  // namespace trainyard
