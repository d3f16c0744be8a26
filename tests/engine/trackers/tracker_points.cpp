// SPDX-License-Identifier: GPL-3.0-or-later
// tracker_points KIND FILE [METRIC]: prints what a reader finds, a point a line as JSON, then the
// run.
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <iterator>

#include "engine/contract/json.h"
#include "engine/trackers/sample_content.h"
#include "engine/trackers/tracker_reader.h"

using namespace trainyard;

namespace {

TrackerKind kind_named(const std::string& name) {
  return name == "tensorboard" ? TrackerKind::tensorboard
         : name == "wandb"     ? TrackerKind::wandb
         : name == "csv"       ? TrackerKind::lightning_csv
                               : TrackerKind::mlflow_metric;
}

void print(const TrackedPoint& point) {
  Map values;
  for (const auto& [name, value] : point.values) values.emplace_back(name, value);
  Map line{{"values", values}};
  List samples;
  for (const TrackedSample& sample : point.samples)
    samples.push_back(
        Map{{"key", sample.key},
            {"kind", std::string(name_of(sample.kind))},
            {"content",
             sample.kind == SampleKind::image ? encode_base64(sample.content) : sample.content},
            {"file", sample.file},
            {"caption", sample.caption}});
  if (!samples.empty()) line.emplace_back("samples", samples);
  if (point.step) line.emplace_back("step", *point.step);
  if (point.epoch) line.emplace_back("epoch", *point.epoch);
  if (point.time) line.emplace_back("time", *point.time);
  std::cout << to_json(line) << "\n";
}

void print(const TrackedRun& run) {
  List tags(run.tags.begin(), run.tags.end());
  Map line{{"id", run.id},         {"name", run.name},      {"project", run.project},
           {"group", run.group},   {"notes", run.notes},    {"tags", tags},
           {"config", run.config}, {"summary", run.summary}};
  if (run.started) line.emplace_back("started", *run.started);
  if (run.exit_code) line.emplace_back("exit_code", *run.exit_code);
  std::cout << to_json(line) << "\n";
}

}  // namespace

int main(int count, char** arguments) {
  if (count < 3) return 2;
  std::ifstream stream(arguments[2], std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(stream), {}};
  const auto reader = make_tracker_reader(kind_named(arguments[1]), count > 3 ? arguments[3] : "");
  const bool is_good = reader->feed(bytes, [](const TrackedPoint& point) { print(point); });
  print(reader->run());
  return is_good && reader->whole_bytes() == bytes.size() ? 0 : 1;
}
