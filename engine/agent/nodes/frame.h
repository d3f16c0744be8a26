// SPDX-License-Identifier: GPL-3.0-or-later
// The frames of a connection between agents: 4 bytes length (of what follows, big endian), 1 byte
// kind, the body.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace trainyard::agent {

enum class FrameKind : char {
  message = 'm',    // a JSON object, see node_messages.h
  event = 'e',      // a line as in events.jsonl, without time and sequence
  output = 'o',     // 4 bytes rank (big endian), 1 byte 'o' or 'e', the bytes
  heartbeat = 'h',  // empty
};

std::string frame_text(FrameKind kind, std::string_view body);

std::string output_body(int rank, char stream, std::string_view bytes);
struct OutputBody {
  int rank = 0;
  char stream = 'o';
  std::string_view bytes;  // a view into the body
};
// False if it is not the body of an output frame.
bool parse_output_body(std::string_view body, OutputBody& output);

class FrameReader {
 public:
  using OnFrame = std::function<void(FrameKind, std::string_view)>;
  explicit FrameReader(std::size_t limit_bytes) : limit_bytes_(limit_bytes) {}

  void set_limit(std::size_t limit_bytes) { limit_bytes_ = limit_bytes; }
  // Passes on every complete frame. Returns false, and always does from then on, for a frame that
  // is longer than the limit, empty, or of an unknown kind.
  bool add(std::string_view bytes, const OnFrame& on_frame);

 private:
  std::size_t limit_bytes_;
  std::string buffer_;
  bool is_broken_ = false;
};

}  // namespace trainyard::agent
