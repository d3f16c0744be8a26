// SPDX-License-Identifier: GPL-3.0-or-later
// Files of trackers as bytes, written as they write them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/trackers/protobuf_writer.h"
#include "engine/trackers/record_file.h"
#include "engine/trackers/tracker_reader.h"

namespace trainyard {

inline std::string scalar_record(std::string_view tag, std::int64_t step, float value,
                                 double time = 1.5) {
  ProtobufMessage event;
  event.add(1, time);
  if (step != 0) event.add(2, step);
  return framed_record(
      event.add(5, ProtobufMessage().add(1, ProtobufMessage().add(1, tag).add(2, value))).bytes());
}

inline ProtobufMessage wandb_item(std::string_view key, std::string_view json) {
  return ProtobufMessage().add(2, key).add(16, json);
}

// What a reader makes of `bytes`, fed `piece` bytes at a time.
struct ReadPoints {
  std::vector<TrackedPoint> points;
  bool is_whole = true;
};
inline ReadPoints read_points(TrackerReader& reader, std::string_view bytes,
                              std::size_t piece = std::string::npos) {
  ReadPoints read;
  while (!bytes.empty()) {
    read.is_whole = reader.feed(bytes.substr(0, piece), [&](TrackedPoint point) {
      read.points.push_back(std::move(point));
    });
    bytes.remove_prefix(std::min(piece, bytes.size()));
  }
  return read;
}

}  // namespace trainyard
