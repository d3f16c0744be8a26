// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/agent/sampling/device_query.h"

#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>

#include "engine/agent/processes/child.h"
#include "engine/agent/processes/line_cutter.h"
#include "engine/agent/sampling/sampler.h"

namespace trainyard::agent {

DeviceQuery::~DeviceQuery() {
  if (pid_ <= 0) return;
  ::kill(pid_, SIGKILL);
  ::waitpid(pid_, nullptr, 0);
}

void DeviceQuery::start() {
  const Environment environment = own_environment();
  if (find_program(device_query_arguments()[0], environment, "/").empty()) return;
  const auto child = start_child({device_query_arguments(), environment, "/", SIGKILL});
  if (!child) return;
  pid_ = child->pid;
  ::close(child->error);
  lines_.emplace(loop_, child->output);
  read();
}

void DeviceQuery::read() {
  lines_->async_wait(
      boost::asio::posix::descriptor_base::wait_read, [this](boost::system::error_code error) {
        char buffer[16 << 10];
        const ssize_t count = error ? 0 : ::read(lines_->native_handle(), buffer, sizeof buffer);
        if (count <= 0) return;
        cut_lines(partial_, {buffer, static_cast<std::size_t>(count)},
                  [this](const std::string& line) {
                    const auto device = parse_device_line(line);
                    if (!device) return;
                    const auto known = std::find_if(
                        devices_.begin(), devices_.end(),
                        [&](const DeviceSample& each) { return each.index == device->index; });
                    if (known == devices_.end())
                      devices_.push_back(*device);
                    else
                      *known = *device;
                  });
        read();
      });
}

std::vector<pid_t> DeviceQuery::processes() const {
  return pid_ > 0 ? std::vector<pid_t>{pid_} : std::vector<pid_t>{};
}

void DeviceQuery::reaped(pid_t pid) {
  if (pid == pid_) pid_ = 0;
}

}  // namespace trainyard::agent
