// What the model is trained and evaluated on.
#pragma once

#include "engine/contract/experiment/field.h"

namespace trainyard {

enum class DataKind { text, prepared };
template <> struct Names<DataKind> {
  static constexpr std::pair<DataKind, std::string_view> all[] = {{DataKind::text, "text"}, {DataKind::prepared, "prepared"}};
};

struct DataSection {
  DataKind kind = DataKind::text;
  std::optional<std::string> path;
  TextList train;
  TextList validation;
  double validation_split_ratio = 0.05;
  std::optional<std::string> tokenizer;
  std::int64_t sequence_length = 256;
};

inline void describe(Section<DataSection>& section) {
  section.field("kind", &DataSection::kind);
  section.field("path", &DataSection::path);
  section.field("train", &DataSection::train);
  section.field("validation", &DataSection::validation);
  section.field("validation_split_ratio", &DataSection::validation_split_ratio);
  section.field("tokenizer", &DataSection::tokenizer);
  section.field("sequence_length", &DataSection::sequence_length);
}

}  // namespace trainyard
