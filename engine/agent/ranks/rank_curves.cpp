// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/agent/ranks/rank_curves.h"

#include <cmath>

#include "engine/agent/job/message_events.h"
#include "engine/agent/processes/line_cutter.h"
#include "engine/system/unix_time.h"

namespace trainyard::agent {
namespace {

using namespace std::chrono_literals;

constexpr auto bar_time = 300ms;  // between a printed loss and the progress bar after it

// What only the first process of the run prints is read where that process is.
MetricsReading readable(const Options& options, int node_rank) {
  MetricsReading reading = options.metrics;
  if (node_rank > 0 && reads_one_process(reading)) reading.kind = ScriptMetrics::none;
  return reading;
}

}  // namespace

RankCurves::RankCurves(boost::asio::io_context& loop, const Options& options, std::string node,
                       const Placeholders& placeholders, OnEvent on_event)
    : loop_(loop),
      options_(options),
      node_(std::move(node)),
      on_event_(std::move(on_event)),
      bar_timer_(loop),
      metrics_(make_metrics_reader(
          readable(options, placeholders.node_rank), placeholders.checkpoints,
          [this](Event event) { admit(std::move(event), PointSource::printed); })) {}

void RankCurves::warn(const char* code, Map arguments) {
  on_event_(Event{0, -1, make_message(MessageLevel::warning, code, std::move(arguments), node_)});
}

bool RankCurves::follows_trackers() const {
  return options_.metrics.kind == ScriptMetrics::automatic;
}

void RankCurves::follow_trackers(TrackedJob job) {
  trackers_ = std::make_unique<TrackerWatch>(loop_, std::move(job), [this](Event event) {
    admit(std::move(event), PointSource::tracker);
  });
  trackers_->start();
}

void RankCurves::output(OutputKind kind, std::string_view bytes, std::string& partial,
                        bool& is_cutting) {
  if (!metrics_) return;
  const std::uint64_t cut =
      cut_lines(partial, is_cutting, bytes, [&](const std::string& text) { line(kind, text); });
  if (kind == OutputKind::output) long_lines_ += cut;
  wait_for_bar();
}

void RankCurves::end_stream(OutputKind kind, std::string& partial, bool is_cutting) {
  if (metrics_ && !is_cutting && !partial.empty()) line(kind, partial);
  partial.clear();
}

void RankCurves::line(OutputKind kind, const std::string& line) {
  const auto thinned = [this] { report(Event{0, -1, thinned_message()}); };
  if (reads_one_process(options_.metrics) && !line_budget_.admit(unix_time(), thinned)) return;
  if (kind == OutputKind::output)
    metrics_->output_line(line);
  else
    metrics_->error_line(line);
}

// A printed point waits a moment for the bar that is redrawn after it, but not longer.
void RankCurves::wait_for_bar() {
  const std::int64_t point = metrics_->waiting();
  if (point == 0 || point == awaited_point_) return;
  awaited_point_ = point;
  bar_timer_.expires_after(bar_time);
  bar_timer_.async_wait([this](boost::system::error_code cancelled) {
    if (!cancelled) metrics_->give_up_waiting();
  });
}

void RankCurves::sent(Event event) {
  if (metrics_) metrics_->event_seen(event);
  admit(std::move(event), PointSource::sent);
}

void RankCurves::admit(Event event, PointSource source) {
  if (!precedence_.admit(event, source)) return;
  if (source == PointSource::tracker && metrics_ &&
      std::holds_alternative<MetricsEvent>(event.body))
    metrics_->tracker_seen();
  report(std::move(event));
}

// The first loss that is not finite is said behind its point.
void RankCurves::report(Event event) {
  const auto* metrics = std::get_if<MetricsEvent>(&event.body);
  std::string non_finite;
  if (metrics && options_.workload != Workload::engine && is_finite_)
    for (const auto& [name, value] : metrics->values)
      if (name.ends_with("loss") && !std::isfinite(value)) non_finite = name;
  const std::optional<std::int64_t> step = metrics ? metrics->step : std::nullopt;
  on_event_(std::move(event));
  if (non_finite.empty()) return;
  is_finite_ = false;
  if (step)
    warn("metrics.non_finite_at", {{"name", non_finite}, {"step", *step}});
  else
    warn("metrics.non_finite", {{"name", non_finite}});
}

void RankCurves::look_around() {
  if (metrics_) metrics_->look_around();
  warn_about_long_lines();
}

void RankCurves::warn_about_long_lines() {
  if (long_lines_ == reported_long_lines_) return;
  reported_long_lines_ = long_lines_;
  warn("metrics.long_lines", {{"count", static_cast<std::int64_t>(long_lines_)},
                              {"limit", static_cast<std::int64_t>(max_printed_line_bytes)}});
}

void RankCurves::finish_trackers(std::function<void()> then) {
  bar_timer_.cancel();
  if (trackers_) return trackers_->finish(std::move(then));
  then();
}

void RankCurves::finish() {
  if (metrics_) metrics_->finish();
  warn_about_long_lines();
}

}  // namespace trainyard::agent
