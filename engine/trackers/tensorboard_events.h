// SPDX-License-Identifier: GPL-3.0-or-later
// TensorBoard's event files: records of tensorflow/core/util/event.proto, of which scalars are read
// in both of their forms (simple_value; a tensor of one number), texts, images and histograms, and
// the settings that the hparams plugin keeps.
#pragma once

#include <map>

#include "engine/trackers/framed_reader.h"
#include "engine/trackers/record_file.h"
#include "engine/trackers/tensorboard_media.h"

namespace trainyard {

class TensorboardReader final : public FramedReader<RecordFileReader> {
 private:
  void take_record(std::string_view event, const OnPoint& on_point) override;
  void take_summary(std::string_view summary, TrackedPoint& point);
  void take_settings(std::string_view content);
  std::string_view plugin_of(const SummaryValue& value);

  static constexpr std::size_t max_tags = 2000;
  // By tag: TensorFlow's writers name the plugin with the first value of a tag only.
  std::map<std::string, std::string, std::less<>> plugins_;
};

}  // namespace trainyard
