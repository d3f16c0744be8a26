// SPDX-License-Identifier: GPL-3.0-or-later
// How long a rank works on each step itself, without what it waits for others.
#pragma once

#include <chrono>
#include <deque>
#include <optional>
#include <vector>

#include <ATen/ATen.h>
#include <c10/core/Event.h>

namespace trainyard {

// On a CPU, a rank waits inside the calls of its process group, and all else of a step is its own.
//
// On a GPU the host is ahead, so time is taken where the device gets to. A wait begins there when
// the device has done all that was queued before, and ends when it goes on: once the other ranks'
// part of a sum is there, or once the host comes back from a sum of numbers and queues more. So a
// rank's own time has its kernels, and the time in which its device has nothing to do because its
// host reads data or queues too slowly; which of these it was cannot be seen. Nor can a slow
// network, as all ranks wait for it alike, nor what communication takes from kernels beside it.
class StepClock {
 public:
  explicit StepClock(at::Device device) : device_(device) {}

  // `has_other_work`: this rank does something at the same time that others need not do, such as
  // writing a checkpoint, so that nothing is said of the step. A step that does not end is
  // forgotten.
  void begin_step(bool has_other_work);
  void end_step();

  // To be alive while the rank waits; only what is inside a step counts. `clock` may be null.
  class Wait {
   public:
    explicit Wait(StepClock* clock);
    ~Wait();
    Wait(const Wait&) = delete;
    Wait& operator=(const Wait&) = delete;

   private:
    StepClock* const clock_;
  };

  // To be called once before each step: the own seconds of an earlier one, which is the same one on
  // all ranks. 0 if nothing is known of it.
  double take();

 private:
  struct Moment {
    std::chrono::steady_clock::time_point host;
    std::optional<c10::Event> device;
  };
  struct Span {
    Moment begin, end;
  };
  struct Step {
    Span whole;
    std::vector<Span> waits;
    bool has_other_work = false;
  };

  Moment now() const;
  static bool is_reached(const Moment& moment);
  static double seconds_of(const Span& span);

  const at::Device device_;
  std::optional<Step> current_;
  std::deque<Step> ended_;  // and not taken
};

}  // namespace trainyard
