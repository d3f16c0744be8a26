// SPDX-License-Identifier: GPL-3.0-or-later
// SwanLab's run files (run-ID.swanlab): framed as W&B's, with records of SwanLab's own
// (swanlab/record/v1/record.proto), of which the run, its scalars and its end are read.
#pragma once

#include <set>
#include <string>

#include "engine/trackers/framed_reader.h"
#include "engine/trackers/wandb_log.h"

namespace trainyard {

class SwanlabReader final : public FramedReader<WandbLogReader> {
 public:
  SwanlabReader() : FramedReader(WandbLogReader(swanlab_log_header)) {}

 private:
  void take_record(std::string_view record, const OnPoint& on_point) override;
  void take_start(std::string_view start);
  void take_finish(std::string_view finish);
  void take_column(std::string_view column);
  void take_scalar(std::string_view scalar, const OnPoint& on_point) const;

  std::set<std::string, std::less<>> system_keys_;  // what SwanLab measures of the computer
};

}  // namespace trainyard
