// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/train/profile_summary.h"

#include <algorithm>
#include <functional>
#include <map>
#include <ranges>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace trainyard {

namespace {

using EventKind = ProfileEvent::Kind;
using Events = std::vector<const ProfileEvent*>;

constexpr std::size_t max_entries = 20;
// Kernels are named by their templates, at any length.
constexpr std::size_t longest_name_bytes = 300;

double seconds_of(std::int64_t nanoseconds) { return static_cast<double>(nanoseconds) * 1e-9; }
std::int64_t duration(const ProfileEvent& event) { return event.end - event.begin; }
bool is_on_device(const ProfileEvent& event) {
  return event.kind == EventKind::kernel || event.kind == EventKind::copy;
}

template <typename Chosen>
Events chosen(const std::vector<ProfileEvent>& events, const Chosen& is_chosen) {
  Events found;
  for (const ProfileEvent& event : events)
    if (is_chosen(event)) found.push_back(&event);
  return found;
}

// What begins first, and of those that begin together the outer one.
void sort_by_nesting(Events& events) {
  std::ranges::stable_sort(events, [](const ProfileEvent* one, const ProfileEvent* other) {
    return std::pair(one->begin, -one->end) < std::pair(other->begin, -other->end);
  });
}

double share_of(double part, double whole) {
  return whole > 0 ? std::clamp(part / whole, 0.0, 1.0) : 0.0;
}

// A C++ name without its unnamed namespaces, which say nothing and push the rest out of the line.
std::string readable(std::string name) {
  constexpr std::string_view unnamed = "(anonymous namespace)::";
  for (std::size_t at; (at = name.find(unnamed)) != std::string::npos;)
    name.erase(at, unnamed.size());
  return name.substr(0, longest_name_bytes);
}

// Adds up the calls of each name.
class Totals {
 public:
  void add(const ProfileEvent& event, std::int64_t own) {
    ProfileEntry& entry = entries_[readable(event.name)];
    ++entry.calls;
    entry.seconds += seconds_of(duration(event));
    entry.own_seconds += seconds_of(std::max<std::int64_t>(own, 0));
  }

  ProfileTable table() const {
    ProfileTable table;
    double total = 0;
    for (const auto& [name, entry] : entries_) {
      table.longest.push_back(entry);
      table.longest.back().name = name;
      total += entry.own_seconds;
    }
    table.num_entries = std::ssize(table.longest);
    std::ranges::stable_sort(table.longest, std::greater(), &ProfileEntry::own_seconds);
    for (std::size_t i = 0; i < table.longest.size(); ++i) {
      ProfileEntry& entry = table.longest[i];
      entry.share = share_of(entry.own_seconds, total);
      if (i >= max_entries) table.others_share += entry.share;
    }
    table.longest.resize(std::min(table.longest.size(), max_entries));
    return table;
  }

 private:
  std::map<std::string, ProfileEntry> entries_;
};

// Calls `add` with each event and its own time: without those that ran inside it on its thread.
template <typename Add>
void for_own_times(Events events, const Add& add) {
  sort_by_nesting(events);
  struct Open {
    const ProfileEvent* event;
    std::int64_t inside = 0;
  };
  std::vector<Open> open;
  const auto close = [&] {
    add(*open.back().event, duration(*open.back().event) - open.back().inside);
    open.pop_back();
  };
  for (const ProfileEvent* event : events) {
    while (!open.empty() && open.back().event->end <= event->begin) close();
    if (!open.empty()) open.back().inside += duration(*event);
    open.push_back({event});
  }
  while (!open.empty()) close();
}

ProfileTable table_of_operators(const std::vector<ProfileEvent>& events) {
  std::map<std::uint64_t, Events> threads;
  for (const ProfileEvent& event : events)
    if (!is_on_device(event)) threads[event.thread].push_back(&event);
  Totals totals;
  for (const auto& [thread, of_thread] : threads)
    for_own_times(of_thread, [&](const ProfileEvent& event, std::int64_t own) {
      if (event.kind != EventKind::phase) totals.add(event, own);
    });
  return totals.table();
}

// Which phase the training was in, at any time. A backward pass may run on a thread of its own, but
// the training waits for it: all marks are of one sequence.
class PhaseTimes {
 public:
  explicit PhaseTimes(Events marks) {
    sort_by_nesting(marks);
    struct Open {
      std::string_view name;
      std::int64_t end;
    };
    std::vector<Open> open;
    const auto close = [&] {
      const std::int64_t end = open.back().end;
      open.pop_back();
      changes_.emplace_back(end, open.empty() ? std::string_view() : open.back().name);
    };
    for (const ProfileEvent* mark : marks) {
      while (!open.empty() && open.back().end <= mark->begin) close();
      open.push_back({mark->name, open.empty() ? mark->end : std::min(mark->end, open.back().end)});
      changes_.emplace_back(mark->begin, mark->name);
    }
    while (!open.empty()) close();
  }

  // Empty outside of all of them.
  std::string_view at(std::int64_t time) const {
    const auto after = std::ranges::upper_bound(changes_, time, {}, &Change::first);
    return after == changes_.begin() ? std::string_view() : std::prev(after)->second;
  }

  std::map<std::string_view, double> seconds() const {
    std::map<std::string_view, double> found;
    for (std::size_t i = 0; i + 1 < changes_.size(); ++i)
      if (!changes_[i].second.empty())
        found[changes_[i].second] += seconds_of(changes_[i + 1].first - changes_[i].first);
    return found;
  }

 private:
  using Change = std::pair<std::int64_t, std::string_view>;
  std::vector<Change> changes_;
};

std::vector<ProfilePhase> phases_of(const std::vector<ProfileEvent>& events, double seconds) {
  const PhaseTimes times(
      chosen(events, [](const ProfileEvent& event) { return event.kind == EventKind::phase; }));
  std::unordered_map<std::uint64_t, std::int64_t> calls;  // correlation -> when
  for (const ProfileEvent& event : events)
    if (event.kind == EventKind::runtime_call && event.correlation != 0)
      calls.emplace(event.correlation, event.begin);
  std::map<std::string_view, double> device_seconds;
  double device_total = 0;
  for (const ProfileEvent& event : events) {
    if (!is_on_device(event)) continue;
    const auto call = calls.find(event.correlation);
    const double took = seconds_of(duration(event));
    device_seconds[call == calls.end() ? std::string_view() : times.at(call->second)] += took;
    device_total += took;
  }
  std::vector<ProfilePhase> phases;
  double others = seconds;
  for (const auto& [name, own] : times.seconds()) {
    phases.push_back({std::string(name), own, share_of(own, seconds),
                      share_of(device_seconds[name], device_total)});
    others -= own;
  }
  std::ranges::stable_sort(phases, std::greater(), &ProfilePhase::seconds);
  others = std::max(others, 0.0);
  phases.push_back(
      {"other", others, share_of(others, seconds), share_of(device_seconds[{}], device_total)});
  return phases;
}

bool is_wait(const ProfileEvent& event) {
  if (event.kind == EventKind::copy) return event.name.find("Pageable") != std::string::npos;
  return event.kind == EventKind::runtime_call &&
         (event.name.find("Synchronize") != std::string::npos || event.name == "cudaMemcpy");
}

std::optional<ProfiledDevice> device_of(const std::vector<ProfileEvent>& events, double seconds,
                                        std::int64_t steps) {
  Events busy = chosen(events, is_on_device);
  if (busy.empty()) return std::nullopt;
  sort_by_nesting(busy);
  ProfiledDevice device;
  Totals kernels, waits;
  std::int64_t reached = busy.front()->begin, running = 0, longest_gap = 0, launches = 0;
  for (const ProfileEvent* event : busy) {
    kernels.add(*event, duration(*event));
    if (event->kind == EventKind::kernel) ++launches;
    if (event->begin > reached) {
      ++device.gaps;
      longest_gap = std::max(longest_gap, event->begin - reached);
    }
    // Kernels of several streams run at the same time.
    running += std::max<std::int64_t>(event->end - std::max(event->begin, reached), 0);
    reached = std::max(reached, event->end);
  }
  for (const ProfileEvent& event : events)
    if (is_wait(event)) waits.add(event, duration(event));
  device.launches_per_step = static_cast<double>(launches) / static_cast<double>(steps);
  device.busy_seconds = seconds_of(running);
  device.idle_seconds = std::max(seconds - device.busy_seconds, 0.0);
  device.longest_gap_seconds = seconds_of(longest_gap);
  device.kernels = kernels.table();
  device.waits = waits.table().longest;
  return device;
}

}  // namespace

ProfileSummary summarize(const std::vector<ProfileEvent>& events, std::int64_t steps) {
  ProfileSummary summary;
  summary.steps = steps;
  if (events.empty() || steps < 1) return summary;
  const std::int64_t begin = std::ranges::min(events | std::views::transform(&ProfileEvent::begin)),
                     end = std::ranges::max(events | std::views::transform(&ProfileEvent::end));
  summary.seconds = seconds_of(end - begin);
  summary.operators_per_step =
      static_cast<double>(std::ranges::count(events, EventKind::operation, &ProfileEvent::kind)) /
      static_cast<double>(steps);
  summary.phases = phases_of(events, summary.seconds);
  summary.operators = table_of_operators(events);
  summary.device = device_of(events, summary.seconds, steps);
  return summary;
}

}  // namespace trainyard
