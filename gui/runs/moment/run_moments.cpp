// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/runs/moment/run_moments.h"

#include <algorithm>
#include <cmath>

#include "gui/runs/records/run_text.h"

namespace trainyard {
namespace {

// Less is how long any start takes, and clocks of nodes are not the same.
constexpr double shortestPause = 1;
// Two moments that are nearer are the same one, as a slider's are whole milliseconds.
constexpr double sameMoment = 0.002;

}  // namespace

RunMoments RunMoments::of(const MomentFacts& facts) {
  RunMoments out;
  // A run that was imported without times has none to show.
  if (facts.run.created <= 0 && facts.steps.isEmpty()) return out;
  const double ahead = RunText::clockOffset(facts.run);
  out.takeSteps(facts, ahead);
  out.m_begin = facts.timeline.begin;
  out.m_end = facts.timeline.end;
  if (!out.m_steps.isEmpty()) {
    // An imported run was noted after it had been trained.
    out.m_begin = std::min(out.m_begin, out.m_steps.first().time);
    out.m_end = std::max(out.m_end, out.m_steps.last().time);
    if (out.m_begin <= 0) out.m_begin = out.m_steps.first().time;
  }
  out.takePauses(facts.timeline.attempts);
  out.takeMarks(facts, ahead);
  return out;
}

// A clock that steps back does not make a later step an earlier one.
void RunMoments::takeSteps(const MomentFacts& facts, double ahead) {
  for (const StepPlace& place : facts.steps) {
    if (!std::isfinite(place.time) || place.time <= 0) continue;
    const double before = m_steps.isEmpty() ? 0 : m_steps.last().time;
    m_steps << Reached{static_cast<qint64>(place.step), std::max(before, place.time + ahead)};
  }
}

void RunMoments::takePauses(const QList<TimelineBar>& attempts) {
  double before = m_begin;
  const auto pause = [&](double until) {
    if (until - before >= shortestPause) m_pauses << TimelineBar{before, until, {}};
  };
  for (const TimelineBar& attempt : attempts) {
    pause(attempt.begin);
    before = std::max(before, attempt.end);
  }
  if (!attempts.isEmpty()) pause(m_end);
}

void RunMoments::takeMarks(const MomentFacts& facts, double ahead) {
  using Kind = MomentMark::Kind;
  for (const qint64 step : facts.evaluations)
    if (const auto time = timeOf(step)) m_marks << MomentMark{*time, Kind::evaluation, step};
  for (const CheckpointRecord& one : facts.written) {
    const bool isKept = std::ranges::any_of(facts.kept, [&](const CheckpointRecord& kept) {
      return kept.step == one.step && kept.path == one.path && kept.attempt == one.attempt;
    });
    m_marks << MomentMark{one.time + ahead, Kind::checkpoint, one.step, isKept};
  }
  for (const MessageRecord& message : facts.messages)
    m_marks << MomentMark{message.time + ahead, Kind::message, {}, false, message.text};
  for (MomentMark& mark : m_marks) mark.time = clamped(mark.time);
  std::ranges::stable_sort(m_marks, {}, &MomentMark::time);
}

double RunMoments::clamped(double time) const {
  return std::clamp(time, m_begin, std::max(m_begin, m_end));
}

qsizetype RunMoments::reachedBy(double time) const {
  const auto after = std::ranges::upper_bound(m_steps, time, {}, &Reached::time);
  return after - m_steps.begin() - 1;
}

double RunMoments::startAfter(qsizetype index) const {
  double start = m_steps[index].time;
  for (const TimelineBar& pause : m_pauses)
    if (pause.end > m_steps[index].time && pause.end <= m_steps[index + 1].time)
      start = std::max(start, pause.end);
  return start;
}

// Between two that are known it goes evenly, from the start of the attempt if that lies between.
std::optional<qint64> RunMoments::stepAt(double time) const {
  const qsizetype index = reachedBy(time + sameMoment);
  if (index < 0) return std::nullopt;
  const Reached& last = m_steps[index];
  if (index + 1 == m_steps.size()) return last.step;
  const Reached& next = m_steps[index + 1];
  const double start = startAfter(index), width = next.time - start;
  if (time <= start || width <= 0) return last.step;
  const double share = std::min(1.0, (time + sameMoment - start) / width);
  return std::min(next.step, last.step + static_cast<qint64>(std::floor(
                                             share * static_cast<double>(next.step - last.step))));
}

std::optional<double> RunMoments::timeOf(qint64 step) const {
  if (m_steps.isEmpty()) return std::nullopt;
  const auto after = std::ranges::lower_bound(m_steps, step, {}, &Reached::step);
  if (after == m_steps.end()) return m_steps.last().time;
  if (after == m_steps.begin() || after->step == step) return after->time;
  const qsizetype index = after - m_steps.begin() - 1;
  const double start = startAfter(index);
  const double share = static_cast<double>(step - m_steps[index].step) /
                       static_cast<double>(after->step - m_steps[index].step);
  return start + share * (after->time - start);
}

std::optional<qint64> RunMoments::lastStep() const {
  return m_steps.isEmpty() ? std::nullopt : std::optional(m_steps.last().step);
}

std::optional<double> RunMoments::nextStep(double time, bool backwards) const {
  const qsizetype index = reachedBy(time + sameMoment);
  if (!backwards) {
    if (index + 1 >= m_steps.size()) return std::nullopt;
    if (index < 0) return m_steps.first().time;
    return timeOf(*stepAt(time) + 1);
  }
  if (index < 0) return std::nullopt;
  const auto own = timeOf(*stepAt(time));
  if (own && *own < time - sameMoment) return own;
  if (*stepAt(time) <= m_steps.first().step) return std::nullopt;
  return timeOf(*stepAt(time) - 1);
}

std::optional<double> RunMoments::nextMark(MomentMark::Kind kind, double time,
                                           bool backwards) const {
  std::optional<double> found;
  for (const MomentMark& mark : m_marks) {
    if (mark.kind != kind) continue;
    if (backwards && mark.time < time - sameMoment) found = mark.time;
    if (!backwards && mark.time > time + sameMoment) return mark.time;
  }
  return found;
}

const MomentMark* RunMoments::checkpointBefore(double time) const {
  const MomentMark* found = nullptr;
  for (const MomentMark& mark : m_marks)
    if (mark.isKept && mark.time <= time + sameMoment) found = &mark;
  return found;
}

const MomentMark* RunMoments::firstKept() const {
  const auto first = std::ranges::find_if(m_marks, &MomentMark::isKept);
  return first == m_marks.end() ? nullptr : &*first;
}

double RunMoments::played(double time, double seconds, double speed) const {
  double at = time + seconds * speed;
  for (const TimelineBar& pause : m_pauses)
    if (at >= pause.begin && time < pause.end)
      at = pause.end + std::max(0.0, at - std::max(time, pause.begin));
  return clamped(at);
}

}  // namespace trainyard
