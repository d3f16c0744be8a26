// SPDX-License-Identifier: GPL-3.0-or-later
// What runs when the workload is a program of the user.
#pragma once

#include "engine/contract/describe/names.h"

namespace trainyard {

enum class Launcher { none, srun, torchrun, accelerate, deepspeed };
template <>
struct Names<Launcher> {
  static constexpr std::pair<Launcher, std::string_view> all[] = {
      {Launcher::none, "none"},
      {Launcher::srun, "srun"},
      {Launcher::torchrun, "torchrun"},
      {Launcher::accelerate, "accelerate"},
      {Launcher::deepspeed, "deepspeed"}};
};
enum class MetricsReader { automatic, huggingface, jsonl, none };
template <>
struct Names<MetricsReader> {
  static constexpr std::pair<MetricsReader, std::string_view> all[] = {
      {MetricsReader::automatic, "auto"},
      {MetricsReader::huggingface, "huggingface"},
      {MetricsReader::jsonl, "jsonl"},
      {MetricsReader::none, "none"}};
};

// The name of the trainer itself as a program: it is shipped with the run, for its commands besides
// training (prepare, evaluate, predict).
inline constexpr std::string_view kTrainer = "engine";

struct CommandSection {
  Launcher launcher = Launcher::torchrun;
  std::string program = "train.py";
  TextList arguments;
  MetricsReader metrics = MetricsReader::automatic;
  std::optional<std::string> metrics_pattern, metrics_step;
  TextList metrics_leave_out;
  std::string stop_signal = "SIGTERM";
};

void describe(Section<CommandSection>& section);

}  // namespace trainyard
