// SPDX-License-Identifier: GPL-3.0-or-later
// Metrics as lines of text: the metrics.csv of Lightning's CSVLogger, and the files of MLflow's
// file store.
#pragma once

#include <utility>
#include <vector>

#include "engine/trackers/text_lines.h"
#include "engine/trackers/tracker_reader.h"

namespace trainyard {

// The first line names the columns, in each other line a cell may be empty. A file without a column
// `step` or `epoch` is someone else's and has no points.
class LightningCsvReader final : public TrackerReader {
 public:
  bool feed(std::string_view bytes, const OnPoint& on_point) override;
  std::uint64_t whole_bytes() const override { return lines_.whole_bytes(); }
  void rewind() override { lines_.rewind(); }

 private:
  void take_row(std::string_view line, const OnPoint& on_point) const;

  TextLines lines_;
  std::vector<std::string> columns_;
  bool has_columns_ = false;
};

// Lines of the time in milliseconds, the value and the step.
class MlflowMetricReader final : public TrackerReader {
 public:
  explicit MlflowMetricReader(std::string metric) : metric_(std::move(metric)) {}
  bool feed(std::string_view bytes, const OnPoint& on_point) override;
  std::uint64_t whole_bytes() const override { return lines_.whole_bytes(); }
  void rewind() override { lines_.rewind(); }

 private:
  TextLines lines_;
  std::string metric_;
};

}  // namespace trainyard
