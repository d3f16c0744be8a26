// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/agent/nodes/connection.h"

#include <boost/asio/write.hpp>

#include <utility>

#include "engine/contract/messages.h"

namespace trainyard::agent {
namespace {

using namespace std::chrono_literals;
namespace asio = boost::asio;
using boost::system::error_code;

constexpr int heartbeat_seconds = 2;
constexpr std::size_t max_waiting_bytes = 64 << 20;

}  // namespace

Connection::Connection(asio::ip::tcp::socket socket, Peer peer, int silence_limit_seconds,
                       std::size_t frame_limit_bytes)
    : socket_(std::move(socket)),
      clock_(socket_.get_executor()),
      peer_(peer),
      silence_limit_seconds_(silence_limit_seconds),
      reader_(frame_limit_bytes) {
  error_code ignored;
  socket_.set_option(asio::ip::tcp::no_delay(true), ignored);
}

void Connection::start(OnFrame on_frame, OnClosed on_closed) {
  on_frame_ = std::move(on_frame);
  on_closed_ = std::move(on_closed);
  read();
  tick();
}

void Connection::hand_over(OnFrame on_frame, OnClosed on_closed, std::size_t frame_limit_bytes,
                           int silence_limit_seconds) {
  on_frame_ = std::move(on_frame);
  on_closed_ = std::move(on_closed);
  peer_ = Peer::known;
  silence_seconds_ = 0;
  reader_.set_limit(frame_limit_bytes);
  silence_limit_seconds_ = silence_limit_seconds;
}

void Connection::read() {
  socket_.async_read_some(
      asio::buffer(buffer_), [self = shared_from_this()](error_code error, std::size_t count) {
        if (self->is_closed_) return;
        if (error)
          return error == asio::error::eof
                     ? self->fail("connection.ended", {})
                     : self->fail("connection.broken", {{"problem", error.message()}});
        if (self->peer_ == Peer::known) self->silence_seconds_ = 0;
        const bool is_whole =
            self->reader_.add({self->buffer_, count}, [&](FrameKind kind, std::string_view body) {
              if (kind == FrameKind::heartbeat || self->is_closed_) return;
              const OnFrame receiver = self->on_frame_;  // it may be replaced meanwhile
              receiver(kind, body);
            });
        if (self->is_closed_) return;
        if (!is_whole) return self->fail("connection.malformed", {});
        self->read();
      });
}

bool Connection::send(FrameKind kind, std::string_view body) {
  if (is_closed_ || is_closing_) return false;
  if (kind == FrameKind::output && waiting_bytes_ + body.size() > max_waiting_bytes) return false;
  waiting_.push_back(frame_text(kind, body));
  waiting_bytes_ += waiting_.back().size();
  write();
  return true;
}

void Connection::write() {
  if (is_writing_ || waiting_.empty()) return;
  is_writing_ = true;
  asio::async_write(socket_, asio::buffer(waiting_.front()),
                    [self = shared_from_this()](error_code error, std::size_t) {
                      self->is_writing_ = false;
                      if (self->is_closed_) return;
                      // The reader also notices the end of the connection, after the other side's
                      // remaining data.
                      if (error) return self->waiting_.clear();
                      self->waiting_bytes_ -= self->waiting_.front().size();
                      self->waiting_.pop_front();
                      if (self->waiting_.empty() && self->is_closing_) return self->close();
                      self->write();
                    });
}

void Connection::tick() {
  clock_.expires_after(1s);
  clock_.async_wait([self = shared_from_this()](error_code error) {
    if (error || self->is_closed_) return;
    if (++self->silence_seconds_ > self->silence_limit_seconds_)
      return self->fail("connection.silent", {{"seconds", self->silence_limit_seconds_}});
    if (++self->seconds_ % heartbeat_seconds == 0 && self->peer_ == Peer::known)
      self->send(FrameKind::heartbeat, {});
    self->tick();
  });
}

void Connection::close_after_sending() {
  if (std::exchange(is_closing_, true)) return;
  if (waiting_.empty()) close();
}

void Connection::close() {
  if (std::exchange(is_closed_, true)) return;
  clock_.cancel();
  error_code ignored;
  socket_.shutdown(asio::ip::tcp::socket::shutdown_both, ignored);
  socket_.close(ignored);
}

void Connection::fail(std::string code, Map arguments) {
  if (is_closed_) return;
  close();
  const OnClosed receiver = std::exchange(on_closed_, nullptr);
  on_frame_ = nullptr;
  if (receiver) receiver(make_error(std::move(code), std::move(arguments)));
}

}  // namespace trainyard::agent
