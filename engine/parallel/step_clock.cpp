// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/parallel/step_clock.h"

#include <exception>
#include <utility>

#include <c10/core/impl/VirtualGuardImpl.h>

namespace trainyard {

namespace {

// Before a step begins, all collectives of the step three before it are known to be done
// (ProcessGroup::settle_former), and with them everything of the step before that one.
constexpr std::size_t steps_of_a_device_in_progress = 3;

}  // namespace

StepClock::Moment StepClock::now() const {
  Moment moment{std::chrono::steady_clock::now(), std::nullopt};
  if (device_.is_cpu()) return moment;
  moment.device.emplace(device_.type(), c10::EventFlag::BACKEND_DEFAULT);  // with its time
  moment.device->record(c10::impl::VirtualGuardImpl(device_.type()).getStream(device_));
  return moment;
}

bool StepClock::is_reached(const Moment& moment) {
  return !moment.device || moment.device->query();
}

double StepClock::seconds_of(const Span& span) {
  if (span.begin.device) return span.begin.device->elapsedTime(*span.end.device) / 1000;
  return std::chrono::duration<double>(span.end.host - span.begin.host).count();
}

void StepClock::begin_step(bool has_other_work) {
  current_.emplace();
  current_->has_other_work = has_other_work;
  current_->whole.begin = now();
}

void StepClock::end_step() {
  if (!current_) return;
  current_->whole.end = now();
  ended_.push_back(*std::exchange(current_, std::nullopt));
}

StepClock::Wait::Wait(StepClock* clock) : clock_(clock && clock->current_ ? clock : nullptr) {
  if (clock_) clock_->current_->waits.push_back({clock_->now(), {}});
}

StepClock::Wait::~Wait() {
  if (!clock_) return;
  try {
    clock_->current_->waits.back().end = clock_->now();
  } catch (const std::exception&) {
    clock_->current_.reset();  // the device has failed, which the next operation says
  }
}

double StepClock::take() {
  if (ended_.size() <= (device_.is_cpu() ? 0 : steps_of_a_device_in_progress)) return 0;
  const Step step = std::move(ended_.front());
  ended_.pop_front();
  if (step.has_other_work || !is_reached(step.whole.end)) return 0;
  double seconds = seconds_of(step.whole);
  for (const Span& wait : step.waits) seconds -= seconds_of(wait);
  return seconds;
}

}  // namespace trainyard
