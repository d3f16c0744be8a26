// SPDX-License-Identifier: GPL-3.0-or-later
// What the readers of trackers' files with framed records have in common: the frame is taken off by
// `Frame` (RecordFileReader, WandbLogReader), what a record means is the reader's own.
#pragma once

#include <cstdint>
#include <string_view>
#include <utility>

#include "engine/trackers/tracker_reader.h"

namespace trainyard {

template <class Frame>
class FramedReader : public TrackerReader {
 public:
  explicit FramedReader(Frame frame = Frame()) : frame_(std::move(frame)) {}

  bool feed(std::string_view bytes, const OnPoint& on_point) final {
    return frame_.feed(bytes, [&](std::string_view record) { take_record(record, on_point); });
  }
  std::uint64_t whole_bytes() const final { return frame_.whole_bytes(); }
  void rewind() final { frame_.rewind(); }

 private:
  virtual void take_record(std::string_view record, const OnPoint& on_point) = 0;

  Frame frame_;
};

}  // namespace trainyard
