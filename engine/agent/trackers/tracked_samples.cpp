// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/agent/trackers/tracked_samples.h"

#include <utility>

#include "engine/agent/job/message_events.h"
#include "engine/agent/trackers/file_below.h"
#include "engine/agent/trackers/tracked_curves.h"
#include "engine/system/utf8_sequence.h"
#include "engine/trackers/sample_content.h"
#include "engine/trackers/wandb_media.h"

namespace trainyard::agent {
namespace {

constexpr std::size_t max_key_bytes = 500, max_caption_bytes = 2000;
constexpr std::size_t max_image_bytes = SampleEvent::max_content_bytes / 4 * 3;  // before base64
constexpr std::size_t max_table_bytes = 4u << 20;                                // of a file
// A table is parsed whole, however little of it is shown.
constexpr std::uint64_t max_bytes_read = 128u << 20;

}  // namespace

// The key; with the name of the run's folder, if another run has shown something under it.
const std::string& TrackedSamples::name_of(const FoundFile& file, const std::string& key) {
  const auto [known, is_new] = names_.try_emplace({file.run_folder, key});
  if (!is_new) return known->second;
  std::string name = prefix_ + key;
  if (!owners_.emplace(name, file.run_folder).second) {
    name = prefix_ + file.run_folder.filename().string() + "/" + key;
    owners_.emplace(name, file.run_folder);
  }
  return known->second = std::move(name);
}

void TrackedSamples::report_too_large(const std::string& name, std::uint64_t bytes) {
  if (std::exchange(has_reported_too_large_, true)) return;
  emit_(Event{0, -1,
              make_message(MessageLevel::warning, "sample.too_large",
                           {{"name", name},
                            {"size", static_cast<std::int64_t>(bytes >> 10)},
                            {"limit", static_cast<std::int64_t>(max_image_bytes >> 10)}},
                           "")});
}

void TrackedSamples::report_full() {
  if (std::exchange(is_full_, true)) return;
  emit_(Event{0, -1,
              make_message(MessageLevel::warning, "sample.limit",
                           {{"count", static_cast<std::int64_t>(max_samples)},
                            {"size", static_cast<std::int64_t>(max_total_bytes >> 20)}},
                           "")});
}

// The content of a sample that is in a file of its own. Nothing if it cannot be read.
std::optional<TrackedSample> TrackedSamples::read(const FoundFile& file,
                                                  const TrackedSample& named) {
  const bool is_table = named.kind == SampleKind::table;
  const auto found = read_file_below(file.run_folder, "files/" + named.file,
                                     is_table ? max_table_bytes : max_image_bytes);
  if (!found) return std::nullopt;
  if (!found->content) {
    report_too_large(named.key, found->bytes);
    return std::nullopt;
  }
  bytes_read_ += found->content->size();
  if (is_table) return wandb_table(named, *found->content);
  TrackedSample sample = named;
  sample.content = *found->content;
  return sample;
}

void TrackedSamples::take(const FoundFile& file, const TrackedSample& sample,
                          std::optional<std::int64_t> step) {
  SampleEvent event{name_of(file, sample.key), sample.kind, step, {}, {}, sample.is_cut};
  if (sample.kind == SampleKind::image) {
    if (!is_image(sample.content)) return;
    if (sample.content.size() > max_image_bytes)
      return report_too_large(event.name, sample.content.size());
    event.content = encode_base64(sample.content);
  } else {
    event.content = sample.content;
  }
  event.caption = utf8_prefix(sample.caption, max_caption_bytes);
  total_bytes_ += event.content.size();
  if (total_bytes_ > max_total_bytes) return report_full();
  Event line{0, -1, std::move(event)};
  // What has to be escaped in JSON takes more.
  if (const std::size_t size = to_line(line).size(); size + 200 > kEventLineLimit)
    return report_too_large(sample.key, size);
  emit_(std::move(line));
}

void TrackedSamples::take(const FoundFile& file, const TrackedPoint& point) {
  for (const TrackedSample& sample : point.samples) {
    if (is_full_) return;
    if (sample.key.size() > max_key_bytes) continue;
    // What cannot be read counts, too: looking for it takes time.
    if (num_samples_++ == max_samples || bytes_read_ > max_bytes_read) return report_full();
    if (sample.file.empty())
      take(file, sample, step_of(point));
    else if (const auto content = read(file, sample))
      take(file, *content, step_of(point));
  }
}

}  // namespace trainyard::agent
