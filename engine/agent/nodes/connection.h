// SPDX-License-Identifier: GPL-3.0-or-later
// One end of the connection between the coordinator and the agent of a node: frames in both
// directions, a heartbeat every 2 s, and detection of an end that closes, violates the protocol or
// falls silent. Runs on the loop's single thread.
#pragma once

#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>

#include <deque>
#include <functional>
#include <memory>
#include <string>

#include "engine/agent/nodes/frame.h"
#include "engine/contract/result.h"

namespace trainyard::agent {

class Connection : public std::enable_shared_from_this<Connection> {
 public:
  using OnFrame = std::function<void(FrameKind, std::string_view)>;
  // The reason: "connection.ended", ".broken", ".malformed" or ".silent" (5 each), clauses about
  // the other end.
  using OnClosed = std::function<void(const Error& why)>;

  // Nothing is sent to a stranger, which has `silence_limit_seconds` in total until hand_over().
  enum class Peer { stranger, known };

  // Silence only counts while this process is running: a job that is suspended as a whole can
  // continue afterwards.
  Connection(boost::asio::ip::tcp::socket socket, Peer peer, int silence_limit_seconds,
             std::size_t frame_limit_bytes);

  // Neither callback is called after close(); on_closed at most once.
  void start(OnFrame on_frame, OnClosed on_closed);
  // Called when a stranger has authenticated: sets new callbacks. May be called from within
  // on_frame.
  void hand_over(OnFrame on_frame, OnClosed on_closed, std::size_t frame_limit_bytes,
                 int silence_limit_seconds);
  // Buffers what the network does not accept. Output is dropped when 64 MiB are pending; returns
  // false then.
  bool send(FrameKind kind, std::string_view body);
  void close_after_sending();
  void close();

 private:
  void read();
  void write();
  void tick();
  void fail(std::string code, Map arguments);

  boost::asio::ip::tcp::socket socket_;
  boost::asio::steady_timer clock_;
  Peer peer_;
  int silence_limit_seconds_, silence_seconds_ = 0, seconds_ = 0;
  FrameReader reader_;
  OnFrame on_frame_;
  OnClosed on_closed_;
  std::deque<std::string> waiting_;
  std::size_t waiting_bytes_ = 0;
  bool is_writing_ = false, is_closing_ = false, is_closed_ = false;
  char buffer_[64 << 10];
};

constexpr std::size_t max_frame_bytes = 4 << 20;

}  // namespace trainyard::agent
