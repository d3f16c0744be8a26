// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/agent/slurm/job_sampler.h"

#include <signal.h>
#include <unistd.h>

#include <cstdlib>

#include "engine/agent/processes/child.h"
#include "engine/agent/processes/line_cutter.h"
#include "engine/agent/ranks/launch_plan.h"
#include "engine/agent/sampling/device_query.h"
#include "engine/agent/sampling/job_processes.h"
#include "engine/agent/sampling/sampler.h"
#include "engine/agent/slurm/slurm_step.h"
#include "engine/system/allowed_cores.h"
#include "engine/system/unix_time.h"
#include "engine/system/node_name.h"

namespace trainyard::agent {
namespace {

using namespace std::chrono_literals;
using boost::system::error_code;

constexpr auto first_step_time = 30s;
constexpr auto between_samples = 5s;
constexpr std::size_t kept_said_bytes = 16 << 10;

// srun would also take options from environment variables set for the script's own options.
Environment environment_of_srun() {
  Environment environment = own_environment();
  std::erase_if(environment, [](const auto& one) {
    const std::string& name = one.first;
    return (name.starts_with("SLURM_") && name != "SLURM_CONF" && name != "SLURM_JOB_ID" &&
            name != "SLURM_JWT") ||
           name.starts_with("SRUN_");
  });
  return environment;
}

class NodeSampling {
 public:
  explicit NodeSampling(boost::asio::io_context& loop)
      : timer_(loop),
        devices_(loop),
        usage_([] { return processes_of_job(std::getenv("SLURM_JOB_ID")); }, allowed_cores()) {
    devices_.start();
    again();
  }

 private:
  void again() {
    timer_.expires_after(between_samples);
    timer_.async_wait([this](error_code error) {
      if (error) return;
      SystemEvent event = usage_.sample(devices_.processes());
      event.node = own_node_name();
      event.devices = devices_.devices();
      const std::string line = to_line(Event{unix_time(), 0, std::move(event)}) + "\n";
      if (::write(STDOUT_FILENO, line.data(), line.size()) > 0) again();
    });
  }

  boost::asio::steady_timer timer_;
  DeviceQuery devices_;
  UsageSampler usage_;
};

}  // namespace

std::vector<std::string> sampler_arguments(const Options& options,
                                           const std::filesystem::path& agent) {
  const std::string nodes = std::to_string(options.sampled_nodes);
  return {"srun",
          "--jobid=" + options.job_id,
          "--overlap",
          "--nodes=" + nodes,
          "--ntasks=" + nodes,
          "--ntasks-per-node=1",
          "--cpus-per-task=1",
          "--mem=0",
          "--cpu-bind=none",
          "--mpi=none",
          "--export=ALL",
          "--unbuffered",
          "--quiet",
          agent.string(),
          "sample"};
}

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
  const auto child =
      start_child({sampler_arguments(options_, agent), environment_of_srun(), "/", SIGTERM, {}});
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
          said_ += bytes.substr(0, kept_said_bytes - std::min(said_.size(), kept_said_bytes));
        if (count > 0) {
          if (which == 0)
            cut_lines(stream.partial, bytes, [this](const std::string& line) { take_line(line); });
          return read(which);
        }
        const std::string words = words_of_slurm(said_);
        if (which == 1 && !error && !has_sampled_)
          on_refusal_(words.empty() ? said_.substr(0, said_.find('\n')) : words);
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
  if (!std::getenv("SLURM_JOB_ID")) return static_cast<int>(ExitCode::invalid_input);
  boost::asio::io_context loop;
  NodeSampling sampling(loop);
  loop.run();
  return 0;
}

}  // namespace trainyard::agent
