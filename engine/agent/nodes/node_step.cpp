// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/agent/nodes/node_step.h"

#include <sys/wait.h>
#include <unistd.h>

#include <csignal>

#include "engine/agent/causes/diagnose.h"
#include "engine/contract/messages.h"

namespace trainyard::agent {
namespace {

using namespace std::chrono_literals;
using boost::system::error_code;

constexpr std::size_t kept_printed_bytes = 32 << 10;
constexpr auto kill_time = 2000ms;  // between SIGTERM and SIGKILL

}  // namespace

NodeStep::NodeStep(boost::asio::io_context& loop, OnOutput on_output, OnExit on_exit)
    : children_(loop, SIGCHLD),
      end_timer_(loop),
      streams_{boost::asio::posix::stream_descriptor(loop),
               boost::asio::posix::stream_descriptor(loop)},
      on_output_(std::move(on_output)),
      on_exit_(std::move(on_exit)) {}

NodeStep::~NodeStep() {
  if (pid_ <= 0) return;
  ::kill(pid_, SIGKILL);
  ::waitpid(pid_, nullptr, 0);
}

Result<void> NodeStep::start(const ChildCommand& command) {
  const auto child = start_child(command);
  if (!child) return make_error("step.not_started", {{"why", as_argument(child.error())}});
  pid_ = child->pid;
  streams_[0].assign(child->output);
  streams_[1].assign(child->error);
  watch();
  read(OutputKind::output);
  read(OutputKind::error);
  return {};
}

void NodeStep::watch() {
  children_.async_wait([this](error_code error, int) {
    if (error) return;
    int status = 0;
    if (pid_ > 0 && ::waitpid(pid_, &status, WNOHANG) == pid_) {
      pid_ = 0;
      end_timer_.cancel();
      for (const OutputKind kind : {OutputKind::output, OutputKind::error}) take(kind);
      on_exit_(exit_code_of(status));
    }
    watch();
  });
}

void NodeStep::take(OutputKind kind) {
  char buffer[16 << 10];
  while (true) {
    const ssize_t count =
        ::read(streams_[static_cast<int>(kind)].native_handle(), buffer, sizeof buffer);
    if (count <= 0) return;
    const std::string_view bytes(buffer, static_cast<std::size_t>(count));
    printed_ += bytes;
    if (printed_.size() > 2 * kept_printed_bytes)
      printed_.erase(0, printed_.size() - kept_printed_bytes);
    on_output_(kind, bytes);
  }
}

void NodeStep::read(OutputKind kind) {
  streams_[static_cast<int>(kind)].async_wait(boost::asio::posix::descriptor_base::wait_read,
                                              [this, kind](error_code error) {
                                                if (error) return;
                                                take(kind);
                                                if (pid_ > 0) read(kind);
                                              });
}

void NodeStep::finish(std::chrono::milliseconds timeout) {
  if (pid_ <= 0) return;
  end_timer_.expires_after(timeout);
  end_timer_.async_wait([this](error_code cancelled) {
    if (cancelled || pid_ <= 0) return;
    ::kill(pid_, SIGTERM);
    end_timer_.expires_after(kill_time);
    end_timer_.async_wait([this](error_code stopped) {
      if (!stopped && pid_ > 0) ::kill(pid_, SIGKILL);
    });
  });
}

}  // namespace trainyard::agent
