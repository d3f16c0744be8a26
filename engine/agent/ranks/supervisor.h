// SPDX-License-Identifier: GPL-3.0-or-later
// The ranks of this node, on the caller's loop: starts them, reads their output, samples their
// resource usage, forwards a stop, and ends every process below this one. Decisions are up to the
// coordinator.
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

#include "engine/agent/causes/diagnose.h"
#include "engine/agent/processes/fifo.h"
#include "engine/agent/processes/signal_canary.h"
#include "engine/agent/ranks/event_pipe.h"
#include "engine/agent/ranks/launch_plan.h"
#include "engine/agent/ranks/rank_curves.h"
#include "engine/agent/job/node.h"
#include "engine/agent/sampling/node_usage.h"

namespace trainyard::agent {

struct NodePlan {
  std::string node;
  Placeholders placeholders;
  LaunchSite site;
};

// This process must be a child subreaper. After construction it reaps every child that ends.
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

  // A signal received by the agent of a script: forwarded to the script, unless all processes of
  // the job received it. `then` is told which, a moment later.
  using WasForAll = std::function<void(bool)>;
  void pass_on(int signal, WasForAll then);

  // The script's status as returned by waitpid(); nothing while it is running.
  std::optional<int> script_status() const;

  // From now on a different sampler measures this node.
  void leave_sampling() { usage_.leave(); }

 private:
  struct Stream {
    boost::asio::posix::stream_descriptor descriptor;
    std::string partial;      // part of a line, for the metrics reader
    bool is_cutting = false;  // inside a line that is too long for it
    bool is_open = true;
  };
  struct Process {
    PlannedProcess plan;
    pid_t pid = 0;
    std::unique_ptr<Stream> streams[2];   // output, error
    std::string error_tail, output_tail;  // the latter for a script, whose errors may go there
    std::optional<int> wait_status;
  };

  bool is_script_in_job() const;
  bool is_signalled_with_us() const;  // by the scheduler, which tells all processes of the job
  void send_signal(int signal);
  void watch_children();
  void watch_stream(Process& process, OutputKind kind);
  void watch_clock();

  void read_stream(Process& process, OutputKind kind);
  void read_everything();
  void take_output(Process& process, OutputKind kind, std::string_view bytes);
  void watch_trackers();
  void receive(Event event);  // that a process sent
  void warn_about_bad_lines();
  void sample_usage();

  void reap();
  void report(const std::vector<const Process*>& ended);
  void report_when_settled();
  void after_canary_time(std::function<void()> then);
  void end_step(int tries);
  void finish();
  void finish_reports();
  Failure failure_of(const Process& process) const;
  void report(MessageLevel level, const char* code, Map arguments);

  boost::asio::io_context& loop_;
  const Options& options_;
  NodePlan plan_;
  NodeReports& reports_;
  boost::asio::signal_set children_;
  boost::asio::steady_timer clock_, end_timer_;
  std::vector<PlannedProcess> planned_;
  std::vector<std::unique_ptr<Process>> processes_;
  EventPipe pipe_;
  RankCurves curves_;
  NodeUsage usage_;
  MemoryKills kills_before_;
  std::vector<MessageEvent> errors_;
  SignalCanary canary_;  // for a script
  // Signals for which it is not known yet whether all processes received them, and processes that
  // ended meanwhile: an exit caused by a stop must be reported after it.
  int passing_on_ = 0;
  bool has_everyone_been_told_ = false;  // by the scheduler, that the job stops
  std::vector<const Process*> ended_meanwhile_;
  bool is_ending_ = false;
};

}  // namespace trainyard::agent
