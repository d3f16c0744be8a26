// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/agent/ranks/event_pipe.h"

#include <unistd.h>

namespace trainyard::agent {

using boost::system::error_code;

EventPipe::EventPipe(boost::asio::io_context& loop, Fifo& fifo, OnEvent on_event)
    : fifo_(fifo),
      on_event_(std::move(on_event)),
      descriptor_(loop, ::dup(fifo.descriptor())),
      pause_(loop) {}

void EventPipe::watch() {
  descriptor_.async_wait(boost::asio::posix::descriptor_base::wait_read, [this](error_code error) {
    if (error) return;
    read();
    pause_.expires_after(gather_time);
    pause_.async_wait([this](error_code stopped) {
      if (!stopped) watch();
    });
  });
}

void EventPipe::read() { fifo_.drain(on_event_); }

std::optional<std::uint64_t> EventPipe::more_bad_lines() {
  const std::uint64_t now = fifo_.dropped();
  if (now == reported_) return std::nullopt;
  return reported_ = now;
}

}  // namespace trainyard::agent
