// The life of the ranks, on one thread: starts them, reads what they write, passes stops on, judges the first failure, and
// ends every process of the run.
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

#include "engine/agent/attempt.h"
#include "engine/agent/diagnose.h"
#include "engine/agent/event_log.h"
#include "engine/agent/fifo.h"
#include "engine/agent/launch_plan.h"
#include "engine/agent/metrics_reader.h"
#include "engine/agent/output_files.h"
#include "engine/agent/sampler.h"
#include "engine/agent/stop.h"

namespace trainyard::agent {

struct SupervisorSetting {
  const Options& options;
  const Attempt& attempt;
  std::string node;
  int allowed_cores = 1;
  // Every event before it is written, for those who show the latest values.
  std::function<void(const Event&)> on_event;
};

class Supervisor {
 public:
  Supervisor(SupervisorSetting setting, EventLog& log, OutputFiles& files, Fifo& fifo);
  ~Supervisor();

  // Starts all, or ends those already started and says why not. Then run() returns when no process is left.
  Result<void> start(const std::vector<PlannedProcess>& processes);
  EndEvent run();

 private:
  struct Stream {
    boost::asio::posix::stream_descriptor descriptor;
    std::string partial;  // of a line, for the metrics reader
    bool is_open = true;
  };
  struct Process {
    PlannedProcess plan;
    pid_t pid = 0;
    std::unique_ptr<Stream> streams[2];  // output, error
    std::string error_tail;
    std::optional<int> wait_status;
    int order_of_exit = 0;
    bool is_ended_by_agent = false;
  };
  enum class State { running, settling, ending };

  void watch_signals();
  void watch_fifo();
  void watch_stream(Process& process, OutputKind kind);
  void watch_clock();
  void start_device_query();
  void read_devices();

  void read_fifo();
  void read_stream(Process& process, OutputKind kind);
  void read_everything();
  void take_output(Process& process, OutputKind kind, std::string_view bytes);
  void take_event(Event event);
  void warn_about_dropped_lines();
  void sample_usage();

  void reap();
  void request_stop(int signal);
  void send_stop_signal();
  void stop_when_superseded();
  void consider();          // after every exit
  void end_all_processes(); // then the loop ends
  void end_step(int tries);
  std::vector<pid_t> spared() const;
  Failure failure_of(const Process& process) const;
  const Process* first_failure() const;
  EndEvent conclude() const;
  void say(MessageLevel level, const char* code, Map arguments, std::string text);

  SupervisorSetting setting_;
  EventLog& log_;
  OutputFiles& files_;
  Fifo& fifo_;
  boost::asio::io_context loop_;
  boost::asio::signal_set signals_;
  boost::asio::posix::stream_descriptor fifo_descriptor_;
  boost::asio::steady_timer fifo_timer_, clock_, settle_timer_, grace_timer_, end_timer_;
  std::vector<std::unique_ptr<Process>> processes_;
  std::unique_ptr<MetricsReader> metrics_;
  UsageSampler usage_;
  MemoryKills kills_before_;
  std::vector<MessageEvent> errors_;
  std::optional<StopRequest> stop_;
  State state_ = State::running;
  int exits_ = 0;
  int clock_ticks_ = 0;
  bool has_finite_metrics_ = true;
  std::uint64_t reported_drops_ = 0;

  pid_t device_query_ = 0;
  std::unique_ptr<Stream> device_lines_;
  std::vector<DeviceSample> devices_;
};

}  // namespace trainyard::agent
