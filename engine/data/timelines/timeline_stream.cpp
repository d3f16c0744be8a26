// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/timelines/timeline_stream.h"

#include <algorithm>
#include <fstream>

#include "engine/contract/files/durable_file.h"
#include "engine/contract/messages.h"
#include "engine/data/order.h"

namespace trainyard {

namespace fs = std::filesystem;

namespace {

Result<std::string> digest_of(const std::vector<fs::path>& paths) {
  constexpr std::uintmax_t kLastBytes = 1 << 16;
  std::string said;
  for (const fs::path& path : paths) {
    std::error_code problem;
    const std::uintmax_t size = fs::file_size(path, problem);
    if (problem) return file_error(path, problem.value(), FileStep::read);
    std::string end(std::min(size, kLastBytes), '\0');
    std::ifstream stream(path, std::ios::binary);
    stream.seekg(static_cast<std::streamoff>(size - end.size()));
    stream.read(end.data(), static_cast<std::streamsize>(end.size()));
    if (!stream) return file_error(path, EIO, FileStep::read);
    said += std::to_string(size) + ":" + digest_text(end) + " ";
  }
  return digest_text(said);
}

}  // namespace

Result<std::unique_ptr<TimelineStream>> TimelineStream::open(StreamSettings settings) {
  TRY(auto packed, PackedTimelines::open(settings.packing));
  TRY(auto digest, digest_of(settings.packing.files.paths));
  return std::unique_ptr<TimelineStream>(
      new TimelineStream(std::move(settings), std::move(packed), std::move(digest)));
}

Result<void> TimelineStream::look_ahead() {
  has_looked_ = true;
  has_ahead_ = false;
  if (settings_.most && window_ >= *settings_.most) return {};
  TRY(has_ahead_, packed_.next(ahead_));
  return {};
}

Result<StepBatches> TimelineStream::next() {
  if (!has_looked_) {
    TRY(look_ahead());
    if (!has_ahead_ && window_ == 0)
      return make_error("timelines.too_short",
                        {{"path", settings_.packing.files.paths.front().string()},
                         {"sequence_length", settings_.packing.window_length}});
  }
  StepBatches step;
  step.micro_batches.resize(static_cast<std::size_t>(settings_.accumulation));
  for (MicroBatch& batch : step.micro_batches) {
    for (std::int64_t row = 0; row < settings_.world_size * settings_.per_device && has_ahead_;
         ++row) {
      if (row / settings_.per_device == settings_.rank) {
        batch.row_keys.push_back(row_key(settings_.seed, static_cast<std::uint64_t>(epoch_),
                                         static_cast<std::uint64_t>(window_)));
        add(std::move(ahead_), batch);
      }
      ++window_;
      TRY(look_ahead());
    }
    pad(batch);
  }
  if (!has_ahead_) {
    ++epoch_;
    window_ = 0;
    has_looked_ = false;
    packed_.begin_again(static_cast<std::uint64_t>(epoch_));
  }
  step.after = position();
  step.epochs = epochs_so_far();
  return step;
}

// Appends rows without padding until pad() knows the longest.
void TimelineStream::add(std::vector<std::uint32_t> window, MicroBatch& batch) const {
  batch.input_ids.insert(batch.input_ids.end(), window.begin(), window.end());
  batch.row_lengths.push_back(std::ssize(window));
  batch.length = std::max(batch.length, batch.row_lengths.back());
  ++batch.num_rows;
}

// Pads on the right, like RowDataset::rows: padding is a separate document.
void TimelineStream::pad(MicroBatch& batch) const {
  if (std::ssize(batch.input_ids) == batch.num_rows * batch.length) {
    batch.row_lengths.clear();
    return;
  }
  std::vector<std::int64_t> ids(static_cast<std::size_t>(batch.num_rows * batch.length),
                                settings_.packing.padding_id);
  auto from = batch.input_ids.begin();
  for (std::int64_t row = 0; row < batch.num_rows; ++row) {
    const std::int64_t begin = row * batch.length, length = batch.length_of(row);
    std::copy_n(from, length, ids.begin() + begin);
    from += length;
    batch.document_ends.push_back(static_cast<std::int32_t>(begin + length));
    if (length < batch.length)
      batch.document_ends.push_back(static_cast<std::int32_t>(begin + batch.length));
  }
  batch.input_ids = std::move(ids);
}

// Measured in timelines, since the number of windows is unknown; an integer only at the end of an
// epoch, which is what actions once per epoch wait for.
double TimelineStream::epochs_so_far() const {
  if (window_ == 0) return static_cast<double>(epoch_);
  const double begun = static_cast<double>(packed_.num_timelines_begun()) - 0.5;
  return static_cast<double>(epoch_) + begun / static_cast<double>(packed_.num_timelines());
}

Map TimelineStream::position() const {
  return {{"epoch", epoch_},
          {"window", window_},
          {"rows", packed_.num_rows()},
          {"window_length", settings_.packing.window_length}};
}

bool TimelineStream::seek(const Map& position) {
  const auto epoch = get<std::int64_t>(position, "epoch", -1);
  if (epoch < 0 || !packed_.seek(position)) return false;
  epoch_ = epoch;
  window_ = get<std::int64_t>(position, "window");
  has_looked_ = false;
  packed_.begin_again(static_cast<std::uint64_t>(epoch));
  return packed_.seek(position);
}

}  // namespace trainyard
