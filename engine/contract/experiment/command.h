// SPDX-License-Identifier: GPL-3.0-or-later
// What runs when the workload is a program of the user.
#pragma once

#include "engine/contract/describe/field.h"

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

inline void describe(Section<CommandSection>& section) {
  section.field("launcher", &CommandSection::launcher)
      .label("Launcher")
      .help("What starts the processes of the program. With none, the agent starts them itself.")
      .when("workload=command");
  section.field("program", &CommandSection::program)
      .label("Program")
      .help(
          "Program to run. A .py file is run with the environment's python. It is looked up in the "
          "run's code folder first. The word engine means Trainyard's own trainer, which is sent "
          "along.")
      .pattern(R"([^\-\s][^\n]*)",
               "a program's name or path that does not start with a dash or a space")
      .when("workload=command");
  section.field("arguments", &CommandSection::arguments)
      .label("Arguments")
      .help(
          "Arguments of the program, each passed on as it stands, without a shell. Placeholders "
          "such as {run_dir} and {resume_from} are replaced.")
      .when("workload=command");
  section.field("metrics", &CommandSection::metrics)
      .label("Metrics")
      .help(
          "Where the curves come from: whatever the program prints (auto), a Hugging Face Trainer "
          "alone, JSON lines alone, or nowhere.")
      .when("workload=command");
  section.field("metrics_pattern", &CommandSection::metrics_pattern)
      .label("Pattern of metrics")
      .help(
          "How a printed line is read, where it is not read rightly by itself: iter {step}: loss "
          "{loss}, {*} lr {lr}. Each {name} is a number, {*} any text. Only lines that fit are "
          "read then.")
      .when("workload=command")
      .tier(Tier::advanced);
  section.field("metrics_step", &CommandSection::metrics_step)
      .label("Step of metrics")
      .help(
          "The printed name whose number is the step, where another one was taken for it: "
          "samples_seen.")
      .when("workload=command")
      .tier(Tier::advanced);
  section.field("metrics_leave_out", &CommandSection::metrics_leave_out)
      .label("Metrics left out")
      .help("Names of curves that are not wanted of what is printed: mfu, train/time.")
      .when("workload=command")
      .tier(Tier::advanced);
  section.field("stop_signal", &CommandSection::stop_signal)
      .label("Stop signal")
      .help("Signal that tells the program to save and stop.")
      .pattern(R"(SIG(TERM|INT|HUP|QUIT|USR1|USR2))",
               "one of SIGTERM, SIGINT, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2")
      .when("workload=command")
      .tier(Tier::expert);
}

}  // namespace trainyard
