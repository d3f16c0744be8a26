// SPDX-License-Identifier: GPL-3.0-or-later
// A long-running nvidia-smi that reports GPU usage every 5 s while the ranks run. If it is not
// installed, there are no devices.
#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>

#include <optional>
#include <string>
#include <vector>

#include "engine/contract/run/events.h"

namespace trainyard::agent {

class DeviceQuery {
 public:
  explicit DeviceQuery(boost::asio::io_context& loop) : loop_(loop) {}
  ~DeviceQuery();

  void start();
  const std::vector<DeviceSample>& devices() const { return devices_; }
  std::vector<pid_t> processes() const;  // not part of the run
  void reaped(pid_t pid);                // called when any child has ended

 private:
  void read();

  boost::asio::io_context& loop_;
  std::optional<boost::asio::posix::stream_descriptor> lines_;
  std::string partial_;
  pid_t pid_ = 0;
  std::vector<DeviceSample> devices_;
};

}  // namespace trainyard::agent
