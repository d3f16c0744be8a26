// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/agent/sampling/job_sampler.h"

#include <signal.h>
#include <unistd.h>

#include "engine/agent/processes/child.h"
#include "engine/agent/processes/line_cutter.h"
#include "engine/agent/sampling/job_processes.h"
#include "engine/agent/sampling/node_usage.h"
#include "engine/agent/job/job_scheduler.h"
#include "engine/system/allowed_cores.h"
#include "engine/system/unix_time.h"
#include "engine/system/node_name.h"

namespace trainyard::agent {
namespace {

using namespace std::chrono_literals;
using boost::system::error_code;

constexpr auto first_step_time = 30s;
constexpr auto between_samples = 5s;
constexpr std::size_t kept_message_bytes = 16 << 10;

Environment environment_beside_steps(const JobScheduler& scheduler) {
  Environment environment = own_environment();
  std::erase_if(environment, [&](const auto& variable) {
    return !scheduler.is_kept_beside_steps(variable.first);
  });
  return environment;
}

class NodeSampling {
 public:
  explicit NodeSampling(boost::asio::io_context& loop)
      : timer_(loop),
        usage_(loop, [] { return processes_of_job(own_job_variable()); }, allowed_cores()) {
    usage_.start();
    again();
  }

 private:
  void again() {
    timer_.expires_after(between_samples);
    timer_.async_wait([this](error_code error) {
      if (error) return;
      auto event = usage_.sample(own_node_name());
      if (!event) return;
      const std::string line = to_line(Event{unix_time(), 0, *std::move(event)}) + "\n";
      if (::write(STDOUT_FILENO, line.data(), line.size()) > 0) again();
    });
  }

  boost::asio::steady_timer timer_;
  NodeUsage usage_;
};

}  // namespace

JobSampler::JobSampler(boost::asio::io_context& loop, const Options& options, OnSample on_sample,
                       OnRefusal on_refusal)
    : loop_(loop),
      options_(options),
      on_sample_(std::move(on_sample)),
      on_refusal_(std::move(on_refusal)),
      start_timer_(loop) {}

void JobSampler::start() {
  start_timer_.expires_after(first_step_time);
  start_timer_.async_wait([this](error_code cancelled) {
    if (!cancelled) begin();
  });
}

void JobSampler::begin() {
  std::error_code error;
  const auto agent = std::filesystem::read_symlink("/proc/self/exe", error);
  const JobScheduler& scheduler = *options_.scheduler;
  const auto child = start_child({scheduler.beside_steps(options_, {agent.string(), "sample"}),
                                  environment_beside_steps(scheduler),
                                  "/",
                                  SIGTERM,
                                  {}});
  if (!child) return on_refusal_(child.error().message);
  for (const int which : {0, 1}) {
    streams_[which] = std::make_unique<Stream>(Stream{
        boost::asio::posix::stream_descriptor(loop_, which ? child->error : child->output), {}});
    read(which);
  }
}

void JobSampler::read(int which) {
  Stream& stream = *streams_[which];
  stream.descriptor.async_wait(
      boost::asio::posix::descriptor_base::wait_read, [this, which, &stream](error_code error) {
        char buffer[16 << 10];
        const ssize_t count =
            error ? 0 : ::read(stream.descriptor.native_handle(), buffer, sizeof buffer);
        const std::string_view bytes(buffer, count > 0 ? static_cast<std::size_t>(count) : 0);
        if (which == 1)
          printed_ +=
              bytes.substr(0, kept_message_bytes - std::min(printed_.size(), kept_message_bytes));
        if (count > 0) {
          if (which == 0)
            cut_lines(stream.partial, bytes, [this](const std::string& line) { take_line(line); });
          return read(which);
        }
        const std::string errors = options_.scheduler->error_text(printed_);
        if (which == 1 && !error && !has_sampled_)
          on_refusal_(errors.empty() ? printed_.substr(0, printed_.find('\n')) : errors);
      });
}

void JobSampler::take_line(const std::string& line) {
  auto event = parse_event(line);
  auto* system = event ? std::get_if<SystemEvent>(&event->body) : nullptr;
  if (!system) return;
  has_sampled_ = true;
  on_sample_(std::move(*system));
}

int sample_job() {
  ::signal(SIGPIPE, SIG_IGN);
  if (!own_job_variable()) return static_cast<int>(ExitCode::invalid_input);
  boost::asio::io_context loop;
  NodeSampling sampling(loop);
  loop.run();
  return 0;
}

}  // namespace trainyard::agent
