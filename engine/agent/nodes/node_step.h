// SPDX-License-Identifier: GPL-3.0-or-later
// The program of the scheduler that runs the agents of all nodes, as a child of the coordinator.
#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "engine/agent/processes/child.h"
#include "engine/agent/output/output_files.h"

namespace trainyard::agent {

class NodeStep {
 public:
  using OnOutput = std::function<void(OutputKind, std::string_view)>;
  using OnExit = std::function<void(int exit_code)>;  // 128+n for a signal

  NodeStep(boost::asio::io_context& loop, OnOutput on_output, OnExit on_exit);
  ~NodeStep();  // ends it

  // Error: the program is not in PATH.
  Result<void> start(const ChildCommand& command);
  bool is_running() const { return pid_ > 0; }
  const std::string& printed() const { return printed_; }  // the end of what it printed
  // Waits at most `timeout` for it to end by itself, then ends it. on_exit is called in any case.
  void finish(std::chrono::milliseconds timeout);

 private:
  void watch();
  void read(OutputKind kind);
  void take(OutputKind kind);

  boost::asio::signal_set children_;
  boost::asio::steady_timer end_timer_;
  boost::asio::posix::stream_descriptor streams_[2];
  OnOutput on_output_;
  OnExit on_exit_;
  pid_t pid_ = 0;
  std::string printed_;
};

}  // namespace trainyard::agent
