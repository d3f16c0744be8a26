// SPDX-License-Identifier: GPL-3.0-or-later
// Learning labels: one, several or a number a text, or one a token.
#pragma once

#include "engine/contract/experiment/experiment.h"
#include "engine/task/task.h"

namespace trainyard {

// The label of each row by task.problem_type, as transformers' sequence classification has them:
// the mean over rows of the cross entropy; over rows and labels of the binary cross entropy; over
// rows of the squared error. MicroBatch::row_labels has a label's index a row, a 0 or 1 for each
// label, or a number. Metrics: eval/accuracy, precision, recall, F1 (of label 1 where there are
// two, the mean of more, over all decisions where a row may have several), ROC-AUC; for numbers
// Pearson's and Spearman's correlations. What is not defined on the data is left out.
std::unique_ptr<Task> make_sequence_classification(const Experiment& experiment,
                                                   const TaskData& data);

// The label of each token that has one: the mean cross entropy over them. Metrics are those of
// entities, as seqeval counts them, and the accuracy of tokens.
std::unique_ptr<Task> make_token_classification(const Experiment& experiment, const TaskData& data);

}  // namespace trainyard
