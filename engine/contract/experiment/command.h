// What runs when the workload is a program of the user.
#pragma once

#include "engine/contract/experiment/field.h"

namespace trainyard {

enum class Launcher { none, srun, torchrun, accelerate, deepspeed };
template <> struct Names<Launcher> {
  static constexpr std::pair<Launcher, std::string_view> all[] = {{Launcher::none, "none"}, {Launcher::srun, "srun"},
      {Launcher::torchrun, "torchrun"}, {Launcher::accelerate, "accelerate"}, {Launcher::deepspeed, "deepspeed"}};
};
enum class MetricsReader { huggingface, jsonl, none };
template <> struct Names<MetricsReader> {
  static constexpr std::pair<MetricsReader, std::string_view> all[] = {{MetricsReader::huggingface, "huggingface"},
      {MetricsReader::jsonl, "jsonl"}, {MetricsReader::none, "none"}};
};

struct CommandSection {
  Launcher launcher = Launcher::torchrun;
  std::string program = "train.py";
  TextList arguments;
  MetricsReader metrics = MetricsReader::huggingface;
  std::string stop_signal = "SIGTERM";
};

inline void describe(Section<CommandSection>& section) {
  section.field("launcher", &CommandSection::launcher);
  section.field("program", &CommandSection::program);
  section.field("arguments", &CommandSection::arguments);
  section.field("metrics", &CommandSection::metrics);
  section.field("stop_signal", &CommandSection::stop_signal);
}

}  // namespace trainyard
