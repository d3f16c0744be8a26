// SPDX-License-Identifier: GPL-3.0-or-later
// Metrics of a Hugging Face Trainer to which the callback could not be added: from the dictionaries
// that it prints, corrected by trainer_state.json once that appears.
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
      override;  // a start or metrics event: the callback works, so nothing else is read
  std::int64_t waiting() const override { return pending_.empty() ? 0 : num_printed_; }
  void give_up_waiting() override;
  void look_around() override;
  void finish() override;

 private:
  bool may_be_of_pending_step(const MetricsEvent& metrics) const;
  void emit_pending(std::optional<std::int64_t> step);
  void read_trainer_state(const std::filesystem::path& file);

  std::filesystem::path checkpoints_;
  Emit emit_;
  bool has_callback_ = false;
  std::int64_t num_printed_ = 0;
  std::optional<std::int64_t>
      training_total_;  // total of the training bar; an evaluation has its own bar
  std::optional<std::int64_t> last_step_;  // of that bar
  // Printed and waiting for the progress bar that is redrawn after it: values of one step, and none
  // before there is a bar.
  std::vector<MetricsEvent> pending_;
  std::set<std::filesystem::path> states_read_;
};

// Converts the Trainer's key to a metric name: loss -> train/loss, eval_loss -> eval/loss,
// mean_token_accuracy -> train/….
std::string metric_name(const std::string& key);

// "{'loss': '5.376', 'epoch': 0.3125}", a flat Python dictionary of numbers, quoted or not; nothing
// for other lines.
std::optional<MetricsEvent> parse_printed_dictionary(std::string_view line);

// Parses a redrawn bar without a description, " 31%|███  | 10/32 [00:01<00:02, 9.1it/s]": the
// current and total count.
std::optional<std::pair<std::int64_t, std::int64_t>> parse_training_bar(std::string_view line);

// Returns the entries of log_history in a trainer_state.json.
Result<std::vector<MetricsEvent>> parse_trainer_state(std::string_view text);

}  // namespace trainyard::agent
