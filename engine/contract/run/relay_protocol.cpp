// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/contract/run/relay_protocol.h"

#include <algorithm>
#include <utility>

namespace trainyard {
namespace {

constexpr std::size_t relay_head_bytes = 9;
// Room is reported in steps: a message for each byte would cost more than the byte.
constexpr std::size_t relay_credit_step = relay_window / 4;

void append_number(std::string& text, std::uint32_t number, int bytes) {
  for (int i = bytes - 1; i >= 0; --i) text += static_cast<char>(number >> (8 * i) & 0xff);
}

std::uint32_t number_in(std::string_view bytes) {
  std::uint32_t number = 0;
  for (const char byte : bytes) number = number << 8 | static_cast<unsigned char>(byte);
  return number;
}

std::string number_text(std::uint32_t number, int bytes) {
  std::string text;
  append_number(text, number, bytes);
  return text;
}

}  // namespace

std::string relay_frame(std::uint32_t connection, RelayKind kind, std::string_view payload) {
  std::string text;
  text.reserve(relay_head_bytes + payload.size());
  append_number(text, connection, 4);
  text += static_cast<char>(kind);
  append_number(text, static_cast<std::uint32_t>(payload.size()), 4);
  return text.append(payload);
}

RelayTalk::RelayTalk(Side side) : side_(side), is_greeted_(side == Side::relay) {
  if (side == Side::relay) output = relay_greeting;
}

bool RelayTalk::take_greeting() {
  const std::size_t count = std::min(buffer_.size(), relay_greeting.size());
  if (buffer_.compare(0, count, relay_greeting.substr(0, count)) != 0) return false;
  if (count < relay_greeting.size()) return true;
  buffer_.erase(0, count);
  return is_greeted_ = true;
}

bool RelayTalk::add(std::string_view bytes) {
  if (is_broken_) return false;
  buffer_.append(bytes);
  if (!is_greeted_ && !take_greeting()) is_broken_ = true;
  std::string_view left = buffer_;
  while (is_greeted_ && !is_broken_ && left.size() >= relay_head_bytes) {
    const std::size_t length = number_in(left.substr(5, 4));
    if (length > relay_frame_bytes) {
      is_broken_ = true;
      break;
    }
    if (left.size() < relay_head_bytes + length) break;
    is_broken_ = !take_frame(number_in(left.substr(0, 4)), static_cast<RelayKind>(left[4]),
                             left.substr(relay_head_bytes, length));
    left.remove_prefix(relay_head_bytes + length);
  }
  buffer_.erase(0, buffer_.size() - left.size());
  return !is_broken_;
}

bool RelayTalk::take_frame(std::uint32_t id, RelayKind kind, std::string_view payload) {
  if (kind == RelayKind::open) return take_open(id, payload);
  const bool is_known = kind == RelayKind::data || kind == RelayKind::close ||
                        kind == RelayKind::credit ||
                        (kind == RelayKind::end && side_ == Side::relay);
  if (!is_known || id == 0 || id > last_id_) return false;
  const auto found = connections_.find(id);
  if (found == connections_.end()) return true;
  Connection& connection = found->second;
  if (connection.is_closed) return false;
  if (kind == RelayKind::data) return take_data(connection, payload);
  if (kind == RelayKind::credit) return take_credit(connection, payload);
  if (!payload.empty() || (kind == RelayKind::end && connection.has_input_ended)) return false;
  connection.has_input_ended = true;
  connection.is_closed = kind == RelayKind::close;
  return true;
}

bool RelayTalk::take_open(std::uint32_t id, std::string_view payload) {
  if (side_ != Side::relay || id != last_id_ + 1 || payload.size() != 2) return false;
  last_id_ = id;
  if (connections_.size() < relay_connections)
    connections_[id].port = static_cast<std::uint16_t>(number_in(payload));
  else
    output += relay_frame(id, RelayKind::close, {});
  return true;
}

bool RelayTalk::take_data(Connection& connection, std::string_view payload) {
  if (payload.empty() || payload.size() > connection.may_come || connection.has_input_ended)
    return false;
  connection.may_come -= payload.size();
  connection.received.append(payload);
  return true;
}

bool RelayTalk::take_credit(Connection& connection, std::string_view payload) {
  if (payload.size() != 4) return false;
  const std::size_t count = number_in(payload);
  if (count > relay_window - connection.may_send) return false;
  connection.may_send += count;
  return true;
}

std::uint32_t RelayTalk::open(std::uint16_t port) {
  const std::uint32_t id = ++last_id_;
  connections_[id].port = port;
  output += relay_frame(id, RelayKind::open, number_text(port, 2));
  return id;
}

void RelayTalk::end(std::uint32_t id) {
  const auto found = connections_.find(id);
  if (found != connections_.end() && !found->second.is_closed)
    output += relay_frame(id, RelayKind::end, {});
}

std::size_t RelayTalk::send(std::uint32_t id, std::string_view bytes) {
  const auto found = connections_.find(id);
  if (found == connections_.end() || found->second.is_closed) return 0;
  bytes = bytes.substr(0, std::min(found->second.may_send, relay_frame_bytes));
  if (bytes.empty()) return 0;
  found->second.may_send -= bytes.size();
  output += relay_frame(id, RelayKind::data, bytes);
  return bytes.size();
}

void RelayTalk::consumed(std::uint32_t id, std::size_t count) {
  const auto found = connections_.find(id);
  if (found == connections_.end()) return;
  Connection& connection = found->second;
  connection.received.erase(0, count);
  connection.freed += count;
  if (connection.has_input_ended || connection.freed < relay_credit_step) return;
  const std::size_t freed = std::exchange(connection.freed, 0);
  connection.may_come += freed;
  output += relay_frame(id, RelayKind::credit, number_text(static_cast<std::uint32_t>(freed), 4));
}

void RelayTalk::close(std::uint32_t id) {
  const auto found = connections_.find(id);
  if (found == connections_.end()) return;
  if (!found->second.is_closed) output += relay_frame(id, RelayKind::close, {});
  connections_.erase(found);
}

}  // namespace trainyard
