// SPDX-License-Identifier: GPL-3.0-or-later
// The resource usage of a script's job on all of its nodes: `yard-agent sample` on each, started by
// the scheduler alongside the script's own steps; their output is read by the first node's agent.
#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/steady_timer.hpp>

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "engine/agent/job/options.h"
#include "engine/contract/run/events.h"

namespace trainyard::agent {

class JobSampler {
 public:
  using OnSample = std::function<void(SystemEvent)>;
  using OnRefusal =
      std::function<void(std::string why)>;  // the scheduler's message; nothing was sampled

  JobSampler(boost::asio::io_context& loop, const Options& options, OnSample on_sample,
             OnRefusal on_refusal);

  // Delayed, so that the script's first step gets the number that it would have without us.
  void start();
  void cancel() { start_timer_.cancel(); }

 private:
  struct Stream {
    boost::asio::posix::stream_descriptor descriptor;
    std::string partial;
  };
  void begin();
  void read(int which);
  void take_line(const std::string& line);

  boost::asio::io_context& loop_;
  const Options& options_;
  OnSample on_sample_;
  OnRefusal on_refusal_;
  boost::asio::steady_timer start_timer_;
  std::unique_ptr<Stream> streams_[2];  // output, error output
  std::string printed_;
  bool has_sampled_ = false;
};

// `yard-agent sample`: prints a `system` event of this node per line, every 5 s, until its output
// is closed.
int sample_job();

}  // namespace trainyard::agent
