// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/agent/stream/latest_values.h"

#include <cmath>
#include <cstdio>

namespace trainyard::agent {
namespace {

std::string number_text(double value) {
  if (std::isnan(value)) return "NaN";
  if (std::isinf(value)) return value > 0 ? "+Inf" : "-Inf";
  char text[40];
  std::snprintf(text, sizeof text, "%.17g", value);
  return text;
}

std::string label(const std::string& value) {
  std::string escaped;
  for (const char c : value) {
    if (c == '\\' || c == '"') escaped += '\\';
    if (c == '\n')
      escaped += "\\n";
    else
      escaped += c;
  }
  return '"' + escaped + '"';
}

void add_gauge(std::string& text, const char* name, const char* help) {
  text += std::string("# HELP ") + name + " " + help + "\n# TYPE " + name + " gauge\n";
}

}  // namespace

void LatestValues::take(const Event& event) {
  const std::lock_guard lock(mutex_);
  if (const auto* metrics = std::get_if<MetricsEvent>(&event.body)) {
    if (metrics->step) step_ = *metrics->step;
    for (const auto& [name, value] : metrics->values)
      if (metrics_.size() < 10000 || metrics_.contains(name)) metrics_[name] = value;
  } else if (const auto* system = std::get_if<SystemEvent>(&event.body)) {
    systems_[system->node] = *system;
  }
}

std::string LatestValues::prometheus_text(const std::string& run, std::int64_t attempt) const {
  const std::lock_guard lock(mutex_);
  const std::string identity = "run=" + label(run) + ",attempt=\"" + std::to_string(attempt) + "\"";
  std::string text;
  add_gauge(text, "trainyard_step", "Last optimizer step that was reported.");
  text += "trainyard_step{" + identity + "} " + std::to_string(step_) + "\n";
  add_gauge(text, "trainyard_metric", "Last value of each metric.");
  for (const auto& [name, value] : metrics_)
    text +=
        "trainyard_metric{" + identity + ",name=" + label(name) + "} " + number_text(value) + "\n";
  const auto add_system = [&](const char* name, const char* help, double SystemEvent::* member) {
    add_gauge(text, name, help);
    for (const auto& [node, system] : systems_)
      text += std::string(name) + "{" + identity + ",node=" + label(node) + "} " +
              number_text(system.*member) + "\n";
  };
  add_system("trainyard_cpu_ratio", "Share of the allowed cores in use.", &SystemEvent::cpu_ratio);
  add_system("trainyard_memory_gib", "Memory of the run's processes.", &SystemEvent::memory_gib);
  const auto add_device = [&](const char* name, const char* help, double DeviceSample::* member) {
    add_gauge(text, name, help);
    for (const auto& [node, system] : systems_)
      for (const DeviceSample& device : system.devices)
        text += std::string(name) + "{" + identity + ",node=" + label(node) + ",device=\"" +
                std::to_string(device.index) + "\"} " + number_text(device.*member) + "\n";
  };
  add_device("trainyard_device_utilization_ratio", "Use of the GPU.",
             &DeviceSample::utilization_ratio);
  add_device("trainyard_device_memory_used_gib", "Memory of the GPU in use.",
             &DeviceSample::memory_used_gib);
  add_device("trainyard_device_power_watts", "Power of the GPU.", &DeviceSample::power_watts);
  add_device("trainyard_device_temperature_celsius", "Temperature of the GPU.",
             &DeviceSample::temperature_celsius);
  return text;
}

}  // namespace trainyard::agent
