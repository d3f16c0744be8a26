// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/agent/nodes/frame.h"

namespace trainyard::agent {
namespace {

std::string number_text(std::uint32_t number) {
  return {static_cast<char>(number >> 24), static_cast<char>(number >> 16),
          static_cast<char>(number >> 8), static_cast<char>(number)};
}

std::uint32_t network_number_at(std::string_view text) {
  std::uint32_t number = 0;
  for (std::size_t at = 0; at < 4; ++at)
    number = number << 8 | static_cast<unsigned char>(text[at]);
  return number;
}

bool is_known(char kind) { return kind == 'm' || kind == 'e' || kind == 'o' || kind == 'h'; }

}  // namespace

std::string frame_text(FrameKind kind, std::string_view body) {
  std::string text = number_text(static_cast<std::uint32_t>(body.size() + 1));
  text += static_cast<char>(kind);
  text += body;
  return text;
}

std::string output_body(int rank, char stream, std::string_view bytes) {
  std::string body = number_text(static_cast<std::uint32_t>(rank));
  body += stream;
  body += bytes;
  return body;
}

bool parse_output_body(std::string_view body, OutputBody& output) {
  if (body.size() < 5 || (body[4] != 'o' && body[4] != 'e')) return false;
  output = {static_cast<int>(network_number_at(body)), body[4], body.substr(5)};
  return output.rank >= 0;
}

bool FrameReader::add(std::string_view bytes, const OnFrame& on_frame) {
  if (is_broken_) return false;
  buffer_ += bytes;
  std::size_t at = 0;
  while (buffer_.size() - at >= 5) {
    const std::uint32_t length = network_number_at(std::string_view(buffer_).substr(at));
    const char kind = buffer_[at + 4];
    if (length < 1 || length > limit_bytes_ || !is_known(kind)) return is_broken_ = true, false;
    if (buffer_.size() - at - 4 < length) break;
    on_frame(static_cast<FrameKind>(kind), std::string_view(buffer_).substr(at + 5, length - 1));
    at += 4 + length;
  }
  buffer_.erase(0, at);
  return true;
}

}  // namespace trainyard::agent
