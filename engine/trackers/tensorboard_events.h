// SPDX-License-Identifier: GPL-3.0-or-later
// TensorBoard's event files: records of tensorflow/core/util/event.proto, of which scalars are read
// in both of their forms (simple_value; a tensor of one number), and the settings that the hparams
// plugin keeps.
#pragma once

#include "engine/trackers/record_file.h"
#include "engine/trackers/tracker_reader.h"

namespace trainyard {

class TensorboardReader final : public TrackerReader {
 public:
  bool feed(std::string_view bytes, const OnPoint& on_point) override;
  std::uint64_t whole_bytes() const override { return records_.whole_bytes(); }
  void rewind() override { records_.rewind(); }

 private:
  void take_event(std::string_view event, const OnPoint& on_point);
  void take_summary(std::string_view summary, TrackedPoint& point);
  void take_settings(std::string_view content);

  RecordFileReader records_;
};

}  // namespace trainyard
