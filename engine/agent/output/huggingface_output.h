// SPDX-License-Identifier: GPL-3.0-or-later
// Points from a Hugging Face Trainer whose callback could not be added: from the dictionaries that
// it prints, corrected by trainer_state.json when it appears.
#pragma once

#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "engine/agent/output/metrics_reader.h"

namespace trainyard::agent {

class HuggingfaceOutput : public MetricsReader {
 public:
  HuggingfaceOutput(std::filesystem::path checkpoints, Emit emit)
      : checkpoints_(std::move(checkpoints)), emit_(std::move(emit)) {}

  void output_line(std::string_view line) override;
  void error_line(std::string_view line) override;
  void event_seen(const Event& event)
      override;  // a start or metrics event: the callback works, nothing is read any more
  std::int64_t waiting() const override { return pending_.empty() ? 0 : num_printed_; }
  void give_up_waiting() override { emit_pending(std::nullopt); }
  void look_around() override;
  void finish() override;

 private:
  void emit_pending(std::optional<std::int64_t> step);
  void read_trainer_state(const std::filesystem::path& file);

  std::filesystem::path checkpoints_;
  Emit emit_;
  bool has_callback_ = false;
  std::int64_t num_printed_ = 0;
  std::optional<std::int64_t>
      training_total_;  // of the training bar; an evaluation has a bar of its own
  // Printed, waiting for the bar that is redrawn behind it: one at most, none before there is a
  // bar.
  std::vector<MetricsEvent> pending_;
  std::set<std::filesystem::path> states_read_;
};

// The Trainer's key as a metric's name: loss -> train/loss, eval_loss -> eval/loss,
// mean_token_accuracy -> train/….
std::string metric_name(const std::string& key);

// "{'loss': '5.376', 'epoch': 0.3125}", one flat Python dictionary of numbers, quoted or not;
// nothing for other lines.
std::optional<MetricsEvent> parse_printed_dictionary(std::string_view line);

// A redrawn bar without a description, " 31%|███  | 10/32 [00:01<00:02, 9.1it/s]": what is done,
// and of how many.
std::optional<std::pair<std::int64_t, std::int64_t>> parse_training_bar(std::string_view line);

// The entries of a trainer_state.json's log_history.
Result<std::vector<MetricsEvent>> parse_trainer_state(std::string_view text);

}  // namespace trainyard::agent
