// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/trackers/wandb_run_writer.h"

#include <algorithm>
#include <cmath>
#include <ctime>

#include "engine/contract/json.h"
#include "engine/trackers/protobuf_writer.h"

namespace trainyard {
namespace {

// Variables hold keys of services.
constexpr std::string_view secret_settings = "environment.variables.";

// As Python writes it: what is not finite is a bare word.
std::string json_of(const Value& value) {
  const double* const number = value.get_if<double>();
  if (!number || std::isfinite(*number)) return to_json(value);
  if (std::isnan(*number)) return "NaN";
  return *number > 0 ? "Infinity" : "-Infinity";
}

// The fields that W&B's items of history, summary and configuration share.
ProtobufMessage item(int key_field, std::string_view key, const std::string& json) {
  return ProtobufMessage().add(key_field, key).add(16, std::string_view(json));
}

ProtobufMessage timestamp(double time) {
  const double whole = std::floor(time);
  return ProtobufMessage()
      .add(1, static_cast<std::int64_t>(whole))
      .add(2, static_cast<std::int64_t>((time - whole) * 1e9));
}

ProtobufMessage run_record(const WandbRun& run) {
  ProtobufMessage config;
  for (const auto& [path, value] : run.config)
    if (!path.starts_with(secret_settings)) config.add(1, item(1, path, json_of(value)));
  ProtobufMessage record;
  record.add(1, std::string_view(run.id));
  if (!run.project.empty()) record.add(3, std::string_view(run.project));
  record.add(4, config);
  record.add(8, std::string_view(run.name));
  if (!run.notes.empty()) record.add(9, std::string_view(run.notes));
  for (const std::string& tag : run.tags) record.add(10, std::string_view(tag));
  record.add(17, timestamp(run.started));
  if (run.may_continue) record.add(24, std::int64_t{1});
  return record;
}

}  // namespace

std::string wandb_folder_name(const std::string& id, double time) {
  const auto seconds = static_cast<std::time_t>(time);
  std::tm parts{};
  char text[32] = "";
  if (::gmtime_r(&seconds, &parts))
    std::strftime(text, sizeof text, "offline-run-%Y%m%d_%H%M%S-", &parts);
  return text + id;
}

std::string wandb_file_name(const std::string& id) { return "run-" + id + ".wandb"; }

std::string WandbRunWriter::record(int field, const ProtobufMessage& content) {
  return log_.record(ProtobufMessage()
                         .add(1, ++number_)
                         .add(field, content)
                         .add(200, ProtobufMessage().add(1, std::string_view(id_)))
                         .bytes());
}

std::string WandbRunWriter::beginning(const WandbRun& run) {
  const ProtobufMessage version = ProtobufMessage().add(1, std::string_view("trainyard"));
  const std::string header = record(21, ProtobufMessage().add(1, version));
  return header + record(17, run_record(run));
}

std::string WandbRunWriter::row(std::int64_t step, double time, double runtime,
                                const MetricValues& values) {
  ProtobufMessage row;
  for (const auto& [name, value] : values) row.add(1, item(2, name, json_of(value)));
  row.add(1, item(2, "_step", std::to_string(step)));
  row.add(1, item(2, "_timestamp", json_of(time)));
  row.add(1, item(2, "_runtime", json_of(std::max(0.0, runtime))));
  return record(2, row.add(2, ProtobufMessage().add(1, step)));
}

std::string WandbRunWriter::summary(const MetricValues& values) {
  ProtobufMessage summary;
  for (const auto& [name, value] : values) summary.add(1, item(2, name, json_of(value)));
  return record(3, summary);
}

std::string WandbRunWriter::exit(int code) {
  return record(18, ProtobufMessage().add(1, std::int64_t{code}));
}

}  // namespace trainyard
