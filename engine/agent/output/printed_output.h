// SPDX-License-Identifier: GPL-3.0-or-later
// Metrics of an arbitrary program, from what it prints: Python dictionaries as printed by a Hugging
// Face Trainer, lines that are JSON objects, progress bars, and lines that come again and again
// with other numbers. Reports once what it found, and at the end if it found nothing in what was
// printed.
#pragma once

#include <chrono>
#include <optional>
#include <string>

#include "engine/agent/output/huggingface_output.h"
#include "engine/agent/output/jsonl_output.h"
#include "engine/agent/output/learned_output.h"
#include "engine/agent/output/metrics_reader.h"
#include "engine/agent/output/progress_bar.h"

namespace trainyard::agent {

class PrintedOutput : public MetricsReader {
 public:
  // `step`: the name whose number is the step; empty: it is found.
  PrintedOutput(std::filesystem::path checkpoints, const std::string& step, Emit emit);

  void output_line(std::string_view line) override;
  void error_line(std::string_view line) override;
  void event_seen(const Event& event) override;
  void tracker_seen() override { has_points_ = true; }
  std::int64_t waiting() const override { return dictionaries_.waiting(); }
  void give_up_waiting() override { dictionaries_.give_up_waiting(); }
  void look_around() override { dictionaries_.look_around(); }
  void finish() override;

 private:
  std::string_view without_label(std::string_view line);
  void take_line(std::string_view line);
  bool take_structured(std::string_view line);
  void take_point(const char* what, Event event);
  bool take_bar(std::string_view line);
  void take_values(const ProgressBar& bar);
  void found(const char* what, Map arguments = {});

  Emit emit_;
  HuggingfaceOutput dictionaries_;
  JsonlOutput objects_;
  LearnedOutput learned_;
  // Points came from the program itself or in a format that is meant to be read: what else it
  // prints tells the same to people.
  bool is_structured_ = false, has_learned_ = false, was_read_ = false;
  std::optional<MetricsEvent> unclear_;  // numbers that may be settings
  bool has_points_ = false, has_bar_ = false, has_lines_ = false;
  std::optional<std::string> label_;  // the task of `srun --label` whose lines are read
  ProgressBar bar_;                   // the last one
  // The total of the bar whose values are read; that of an evaluation in between differs.
  std::optional<std::int64_t> valued_total_;
  std::int64_t valued_done_ = 0, steps_before_ = 0;  // those of earlier epochs
  std::chrono::steady_clock::time_point told_{};
};

}  // namespace trainyard::agent
