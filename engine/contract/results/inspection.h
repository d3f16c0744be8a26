// SPDX-License-Identifier: GPL-3.0-or-later
// What `engine inspect --json` prints: the data as training would see it. The window and yard read
// it through the service.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/contract/experiment/task.h"
#include "engine/contract/results/row_kind.h"
#include "engine/contract/describe/record.h"

namespace trainyard {

inline constexpr std::int64_t kInspectFormat = 1;

// Lengths of examples in tokens. Bin i of the histogram holds lengths from edges[i] on and below
// edges[i + 1].
struct LengthCounts {
  std::vector<std::int64_t> edges, counts;
  std::int64_t minimum = 0;
  double median = 0, p95 = 0;  // as numpy.percentile interpolates
  std::int64_t maximum = 0;
};

struct LabelTotal {
  std::string name;
  std::int64_t count = 0;
};

// All but the name and the number of examples is absent where nothing was counted.
struct SplitCounts {
  std::string name;
  std::int64_t examples = 0;
  std::optional<std::int64_t> tokens;
  // Tokens that the loss of a first epoch counts; 0 where the label of the whole is learned.
  std::optional<std::int64_t> learned_tokens;
  // The share of padding, from 0 to 1, in the micro-batches of a first epoch on one process.
  std::optional<double> padding;
  std::optional<LengthCounts> lengths;
  std::optional<std::vector<LabelTotal>> labels;  // in the order of the class indices
};

// The true token at a place that masked language modelling hides.
struct HiddenToken {
  std::int64_t id = 0;
  std::string text;
};

struct SampleToken {
  std::int64_t id = 0;  // what the model sees
  std::string text;
  bool is_learned = false;
  std::optional<HiddenToken> hidden{};
  // The document of a pack or a window that it belongs to, from 0; where there are several.
  std::optional<std::int64_t> document{};
  std::string label{};  // of the word that begins here
};

// One example: its tokens, what is learned of them, its label.
struct DataSample {
  std::string split;
  std::int64_t index = 0;
  std::int64_t length = 0;  // in tokens; `tokens` may be fewer
  Value label;              // a name, a list of names or a number; null where there is none
  std::vector<SampleToken> tokens;
};

// What a person should know of the files that were read.
struct DataWarning {
  std::string code;
  Map arguments;  // `split` among them
  std::string text;
};

// A line that comes before, while the data is read.
struct InspectionProgress {
  std::string phase;  // the code of what is being done, "phase.tokenizing"
  double done = 0, total = 0;
};

struct Inspection {
  std::int64_t format = kInspectFormat;
  RowKind kind = RowKind::blocks;
  TaskKind task = TaskKind::causal_language_modeling;
  std::string tokenizer;  // where it is from: a path, or empty when it was trained on the data
  std::int64_t vocab_size = 0, sequence_length = 0;
  std::optional<std::int64_t> raw;  // only the first so many records of each split were read
  std::vector<DataWarning> warnings;
  std::vector<SplitCounts> splits;
  std::vector<DataSample> samples;
  std::string text{};  // the same for a person, where that was asked for
};

void describe(Section<LengthCounts>& section);
void describe(Section<LabelTotal>& section);
void describe(Section<SplitCounts>& section);
void describe(Section<HiddenToken>& section);
void describe(Section<SampleToken>& section);
void describe(Section<DataSample>& section);
void describe(Section<DataWarning>& section);
void describe(Section<InspectionProgress>& section);
void describe(Section<Inspection>& section);

}  // namespace trainyard
