// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <bit>
#include <cstdlib>
#include <string>
#include <vector>

#include "engine/contract/json.h"
#include "engine/trackers/record_file.h"
#include "engine/trackers/sample_content.h"
#include "engine/trackers/tracker_reader.h"
#include "engine/trackers/wandb_log.h"
#include "engine/trackers/wandb_media.h"
#include "tests/fuzz/targets.h"

namespace trainyard {
namespace {

struct Told {
  std::vector<std::string> points;
  std::uint64_t whole_bytes = 0;
  bool is_good = true;
  bool operator==(const Told&) const = default;
};

// Bits of the numbers, since NaN differs from itself.
std::string text_of(const TrackedPoint& point) {
  std::string text = std::to_string(point.step.value_or(-1));
  const auto add = [&](double value) {
    text += ' ' + std::to_string(std::bit_cast<std::uint64_t>(value));
  };
  add(point.time.value_or(0));
  add(point.epoch.value_or(0));
  for (const auto& [name, value] : point.values) {
    text += name;
    add(value);
  }
  for (const TrackedSample& sample : point.samples) {
    const bool is_shown = sample.kind == SampleKind::image || sample.file.empty();
    if (!is_shown && sample.kind != SampleKind::table) std::abort();
    if (sample.kind != SampleKind::image && sample.content.size() > max_sample_text_bytes)
      std::abort();
    if (sample.file.empty() && sample.kind != SampleKind::image &&
        sample.kind != SampleKind::text && !parse_json(sample.content))
      std::abort();
    text += sample.key + sample.content + sample.file + sample.caption;
    if (encode_base64(sample.content).size() != (sample.content.size() + 2) / 3 * 4) std::abort();
  }
  return text;
}

Told read(TrackerKind kind, std::string_view bytes, std::size_t piece) {
  const auto reader = make_tracker_reader(kind, "metric");
  Told told;
  std::uint64_t fed = 0;
  while (!bytes.empty() && told.is_good) {
    const std::string_view part = bytes.substr(0, piece);
    fed += part.size();
    told.is_good = reader->feed(part, [&](TrackedPoint point) {
      if (point.is_empty()) std::abort();
      told.points.push_back(text_of(point));
    });
    if (reader->whole_bytes() > fed || reader->whole_bytes() < told.whole_bytes) std::abort();
    told.whole_bytes = reader->whole_bytes();
    bytes.remove_prefix(part.size());
  }
  if (reader->run().config.size() > TrackedRun::max_entries) std::abort();
  // What was not whole is read again behind it, as by one who comes back later.
  reader->rewind();
  if (reader->whole_bytes() != told.whole_bytes) std::abort();
  return told;
}

}  // namespace

void fuzz_trackers(std::string_view input) {
  const std::size_t end = std::min(input.find('\n'), input.size());
  const std::string_view name = input.substr(0, end);
  const std::string_view content = input.substr(std::min(end + 1, input.size()));
  std::string framed(content);
  TrackerKind kind = TrackerKind::mlflow_metric;
  if (name == "tensorboard" || name == "event") kind = TrackerKind::tensorboard;
  if (name == "wandb" || name == "record") kind = TrackerKind::wandb;
  if (name == "swanlab") kind = TrackerKind::swanlab;
  if (name == "csv") kind = TrackerKind::lightning_csv;
  if (name == "event") framed = framed_record(content);
  if (name == "record") framed = WandbLogWriter().record(content);
  const Told whole = read(kind, framed, framed.size() + 1);
  if (name == "table") {
    const auto table = wandb_table(TrackedSample(), content);
    if (table && (table->content.size() > max_sample_text_bytes || !parse_json(table->content)))
      std::abort();
  }
  if (read(kind, framed, 1 + framed.size() / 3) != whole) std::abort();
  if ((name == "event" || name == "record") &&
      (!whole.is_good || whole.whole_bytes != framed.size()))
    std::abort();
}

}  // namespace trainyard
