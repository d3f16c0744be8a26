// SPDX-License-Identifier: GPL-3.0-or-later
// The curves of this node's ranks: from what they print, from the files of trackers, and sent by
// themselves. Which of them counts is decided here.
#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>

#include <functional>
#include <memory>
#include <string>

#include "engine/agent/job/node.h"
#include "engine/agent/job/options.h"
#include "engine/agent/output/line_budget.h"
#include "engine/agent/output/metrics_reader.h"
#include "engine/agent/ranks/placeholders.h"
#include "engine/agent/trackers/curve_precedence.h"
#include "engine/agent/trackers/tracker_watch.h"
#include "engine/contract/run/events.h"

namespace trainyard::agent {

class RankCurves {
 public:
  using OnEvent = std::function<void(Event)>;

  // Every event that counts goes to `on_event`, messages about the curves among them.
  RankCurves(boost::asio::io_context& loop, const Options& options, std::string node,
             const Placeholders& placeholders, OnEvent on_event);

  // Where lines are read without being asked for, the files of trackers are followed, too.
  void follow_trackers(TrackedJob job);
  bool follows_trackers() const;

  // A part of one process's output. `partial` and `is_cutting` are its stream's.
  void output(OutputKind kind, std::string_view bytes, std::string& partial, bool& is_cutting);
  // The last line of a stream may have no end.
  void end_stream(OutputKind kind, std::string& partial, bool is_cutting);
  // What a process sent.
  void sent(Event event);
  // Now and then.
  void look_around();
  // Calls `then` when the files of trackers are read to their ends.
  void finish_trackers(std::function<void()> then);
  void finish();

 private:
  void admit(Event event, PointSource source);
  void warn(const char* code, Map arguments);
  void report(Event event);
  void line(OutputKind kind, const std::string& line);
  void wait_for_bar();
  void warn_about_long_lines();

  boost::asio::io_context& loop_;
  const Options& options_;
  std::string node_;
  OnEvent on_event_;
  boost::asio::steady_timer bar_timer_;
  std::unique_ptr<MetricsReader> metrics_;
  std::unique_ptr<TrackerWatch> trackers_;
  CurvePrecedence precedence_;
  LineBudget line_budget_;
  std::int64_t awaited_point_ = 0;
  std::uint64_t long_lines_ = 0, reported_long_lines_ = 0;
  bool is_finite_ = true;
};

}  // namespace trainyard::agent
