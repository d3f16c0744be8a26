// SPDX-License-Identifier: GPL-3.0-or-later
// How many connections go over one pair of streams. A program beside a job (the relay) connects to
// ports of its own computer for who holds the other ends of its streams (the asker). Frames, with
// numbers as the network has them: u32 connection, u8 kind, u32 length, as many bytes. Each side
// sends no more of a connection than the other one has room for, so that one who does not read
// keeps up nobody else, and costs no more than the window.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

namespace trainyard {

enum class RelayKind : std::uint8_t {
  open = 1,    // to the relay: u16 port. Connections are numbered from 1 on, one by one
  data = 2,    // at least one byte
  end = 3,     // to the relay: no data comes any more
  close = 4,   // nothing comes any more, and no data is taken; also for one that was not made
  credit = 5,  // u32: there is room for so many more bytes
};

constexpr std::size_t relay_window = 1 << 20, relay_frame_bytes = 64 << 10, relay_connections = 256;
// What the relay says before all else, and when it is only tried. Another form gets another number.
inline constexpr std::string_view relay_greeting = "yard-agent relay 1\n";

std::string relay_frame(std::uint32_t connection, RelayKind kind, std::string_view payload);

// One side of it. It neither reads nor writes: its owner brings what came and sends `output`.
class RelayTalk {
 public:
  enum class Side { asker, relay };
  struct Connection {
    std::uint16_t port = 0;
    std::string received;                 // not yet taken by the owner
    std::size_t may_send = relay_window;  // as much room has the other side
    bool has_input_ended = false;         // after `received` nothing comes
    bool is_closed = false;               // by the other side
    // The other side's room here, and what of it was freed without a word yet.
    std::size_t may_come = relay_window, freed = 0;
  };
  using Connections = std::map<std::uint32_t, Connection>;

  explicit RelayTalk(Side side);

  // False, from then on always: what no other side says. Frames of a connection that was closed
  // here were on their way, and are dropped.
  bool add(std::string_view bytes);
  // Asker: the relay has spoken.
  bool is_greeted() const { return is_greeted_; }
  // Relay: new ones come here; asker: those that open() has made.
  const Connections& connections() const { return connections_; }

  // The asker's side. Its number, even if the relay will not take it.
  std::uint32_t open(std::uint16_t port);
  void end(std::uint32_t id);

  // How many of the bytes were taken.
  std::size_t send(std::uint32_t id, std::string_view bytes);
  // The first `count` of what was received are needed no more.
  void took(std::uint32_t id, std::size_t count);
  // It is forgotten.
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
