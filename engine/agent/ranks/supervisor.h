// SPDX-License-Identifier: GPL-3.0-or-later
// The ranks of this node, on the caller's loop: starts them, reads what they write, samples what
// they use, passes a stop on, and ends every process below this one. What to do when is the
// coordinator's business.
#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/agent/sampling/device_query.h"
#include "engine/agent/causes/diagnose.h"
#include "engine/agent/processes/fifo.h"
#include "engine/agent/processes/signal_canary.h"
#include "engine/agent/ranks/launch_plan.h"
#include "engine/agent/output/metrics_reader.h"
#include "engine/agent/node.h"
#include "engine/agent/sampling/sampler.h"

namespace trainyard::agent {

struct NodePlan {
  std::string node;
  Placeholders placeholders;
  LaunchSite site;
};

// This process must be a child subreaper. From construction on it takes every child that ends off
// the process table.
class Supervisor final : public Node {
 public:
  Supervisor(boost::asio::io_context& loop, const Options& options, NodePlan plan, Fifo& fifo,
             NodeReports& reports);
  ~Supervisor() override;

  const std::string& name() const override { return plan_.node; }
  int node_rank() const override { return plan_.placeholders.node_rank; }
  void prepare() override;
  void start() override;
  void stop() override;
  void evaluate() override;
  void end() override;
  void leave() override {}

  // A signal that the agent of a script got: handed on to the script, unless all processes of the
  // job got it, too. `then` is told which, a moment later.
  using WasForAll = std::function<void(bool)>;
  void pass_on(int signal, WasForAll then);

  // How the script ended, as waitpid() says it; nothing while it runs.
  std::optional<int> script_status() const;

  // From now on another sampler looks at what this node uses.
  void leave_sampling() { is_sampling_ = false; }

 private:
  struct Stream {
    boost::asio::posix::stream_descriptor descriptor;
    std::string partial;      // of a line, for the metrics reader
    bool is_cutting = false;  // in the middle of a line that is too long for it
    bool is_open = true;
  };
  struct Process {
    PlannedProcess plan;
    pid_t pid = 0;
    std::unique_ptr<Stream> streams[2];   // output, error
    std::string error_tail, output_tail;  // the latter of a script, whose errors may go there
    std::optional<int> wait_status;
  };

  void tell(int signal);
  void watch_children();
  void watch_fifo();
  void watch_stream(Process& process, OutputKind kind);
  void watch_clock();

  void read_fifo();
  void read_stream(Process& process, OutputKind kind);
  void read_everything();
  void take_output(Process& process, OutputKind kind, std::string_view bytes);
  void take_event(Event event);
  void wait_for_bar();
  void warn_about_dropped_lines();
  void sample_usage();

  void reap();
  void report(const std::vector<const Process*>& ended);
  void report_when_settled();
  void after_canary_time(std::function<void()> then);
  void end_step(int tries);
  void finish();
  Failure failure_of(const Process& process) const;
  void say(MessageLevel level, const char* code, Map arguments);

  boost::asio::io_context& loop_;
  const Options& options_;
  NodePlan plan_;
  Fifo& fifo_;
  NodeReports& reports_;
  boost::asio::signal_set children_;
  boost::asio::posix::stream_descriptor fifo_descriptor_;
  boost::asio::steady_timer fifo_timer_, clock_, end_timer_, bar_timer_;
  std::vector<PlannedProcess> planned_;
  std::vector<std::unique_ptr<Process>> processes_;
  std::unique_ptr<MetricsReader> metrics_;
  DeviceQuery device_query_;
  UsageSampler usage_;
  MemoryKills kills_before_;
  std::vector<MessageEvent> errors_;
  SignalCanary canary_;  // of a script
  // Signals of which it is not known yet whether all processes got them, and who ended meanwhile:
  // an end that a stop led to is told after it.
  int passing_on_ = 0;
  std::vector<const Process*> ended_meanwhile_;
  bool is_ending_ = false, is_sampling_ = true;
  bool has_finite_metrics_ = true;
  std::uint64_t reported_drops_ = 0, long_lines_ = 0, reported_long_lines_ = 0;
  std::int64_t awaited_point_ = 0;
};

}  // namespace trainyard::agent
