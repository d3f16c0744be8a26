// SPDX-License-Identifier: GPL-3.0-or-later
// What a job's processes use on this node, until another sampler measures it.
#pragma once

#include <boost/asio/io_context.hpp>

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "engine/agent/sampling/device_query.h"
#include "engine/agent/sampling/sampler.h"

namespace trainyard::agent {

class NodeUsage {
 public:
  NodeUsage(boost::asio::io_context& loop, std::function<std::vector<ProcessEntry>()> processes,
            int allowed_cores)
      : devices_(loop), usage_(std::move(processes), allowed_cores) {}

  void start() { devices_.start(); }
  void leave() { is_on_ = false; }
  void reaped(pid_t pid) { devices_.reaped(pid); }
  // Those of the query itself, which are no ranks.
  auto own_processes() const { return devices_.processes(); }

  // Nothing once it was left to another.
  std::optional<SystemEvent> sample(const std::string& node) {
    if (!is_on_) return std::nullopt;
    SystemEvent event = usage_.sample(devices_.processes());
    event.node = node;
    event.devices = devices_.devices();
    return event;
  }

 private:
  DeviceQuery devices_;
  UsageSampler usage_;
  bool is_on_ = true;
};

}  // namespace trainyard::agent
