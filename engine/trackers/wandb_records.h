// SPDX-License-Identifier: GPL-3.0-or-later
// W&B's run files: records of wandb/proto/wandb_internal.proto, of which the run, its settings, its
// history (wandb.log, with what wandb_media.h knows), its summary and its end are read. Values in
// them are JSON as Python writes it, with NaN and Infinity.
#pragma once

#include "engine/trackers/framed_reader.h"
#include "engine/trackers/wandb_log.h"

namespace trainyard {

class WandbReader final : public FramedReader<WandbLogReader> {
 private:
  void take_record(std::string_view record, const OnPoint& on_point) override;
  void take_history(std::string_view history, const OnPoint& on_point) const;
  void take_run(std::string_view run);
};

}  // namespace trainyard
