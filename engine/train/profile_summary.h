// SPDX-License-Identifier: GPL-3.0-or-later
// What the profile of some steps says in a page: phases, the longest operators and kernels, and
// what a GPU waited for.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/contract/value.h"

namespace trainyard {

// The training marks its phases with user scopes of this prefix: step/forward.
inline constexpr std::string_view phase_prefix = "step/";

struct ProfileEvent {
  enum class Kind {
    phase,         // of the training; its name without the prefix
    operation,     // an operator on the host, or another function that torch records
    runtime_call,  // a call of the CUDA runtime or driver
    kernel,        // on the device
    copy           // on the device, or a fill
  };
  std::string name;
  Kind kind = Kind::operation;
  std::uint64_t thread = 0;         // on the host
  std::int64_t begin = 0, end = 0;  // nanoseconds
  // What a call of the runtime has in common with what it started on the device; 0: nothing.
  std::uint64_t correlation = 0;
};

struct ProfileEntry {
  std::string name;
  std::int64_t calls = 0;
  double seconds = 0;
  double own_seconds = 0;  // without the operators that it called
  double share = 0;        // of the own times of all entries
};

// The entries with the longest own times; their shares and that of the others add up to 1.
struct ProfileTable {
  std::vector<ProfileEntry> longest;
  std::int64_t num_entries = 0;
  double others_share = 0;
};

struct ProfilePhase {
  std::string name;
  double seconds = 0;       // on the host, without phases inside this one
  double share = 0;         // of the profiled time
  double device_share = 0;  // of the kernels' and copies' time: those that were started in it
};

struct ProfiledDevice {
  double launches_per_step = 0;  // of kernels
  // Of the profiled time, whether at least one kernel or copy was running; they add up to it.
  double busy_seconds = 0, idle_seconds = 0;
  std::int64_t gaps = 0;  // between the first and the last of them
  double longest_gap_seconds = 0;
  ProfileTable kernels;             // and copies
  std::vector<ProfileEntry> waits;  // calls in which the host waited, copies of pageable memory
};

struct ProfileSummary {
  std::int64_t steps = 0;
  double seconds = 0;  // from the first event to the last
  double operators_per_step = 0;
  std::vector<ProfilePhase> phases;  // "other" is the last; the shares add up to 1
  ProfileTable operators;
  std::optional<ProfiledDevice> device;
};

ProfileSummary summarize(const std::vector<ProfileEvent>& events, std::int64_t steps);

// The content of summary.json and summary.txt. `first_step` counts from 1.
Map to_map(const ProfileSummary& summary, std::int64_t first_step, const std::string& device);
std::string to_text(const ProfileSummary& summary, std::int64_t first_step,
                    const std::string& device);

// Such as "aten::mm 41 %": the three longest kernels, or operators where there are none.
std::string longest_entries(const ProfileSummary& summary);

}  // namespace trainyard
