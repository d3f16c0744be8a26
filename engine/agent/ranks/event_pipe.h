// SPDX-License-Identifier: GPL-3.0-or-later
// The events that the processes of this node send through the pipe of TRAINYARD_EVENTS.
#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/steady_timer.hpp>

#include <functional>
#include <optional>

#include "engine/agent/processes/fifo.h"

namespace trainyard::agent {

class EventPipe {
 public:
  using OnEvent = std::function<void(Event)>;

  EventPipe(boost::asio::io_context& loop, Fifo& fifo, OnEvent on_event);

  // Reads whenever something was sent; reads are delayed and combined.
  void watch();
  // Reads what is there now.
  void read();
  // How many lines were none, if there are more of them than at the last call.
  std::optional<std::uint64_t> more_bad_lines();

 private:
  Fifo& fifo_;
  OnEvent on_event_;
  boost::asio::posix::stream_descriptor descriptor_;
  boost::asio::steady_timer pause_;
  std::uint64_t reported_ = 0;
};

// Programs with much output cost little when reads are this far apart.
inline constexpr std::chrono::milliseconds gather_time{20};

}  // namespace trainyard::agent
