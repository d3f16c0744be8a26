// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/agent/sampling/sampler.h"

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>

namespace trainyard::agent {
namespace {

constexpr double bytes_per_gib = 1024.0 * 1024.0 * 1024.0;
constexpr double mib_per_gib = 1024.0;

// Resident pages of files and shared memory: the third field of statm.
std::int64_t shared_pages(pid_t pid) {
  char path[64];
  std::snprintf(path, sizeof path, "/proc/%d/statm", static_cast<int>(pid));
  long long shared = 0;
  if (std::FILE* file = std::fopen(path, "re")) {
    if (std::fscanf(file, "%*d %*d %lld", &shared) != 1) shared = 0;
    std::fclose(file);
  }
  return shared;
}

}  // namespace

SystemEvent UsageSampler::sample(const std::vector<pid_t>& spared) {
  const auto now = std::chrono::steady_clock::now();
  const double seconds = std::max(1e-3, std::chrono::duration<double>(now - last_).count());
  last_ = now;
  std::map<std::pair<pid_t, std::int64_t>, std::int64_t> ticks;
  std::int64_t used_ticks = 0, own_pages = 0, max_shared = 0;
  for (const ProcessEntry& entry : processes_()) {
    if (std::find(spared.begin(), spared.end(), entry.pid) != spared.end()) continue;
    const auto key = std::pair(entry.pid, entry.start_time);
    const auto before = ticks_.find(key);
    used_ticks += entry.cpu_ticks - (before == ticks_.end() ? 0 : before->second);
    ticks[key] = entry.cpu_ticks;
    const std::int64_t shared = std::min(shared_pages(entry.pid), entry.resident_pages);
    own_pages += entry.resident_pages - shared;
    max_shared = std::max(max_shared, shared);
  }
  ticks_ = std::move(ticks);
  SystemEvent event;
  event.cpu_ratio = static_cast<double>(used_ticks) / static_cast<double>(::sysconf(_SC_CLK_TCK)) /
                    seconds / allowed_cores_;
  event.memory_gib = static_cast<double>(own_pages + max_shared) *
                     static_cast<double>(::sysconf(_SC_PAGESIZE)) / bytes_per_gib;
  return event;
}

std::vector<std::string> device_query_arguments() {
  return {
      "nvidia-smi",
      "--query-gpu=index,utilization.gpu,memory.used,memory.total,power.draw,temperature.gpu,name",
      "--format=csv,noheader,nounits", "--loop=5"};
}

std::optional<DeviceSample> parse_device_line(std::string_view line) {
  std::vector<std::string> fields;
  // The name is last and may contain commas.
  while (fields.size() < 6) {
    const std::size_t comma = line.find(',');
    if (comma == std::string_view::npos) return std::nullopt;
    fields.emplace_back(line.substr(0, comma));
    line.remove_prefix(comma + 1);
  }
  while (!line.empty() && line.front() == ' ') line.remove_prefix(1);
  while (!line.empty() && (line.back() == ' ' || line.back() == '\r')) line.remove_suffix(1);
  char* end = nullptr;
  DeviceSample device;
  device.index = std::strtoll(fields[0].c_str(), &end, 10);
  if (end == fields[0].c_str() || line.empty()) return std::nullopt;
  const auto number = [&](std::size_t field) {
    return std::strtod(fields[field].c_str(), nullptr);
  };
  device.name = line;
  device.utilization_ratio = number(1) / 100;
  device.memory_used_gib = number(2) / mib_per_gib;
  device.memory_total_gib = number(3) / mib_per_gib;
  device.power_watts = number(4);
  device.temperature_celsius = number(5);
  return device;
}

}  // namespace trainyard::agent
