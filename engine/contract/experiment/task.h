// SPDX-License-Identifier: GPL-3.0-or-later
// What is learned.
#pragma once

#include "engine/contract/describe/names.h"

namespace trainyard {

enum class TaskKind {
  causal_language_modeling,
  masked_language_modeling,
  instruction_tuning,
  sequence_classification,
  token_classification
};
template <>
struct Names<TaskKind> {
  static constexpr std::pair<TaskKind, std::string_view> all[] = {
      {TaskKind::causal_language_modeling, "causal_language_modeling"},
      {TaskKind::masked_language_modeling, "masked_language_modeling"},
      {TaskKind::instruction_tuning, "instruction_tuning"},
      {TaskKind::sequence_classification, "sequence_classification"},
      {TaskKind::token_classification, "token_classification"}};
};

// What a task learns from, and what it learns.
enum class TaskRecords { texts, instructions, labelled };
enum class TaskOutput {
  tokens,
  row,
  words
};  // the next or a masked token; labels of rows, of
    // words
// Which models can learn it: any, causal ones only, or bidirectional ones only.
enum class TaskModels { any, causal, bidirectional };

// What the rest of the program needs to know about a task; its loss is in a file in engine/task.
struct TaskTraits {
  TaskKind kind;
  TaskRecords records;
  TaskOutput output;
  bool hides_tokens;  // and replaces them with the mask token
  TaskModels models;
  std::string_view peft_type;  // in an adapter's config; empty: determined by the model's class
  std::string_view metrics;    // of an evaluation; others for regression (data_rules.cpp)
};

inline constexpr std::string_view kLanguageMetrics = "loss, perplexity, accuracy";
inline constexpr TaskTraits kTaskTraits[] = {
    {TaskKind::causal_language_modeling, TaskRecords::texts, TaskOutput::tokens, false,
     TaskModels::causal, "CAUSAL_LM", kLanguageMetrics},
    {TaskKind::masked_language_modeling, TaskRecords::texts, TaskOutput::tokens, true,
     TaskModels::bidirectional, "", kLanguageMetrics},
    {TaskKind::instruction_tuning, TaskRecords::instructions, TaskOutput::tokens, false,
     TaskModels::causal, "CAUSAL_LM", kLanguageMetrics},
    {TaskKind::sequence_classification, TaskRecords::labelled, TaskOutput::row, false,
     TaskModels::any, "SEQ_CLS", "loss, accuracy, precision, recall, f1, roc_auc, roc_auc_ovo"},
    {TaskKind::token_classification, TaskRecords::labelled, TaskOutput::words, false,
     TaskModels::any, "TOKEN_CLS", "loss, accuracy, precision, recall, f1"}};
static_assert(std::size(kTaskTraits) == std::size(Names<TaskKind>::all));

constexpr const TaskTraits& traits_of(TaskKind kind) {
  for (const TaskTraits& traits : kTaskTraits)
    if (traits.kind == kind) return traits;
  return kTaskTraits[0];
}

// The tasks that learn from such records, in the syntax of a condition: "one|another".
inline std::string tasks_with(TaskRecords records) {
  std::string names;
  for (const TaskTraits& traits : kTaskTraits)
    if (traits.records == records)
      names.append(names.empty() ? "" : "|").append(name_of(traits.kind));
  return names;
}

enum class ProblemType { single_label_classification, multi_label_classification, regression };
template <>
struct Names<ProblemType> {
  static constexpr std::pair<ProblemType, std::string_view> all[] = {
      {ProblemType::single_label_classification, "single_label_classification"},
      {ProblemType::multi_label_classification, "multi_label_classification"},
      {ProblemType::regression, "regression"}};
};

struct TaskSection {
  TaskKind kind = TaskKind::causal_language_modeling;
  double mlm_probability = 0.15;
  ProblemType problem_type = ProblemType::single_label_classification;
  TextList labels;
};

void describe(Section<TaskSection>& section);

}  // namespace trainyard
