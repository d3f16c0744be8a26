// SPDX-License-Identifier: GPL-3.0-or-later
// Makes events of the texts, tables, images and histograms that trackers' files have, within what
// an attempt may show: they are copied to every computer that follows the run.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>

#include "engine/agent/trackers/found_file.h"
#include "engine/contract/run/events.h"

namespace trainyard::agent {

class TrackedSamples {
 public:
  static constexpr std::uint64_t max_samples = 5000, max_total_bytes = 32u << 20;
  using Emit = std::function<void(Event)>;

  // `prefix`: as for TrackedCurves.
  TrackedSamples(std::string prefix, Emit emit)
      : prefix_(std::move(prefix)), emit_(std::move(emit)) {}

  void take(const FoundFile& file, const TrackedPoint& point);

 private:
  std::optional<TrackedSample> read(const FoundFile& file, const TrackedSample& named);
  const std::string& name_of(const FoundFile& file, const std::string& key);
  void take(const FoundFile& file, const TrackedSample& sample, std::optional<std::int64_t> step);
  void report_too_large(const std::string& name, std::uint64_t bytes);
  void report_full();

  std::string prefix_;
  Emit emit_;
  // By names, the folders of the runs that show something under them.
  std::map<std::string, std::filesystem::path> owners_;
  std::map<std::pair<std::filesystem::path, std::string>, std::string> names_;  // by folder and key
  std::uint64_t num_samples_ = 0, total_bytes_ = 0, bytes_read_ = 0;
  bool is_full_ = false, has_reported_too_large_ = false;
};

}  // namespace trainyard::agent
