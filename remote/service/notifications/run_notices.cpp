// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/service/notifications/run_notices.h"

#include <algorithm>
#include <cmath>

#include "engine/contract/messages.h"
#include "engine/contract/run/metric_meaning.h"

namespace trainyard {
namespace {

constexpr double oldAfter = 900;   // seconds: what a service that was away reads later is no news
constexpr double patience = 600;   // seconds without a step, or of idle GPUs
constexpr double paceFactor = 10;  // of the usual time between steps
constexpr double idleUtilization = 0.05;
constexpr qint64 lowBytes = qint64{10} << 30;  // where there is no quota
constexpr double lowShare = 0.05;              // of a quota

RunNotice notice(const char* event, const RunRecord& run, const char* code, Map more = {}) {
  Map arguments{{"name", (run.title.isEmpty() ? run.name : run.title).toStdString()},
                {"target", run.target.toStdString()}};
  for (auto& each : more) arguments.push_back(std::move(each));
  return {event, run.run, run.name, run.target, make_error(code, std::move(arguments))};
}

std::int64_t minutes(double seconds) { return static_cast<std::int64_t>(seconds / 60); }

}  // namespace

bool RunNotices::isTold(const RunRecord& run) {
  return run.parent.isEmpty() && run.study.isEmpty();
}

void RunNotices::know(const RunRecord& run) {
  if (isTold(run))
    m_known[run.run].run = run;
  else
    m_untold << run.run;
}

std::vector<RunNotice> RunNotices::changed(const RunRecord& run, double now) {
  std::vector<RunNotice> out;
  if (!isTold(run)) return out;
  const auto found = m_known.constFind(run.run);
  const RunState before = found == m_known.constEnd() ? RunState::preparing : found->run.state;
  m_known[run.run].run = run;
  if (before == run.state) return out;
  const bool isNews = run.ended == 0 || now - run.ended < oldAfter;
  if (run.state == RunState::running && before != RunState::running)
    out.push_back(notice("started", run, "notify.started"));
  if (isOpen(run.state) || !isNews) return out;
  if (run.state == RunState::completed)
    out.push_back(notice("completed", run, "notify.completed"));
  else if (run.state == RunState::cancelled)
    out.push_back(notice("cancelled", run, "notify.cancelled"));
  else
    out.push_back(notice("failed", run, "notify.failed",
                         {{"why", (run.reason.isEmpty() ? run.code : run.reason).toStdString()}}));
  return out;
}

// Its state stays the one that was told of: changed() compares with it.
std::vector<RunNotice> RunNotices::arrived(const QString& run, int attempt,
                                           const std::vector<Event>& events, double now) {
  std::vector<RunNotice> out;
  const auto found = m_known.find(run);
  if (found == m_known.end()) return out;
  Known& known = *found;
  if (known.attempt != attempt) known = {.run = known.run, .attempt = attempt};
  for (const Event& event : events) {
    if (now - event.time > oldAfter) continue;
    if (const auto* metrics = std::get_if<MetricsEvent>(&event.body))
      takeMetrics(known, *metrics, event.time, out);
    else if (const auto* system = std::get_if<SystemEvent>(&event.body))
      takeSystem(known, *system, event.time);
    else if (const auto* message = std::get_if<MessageEvent>(&event.body);
             message && (message->code == "rule.fired_at" || message->code == "rule.fired"))
      out.push_back(notice("rule", known.run, "notify.rule",
                           {{"what", Map{{"code", message->code},
                                         {"arguments", message->arguments},
                                         {"text", message->text}}}}));
  }
  return out;
}

void RunNotices::takeMetrics(Known& known, const MetricsEvent& metrics, double time,
                             std::vector<RunNotice>& out) {
  if (known.steps++ == 0) known.firstStep = time;
  known.lastStep = time;
  known.hasSaidStalled = false;
  for (const auto& [name, value] : metrics.values) {
    const MetricMeaning meaning = metric_meaning(name);
    if (meaning.key == "loss" && !meaning.is_evaluated()) known.loss.take(value, time);
    if (std::isfinite(value) || known.hasSaidNotFinite || !meaning.is_loss) continue;
    known.hasSaidNotFinite = true;
    out.push_back(notice("not_finite", known.run, "notify.not_finite",
                         {{"metric", name}, {"step", metrics.step.value_or(0)}}));
  }
}

void RunNotices::takeSystem(Known& known, const SystemEvent& system, double time) {
  if (system.devices.empty()) return;
  const bool isIdle = std::ranges::all_of(system.devices, [](const DeviceSample& device) {
    return device.utilization_ratio < idleUtilization;
  });
  if (!isIdle) {
    known.idleSince = 0;
    known.hasSaidIdle = false;
  } else if (known.idleSince == 0) {
    known.idleSince = time;
  }
}

// Told again only after it was no longer so, by far: space goes up and down while runs write.
std::vector<RunNotice> RunNotices::spaceIs(const QString& target, const Space& space) {
  const auto low = static_cast<qint64>(
      space.quotaBytes ? lowShare * static_cast<double>(*space.quotaBytes) : lowBytes);
  if (space.freeBytes > 2 * low) m_low.remove(target);
  const bool isUsed = std::ranges::any_of(m_known, [&](const Known& known) {
    return known.run.target == target && isOpen(known.run.state);
  });
  if (!isUsed || space.freeBytes > low || m_low.contains(target)) return {};
  m_low << target;
  const auto mebibytes = static_cast<std::int64_t>(space.freeBytes >> 20);
  return {{"disk_low",
           {},
           target,
           target,
           make_error("notify.disk_low", {{"target", target.toStdString()},
                                          {"base", space.base.toStdString()},
                                          {"mebibytes", mebibytes}})}};
}

std::vector<RunNotice> RunNotices::passed(double now) {
  std::vector<RunNotice> out;
  for (Known& known : m_known) {
    if (known.run.state != RunState::running) continue;
    const double pace =
        known.steps > 1 ? (known.lastStep - known.firstStep) / static_cast<double>(known.steps - 1)
                        : 0;
    const double silence = now - known.lastStep;
    if (known.steps > 0 && !known.hasSaidStalled &&
        silence > std::max(patience, paceFactor * pace)) {
      known.hasSaidStalled = true;
      out.push_back(
          notice("stalled", known.run, "notify.stalled", {{"minutes", minutes(silence)}}));
    }
    if (known.loss.standsStill())
      out.push_back(
          notice("loss_flat", known.run, "notify.loss_flat",
                 {{"values", known.loss.valuesSince()}, {"lowest", known.loss.lowest()}}));
    if (known.idleSince > 0 && !known.hasSaidIdle && now - known.idleSince > patience) {
      known.hasSaidIdle = true;
      out.push_back(notice("gpus_idle", known.run, "notify.gpus_idle",
                           {{"minutes", minutes(now - known.idleSince)}}));
    }
  }
  return out;
}

}  // namespace trainyard
