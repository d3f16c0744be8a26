// SPDX-License-Identifier: GPL-3.0-or-later
// Makes the curves of a run from the points of several trackers and several of their runs: what two
// of them tell of one curve is one curve, and curves of different ones have different names.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "engine/agent/trackers/found_file.h"
#include "engine/contract/run/events.h"

namespace trainyard::agent {

// The step of a point: one that its program counts itself goes before the tracker's.
std::optional<std::int64_t> step_of(const TrackedPoint& point);

class TrackedCurves {
 public:
  static constexpr std::size_t max_names = 20000;  // of all sources; further ones have no curves
  using Emit = std::function<void(MetricsEvent)>;

  // `prefix`: put before each name; empty for the first node.
  TrackedCurves(std::string prefix, Emit emit)
      : prefix_(std::move(prefix)), emit_(std::move(emit)) {}

  // A point of a file. Points that follow each other with the same step are one event.
  void take(const FoundFile& file, const TrackedPoint& point);

  // Emits the point that was waiting for others with its step.
  void flush();

 private:
  struct Source {  // one run of one tracker
    TrackerKind kind;
    std::filesystem::path folder;
    std::unordered_map<std::string, std::string> names;  // by key; empty: not a curve of its own
    bool has_loss = false;
    std::optional<int> rank;
    // Of a parallel job: another process has the plain names, and this one leaves it all of them.
    std::optional<std::size_t> beside;
  };

  std::size_t source_of(const FoundFile& file);
  const std::string& name_of(std::size_t source, const std::string& key, bool is_of_parallel_job);
  std::string new_name(std::size_t source, const std::string& key, bool is_of_parallel_job);
  std::string free_name(std::size_t source, const std::string& name, std::size_t other) const;
  std::string label_of(const Source& source, const Source& other) const;

  std::string prefix_;
  Emit emit_;
  std::vector<Source> sources_;
  std::unordered_map<std::string, std::size_t> owners_;  // sources by name
  MetricsEvent waiting_;
};

}  // namespace trainyard::agent
