// SPDX-License-Identifier: GPL-3.0-or-later
// Follows what the trackers of a job write, in a thread of its own: a file system that does not
// answer must not keep the agent from its other work. Everything here is called on, and calls back
// on, the thread of `loop`.
#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>

#include <chrono>
#include <functional>
#include <memory>
#include <vector>

#include "engine/agent/trackers/tracker_search.h"

namespace trainyard::agent {

class TrackerWatch {
 public:
  using OnEvent = std::function<void(Event)>;

  // Looks what is there before the processes of the job start.
  TrackerWatch(boost::asio::io_context& loop, TrackedJob job, OnEvent on_event);
  ~TrackerWatch();  // does not wait for the thread

  // Reads what is new once a second from now on, less often where that takes long.
  void start();

  // Reads what is left, then calls `then`; some seconds later at the latest.
  void finish(std::function<void()> then);

 private:
  struct Shared;  // with the thread, which may outlive this object

  struct Look {
    bool finds = false;
    std::vector<Event> events;
    bool has_more = false;
    std::chrono::steady_clock::duration time{}, processor_time{};
  };

  void read(bool finds);
  void receive(Look look);
  void wait();

  boost::asio::io_context& loop_;
  OnEvent on_event_;
  boost::asio::steady_timer limit_, pause_;
  std::shared_ptr<Shared> shared_;
  std::function<void()> then_;  // set: the job has ended
  bool is_reading_ = false, has_read_all_ = false;
  std::chrono::steady_clock::time_point began_{}, next_search_{};
  std::chrono::steady_clock::duration read_pause_{};
};

}  // namespace trainyard::agent
