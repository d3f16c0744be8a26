// SPDX-License-Identifier: GPL-3.0-or-later
// Multiplexes connections over one pair of streams. A program inside a job (the relay) connects to
// ports of its own computer on behalf of whoever holds the other ends of its streams (the asker).
// Frames, in network byte order: u32 connection, u8 kind, u32 length, as many bytes. Each side
// sends no more of a connection than the other has room for, so that a slow reader does not block
// other connections and uses no more memory than the window.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

namespace trainyard {

enum class RelayKind : std::uint8_t {
  open = 1,    // to the relay: u16 port. Connections are numbered consecutively from 1
  data = 2,    // at least one byte
  end = 3,     // to the relay: no more data follows
  close = 4,   // nothing more follows and no data is accepted; also for one that failed
  credit = 5,  // u32: there is room for this many more bytes
};

constexpr std::size_t relay_window = 1 << 20, relay_frame_bytes = 64 << 10, relay_connections = 256;
// What the relay sends first, and also for a probe. Incompatible protocols get a new number.
inline constexpr std::string_view relay_greeting = "yard-agent relay 1\n";

std::string relay_frame(std::uint32_t connection, RelayKind kind, std::string_view payload);

// One side of the protocol. It does no I/O: its owner passes in what was received and sends
// `output`.
class RelayTalk {
 public:
  enum class Side { asker, relay };
  struct Connection {
    std::uint16_t port = 0;
    std::string received;                 // not yet consumed by the owner
    std::size_t may_send = relay_window;  // the other side's remaining room
    bool has_input_ended = false;         // nothing follows `received`
    bool is_closed = false;               // by the other side
    // Room for the other side here, and how much was freed without telling it yet.
    std::size_t may_come = relay_window, freed = 0;
  };
  using Connections = std::map<std::uint32_t, Connection>;

  explicit RelayTalk(Side side);

  // Returns false, and always does from then on, for a protocol violation. Frames of a connection
  // that was closed here were in flight and are dropped.
  bool add(std::string_view bytes);
  // Asker: the relay has sent its greeting.
  bool is_greeted() const { return is_greeted_; }
  // Relay: new ones appear here; asker: those created by open().
  const Connections& connections() const { return connections_; }

  // For the asker. Returns the connection's number, even if the relay will refuse it.
  std::uint32_t open(std::uint16_t port);
  void end(std::uint32_t id);

  // Returns how many of the bytes were accepted.
  std::size_t send(std::uint32_t id, std::string_view bytes);
  // The first `count` received bytes have been consumed.
  void consumed(std::uint32_t id, std::size_t count);
  // The connection is forgotten.
  void close(std::uint32_t id);

  std::string output;

 private:
  bool take_greeting();
  bool take_frame(std::uint32_t id, RelayKind kind, std::string_view payload);
  bool take_open(std::uint32_t id, std::string_view payload);
  static bool take_data(Connection& connection, std::string_view payload);
  static bool take_credit(Connection& connection, std::string_view payload);

  const Side side_;
  Connections connections_;
  std::uint32_t last_id_ = 0;
  std::string buffer_;
  bool is_greeted_ = false, is_broken_ = false;
};

}  // namespace trainyard
