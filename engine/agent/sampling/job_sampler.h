// SPDX-License-Identifier: GPL-3.0-or-later
// What a script's job uses on all of its nodes: `yard-agent sample` on each, started by one srun
// beside the script's own steps, whose lines the first node's agent reads.
#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/steady_timer.hpp>

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "engine/agent/options.h"
#include "engine/contract/run/events.h"

namespace trainyard::agent {

// The words that start it. `agent`: this program, as every node finds it.
std::vector<std::string> sampler_arguments(const Options& options,
                                           const std::filesystem::path& agent);

class JobSampler {
 public:
  using OnSample = std::function<void(SystemEvent)>;
  using OnRefusal = std::function<void(std::string why)>;  // srun's words; nothing was sampled

  JobSampler(boost::asio::io_context& loop, const Options& options, OnSample on_sample,
             OnRefusal on_refusal);

  // Not at once: the script's first step is to have the number that it has without us.
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
  std::unique_ptr<Stream> streams_[2];  // output, errors
  std::string said_;
  bool has_sampled_ = false;
};

// `yard-agent sample`: a `system` event of this node a line, every 5 s, until nobody reads them.
int sample_job();

}  // namespace trainyard::agent
