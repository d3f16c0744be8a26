// SPDX-License-Identifier: GPL-3.0-or-later
// A profile's summary as JSON and as text.
#include <algorithm>
#include <cstdio>

#include "engine/train/profile_summary.h"

namespace trainyard {

namespace {

// One line of summary.txt shows this much of a kernel's name; summary.json has more.
constexpr std::size_t shown_name_bytes = 110;
constexpr std::size_t named_in_message = 3;

template <typename... Values>
std::string format(const char* pattern, Values... values) {
  char line[512];
  std::snprintf(line, sizeof line, pattern, values...);
  return line;
}

std::string shown(const std::string& name) {
  return name.size() <= shown_name_bytes ? name : name.substr(0, shown_name_bytes) + "...";
}

Map to_map(const ProfileEntry& entry) {
  return {{"name", entry.name},
          {"calls", entry.calls},
          {"seconds", entry.seconds},
          {"own_seconds", entry.own_seconds},
          {"share", entry.share}};
}

List to_list(const std::vector<ProfileEntry>& entries) {
  List list;
  for (const ProfileEntry& entry : entries) list.emplace_back(to_map(entry));
  return list;
}

Map to_map(const ProfileTable& table) {
  return {{"longest", to_list(table.longest)},
          {"entries", table.num_entries},
          {"others_share", table.others_share}};
}

std::string title(const ProfileSummary& summary, std::int64_t first_step,
                  const std::string& device) {
  const std::int64_t last = first_step + summary.steps - 1;
  return format("Steps %lld to %lld on %s: %.4f s, %.4f s a step\n",
                static_cast<long long>(first_step), static_cast<long long>(last), device.c_str(),
                summary.seconds,
                summary.seconds / static_cast<double>(std::max<std::int64_t>(summary.steps, 1)));
}

std::string text_of_phases(const ProfileSummary& summary) {
  std::string text = "\nPhases of the step, in the time of the host\n";
  text += format("%12s %8s%s  %s\n", "seconds", "share", summary.device ? "  of the kernels" : "",
                 "phase");
  for (const ProfilePhase& phase : summary.phases) {
    text += format("%12.4f %6.1f %%", phase.seconds, phase.share * 100);
    if (summary.device) text += format("%14.1f %%", phase.device_share * 100);
    text += "  " + phase.name + "\n";
  }
  return text;
}

std::string lines_of(const std::vector<ProfileEntry>& entries) {
  std::string text = format("%10s %12s %12s %8s  %s\n", "calls", "seconds", "own", "share", "name");
  for (const ProfileEntry& entry : entries)
    text += format("%10lld %12.4f %12.4f %6.1f %%  ", static_cast<long long>(entry.calls),
                   entry.seconds, entry.own_seconds, entry.share * 100) +
            shown(entry.name) + "\n";
  return text;
}

std::string text_of(const ProfileTable& table, const std::string& heading) {
  std::string text = "\n" + heading + "\n" + lines_of(table.longest);
  const std::int64_t others = table.num_entries - std::ssize(table.longest);
  if (others > 0)
    text += format("%45.1f %%  %lld others\n", table.others_share * 100,
                   static_cast<long long>(others));
  return text;
}

std::string text_of(const ProfiledDevice& device, double seconds) {
  std::string text = "\nThe GPU\n";
  const auto share = [&](double part) { return seconds > 0 ? part / seconds * 100 : 0.0; };
  text += format("%12.1f kernels a step\n", device.launches_per_step);
  text += format("%12.4f s, %.1f %% busy\n", device.busy_seconds, share(device.busy_seconds));
  text += format("%12.4f s, %.1f %% idle; %lld gaps, the longest %.6f s\n", device.idle_seconds,
                 share(device.idle_seconds), static_cast<long long>(device.gaps),
                 device.longest_gap_seconds);
  if (!device.waits.empty())
    text += "\nWaits of the host, and copies of pageable memory\n" + lines_of(device.waits);
  return text;
}

}  // namespace

Map to_map(const ProfileSummary& summary, std::int64_t first_step, const std::string& device) {
  List phases;
  for (const ProfilePhase& phase : summary.phases)
    phases.emplace_back(Map{{"name", phase.name},
                            {"seconds", phase.seconds},
                            {"share", phase.share},
                            {"device_share", phase.device_share}});
  Map map = {{"first_step", first_step},
             {"steps", summary.steps},
             {"device", device},
             {"seconds", summary.seconds},
             {"operators_per_step", summary.operators_per_step},
             {"phases", std::move(phases)},
             {"operators", to_map(summary.operators)}};
  if (!summary.device) return map;
  const ProfiledDevice& gpu = *summary.device;
  map.emplace_back("gpu", Map{{"launches_per_step", gpu.launches_per_step},
                              {"busy_seconds", gpu.busy_seconds},
                              {"idle_seconds", gpu.idle_seconds},
                              {"gaps", gpu.gaps},
                              {"longest_gap_seconds", gpu.longest_gap_seconds},
                              {"kernels", to_map(gpu.kernels)},
                              {"waits", to_list(gpu.waits)}});
  return map;
}

std::string to_text(const ProfileSummary& summary, std::int64_t first_step,
                    const std::string& device) {
  std::string text = title(summary, first_step, device) + text_of_phases(summary);
  if (summary.device)
    text += text_of(*summary.device, summary.seconds) +
            text_of(summary.device->kernels, "Kernels and copies of the GPU, the longest first");
  return text + format("\n%.1f operators a step\n", summary.operators_per_step) +
         text_of(summary.operators, "Operators and calls of the host, the longest own time first");
}

std::string longest_entries(const ProfileSummary& summary) {
  const ProfileTable& table = summary.device ? summary.device->kernels : summary.operators;
  std::string text;
  for (std::size_t i = 0; i < std::min(table.longest.size(), named_in_message); ++i)
    text += (i > 0 ? ", " : "") + shown(table.longest[i].name) +
            format(" %.0f %%", table.longest[i].share * 100);
  return text;
}

}  // namespace trainyard
