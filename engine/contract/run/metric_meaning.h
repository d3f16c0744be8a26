// SPDX-License-Identifier: GPL-3.0-or-later
// What the name of a metric says, as programs of this field choose it: "val_loss", "Loss/train",
// "dev/ppl", "it/s". Pure; whoever sorts, pairs or judges metrics asks here.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace trainyard {

// Of which part of the data a value is; `none` where the name does not say it.
enum class MetricSplit : std::uint8_t { none, train, eval, test };

enum class BetterValue : std::uint8_t { unknown, lower, higher };

struct MetricMeaning {
  MetricSplit split = MetricSplit::none;
  // The name without the split, as it is written: "loss" of "val_loss", "acc" of "train/acc".
  std::string base;
  // The same for metrics that differ only in their split and spelling, and so share a panel:
  // "accuracy" of "valid/acc" and of "Accuracy".
  std::string key;
  bool is_loss = false;
  // A policy is judged by it, though nothing is held out: reward, return, success.
  bool is_reward = false;
  BetterValue better = BetterValue::unknown;
  // It tells how the program runs and not how well it learns: rates, times, memory, counters, the
  // learning rate.
  bool is_performance = false;

  bool is_evaluated() const { return split == MetricSplit::eval || split == MetricSplit::test; }
};

MetricMeaning metric_meaning(std::string_view name);

// Of several losses of a run, the one with the lowest place stands for it, in training (0 to 9) and
// in evaluation (10 to 19); of the same place the first by name. Nothing for what is no loss. 0 and
// 10 are "train/loss" and "eval/loss" alone.
std::optional<int> loss_place(std::string_view name);
inline constexpr int first_evaluation_loss = 10;

// Of a word in lower case: "val", "training", "dev".
MetricSplit split_word(std::string_view word);

}  // namespace trainyard
