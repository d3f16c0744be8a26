// SPDX-License-Identifier: GPL-3.0-or-later
// Makes the decisions for all nodes of a run: when the ranks start, how to react to a stop, a
// failure or a lost node, and which outcome is reported. Runs on one thread.
//
// Sequence: every node that connects is prepared; when all have connected and none has found a
// problem, all start; the first failure, a stop or the last exit ends every process on every node;
// then on_over is called.
#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "engine/agent/job/attempt.h"
#include "engine/agent/job/node.h"
#include "engine/agent/job/options.h"
#include "engine/agent/output/output_files.h"
#include "engine/agent/coordinator/rule_watch.h"
#include "engine/agent/coordinator/stop.h"

namespace trainyard::agent {

struct CoordinatorSetting {
  const Options& options;
  const Attempt& attempt;
  std::string node;  // the node of this process
  // Receives every event, in order; the first is the header. Its time is set.
  std::function<void(Event)> on_event;
  // Called when no process is left on any node that can be reached.
  std::function<void()> on_over;
  // If set, it decides what signals mean, and they do not stop the run by themselves.
  std::function<void(int)> on_signal{};
};

class Coordinator final : public NodeReports {
 public:
  Coordinator(boost::asio::io_context& loop, CoordinatorSetting setting, OutputFiles& files);

  void add(Node& node);  // must outlive the loop
  void request_stop(int signal);
  void request_evaluation();
  void supersede();  // a newer attempt exists

  // The run cannot start or continue for a reason that no node reports. Only the first call counts,
  // and a rank's failure before it takes precedence.
  void fail(const Error& error, const std::string& node);

  bool has_all_nodes() const {
    return nodes_.size() == static_cast<std::size_t>(setting_.options.nodes);
  }
  bool has_started() const { return has_started_; }
  bool has_lost_node() const { return has_lost_node_; }
  bool is_over() const { return state_ == State::over; }
  std::vector<std::string> node_names() const;  // by node rank; those that have connected
  EndEvent conclude() const;
  void report(MessageLevel level, std::string code, Map arguments, const std::string& node);
  void report(MessageEvent message);

  void prepared(Node& node, const std::vector<Error>& findings, int num_processes) override;
  void failed(Node& node, const Error& error) override;
  void event(Node& node, Event event) override;
  void output(Node& node, int rank, OutputKind kind, std::string_view bytes) override;
  void exited(Node& node, const ProcessExit& exit) override;
  void signalled(Node& node, int signal) override;
  void gone(Node& node) override;
  void lost(Node& node, const Error& why) override;

 private:
  enum class State { gathering, running, settling, ending, over };
  struct Member {
    Node* node = nullptr;
    bool is_prepared = false, is_gone = false;
  };
  struct Finding {
    Error error;
    std::string node;
  };
  // A possible cause of the end, in the order in which they became known.
  struct Cause {
    bool is_ended_by_agent = false, is_loss_of_peers = false;
    EndEvent end;
  };

  void watch_signals();
  void forget_nodes_stop();
  Member& member_of(const Node& node);
  void write_header();
  void take(Event event);
  void begin_at(const MetricsEvent& first);
  void act_on(const FiredRule& fired);
  // `fired`: as in StopRequest.
  void stop_all(int signal, Map fired);
  void start_when_ready();
  void decide();  // after every exit
  void settle(std::chrono::milliseconds time);
  void end_everything();
  void look_whether_over();
  const Cause* first_cause() const;

  CoordinatorSetting setting_;
  OutputFiles& files_;
  boost::asio::signal_set signals_;
  boost::asio::steady_timer settle_timer_, grace_timer_, end_timer_;
  bool waits_for_srun_ = false;  // a node was told to stop before the run began
  std::vector<Member> nodes_;
  std::vector<Cause> causes_;
  std::vector<Finding> findings_;
  RuleWatch rules_;
  std::optional<StopRequest> stop_;
  std::optional<std::size_t>
      causes_before_nodes_stop_;  // a node was told to stop, but not this process
  State state_ = State::gathering;
  bool has_said_start_ = false;  // reported by the program, or by this class for it
  bool has_header_ = false, has_started_ = false, has_lost_node_ = false;
  int processes_ = 0, exits_ = 0;
};

}  // namespace trainyard::agent
