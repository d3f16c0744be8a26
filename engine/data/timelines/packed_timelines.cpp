// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/timelines/packed_timelines.h"

#include <algorithm>
#include <cmath>

#include "engine/contract/messages.h"

namespace trainyard {

namespace {

Result<void> check_packing(const PackingSettings& settings) {
  const auto check = [](const char* name, std::int64_t value, std::int64_t most) -> Result<void> {
    if (value >= 1 && value <= most) return {};
    return make_error("timelines.settings",
                      {{"name", name}, {"value", value}, {"least", 1}, {"most", most}});
  };
  constexpr std::int64_t kMax = std::int64_t{1} << 30;
  TRY(check("window_length", settings.window_length, kMax));
  TRY(check("num_epochs", settings.num_epochs, kMax));
  if (settings.shuffle) {
    TRY(check("buffer_size", settings.shuffle->buffer_size, kMax));
    TRY(check("rows_at_once", settings.shuffle->rows_at_once, kMax));
  }
  if (!(settings.padding_rate >= 0 && settings.padding_rate <= TorchGenerator::kLargestRate))
    return make_error("timelines.settings", {{"name", "padding_rate"},
                                             {"value", settings.padding_rate},
                                             {"least", 0},
                                             {"most", TorchGenerator::kLargestRate}});
  return {};
}

}  // namespace

Result<PackedTimelines> PackedTimelines::open(PackingSettings settings) {
  TRY(check_packing(settings));
  TRY(TimelineReader reader, TimelineReader::open(settings.files));
  PackedTimelines packed(std::move(settings), std::move(reader));
  TRY(packed.restart());
  return packed;
}

Result<bool> PackedTimelines::State::next_row(Timeline& row) {
  TRY(bool is_there, reader.next(row));
  while (!is_there && epochs_left > 0) {
    --epochs_left;
    TRY(reader.rewind());
    TRY(is_there, reader.next(row));
  }
  if (is_there && longest_row > 0) {
    TRY(check(row));
  }
  return is_there;
}

Result<void> PackedTimelines::State::check(const Timeline& row) const {
  if (row.empty())
    return make_error("timelines.no_tokens",
                      {{"path", reader.path().string()}, {"row", reader.row()}});
  if (std::ssize(row) > longest_row)
    return make_error("timelines.row_too_long", {{"path", reader.path().string()},
                                                 {"row", reader.row()},
                                                 {"tokens", std::ssize(row)},
                                                 {"sequence_length", longest_row}});
  return {};
}

Result<void> PackedTimelines::restart() {
  TRY(state_->reader.rewind());
  state_->epochs_left = settings_.num_epochs - 1;
  state_->shuffle.reset();
  if (settings_.shuffle)
    state_->shuffle.emplace(*settings_.shuffle,
                            [state = state_.get()](Timeline& row) { return state->next_row(row); });
  padding_ = TorchGenerator(settings_.padding_seed);
  timeline_.clear();
  used_ = padding_left_ = 0;
  num_built_ = num_begun_ = 0;
  must_restart_ = false;
  return {};
}

Result<bool> PackedTimelines::next_timeline() {
  used_ = 0;
  timeline_.clear();
  TRY(const bool is_there,
      state_->shuffle ? state_->shuffle->next(timeline_) : state_->next_row(timeline_));
  if (is_there) ++num_begun_;
  if (is_there && settings_.is_packed && settings_.padding_rate > 0)
    padding_left_ = static_cast<std::size_t>(padding_.poisson(settings_.padding_rate));
  return is_there;
}

Result<bool> PackedTimelines::build_packed(std::vector<std::uint32_t>& window) {
  const auto length = static_cast<std::size_t>(settings_.window_length);
  window.clear();
  while (window.size() < length) {
    const std::size_t room = length - window.size();
    if (used_ < timeline_.size()) {
      const std::size_t count = std::min(room, timeline_.size() - used_);
      const auto* const from = timeline_.data() + used_;
      window.insert(window.end(), from, from + count);
      used_ += count;
    } else if (padding_left_ > 0) {
      const std::size_t count = std::min(room, padding_left_);
      window.insert(window.end(), count, settings_.padding_id);
      padding_left_ -= count;
    } else {
      TRY(const bool is_there, next_timeline());
      if (!is_there) return false;
    }
  }
  return true;
}

Result<bool> PackedTimelines::build(std::vector<std::uint32_t>& window) {
  bool is_there = false;
  if (settings_.is_packed) {
    TRY(is_there, build_packed(window));
  } else {
    TRY(is_there, next_timeline());
    if (is_there) window.swap(timeline_);
  }
  if (is_there) ++num_built_;
  return is_there;
}

Result<bool> PackedTimelines::next(std::vector<std::uint32_t>& window) {
  if (wanted_ < num_built_ || must_restart_) {
    TRY(restart());
  }
  for (;;) {
    const bool is_next = num_built_ == wanted_;
    TRY(const bool is_there, build(window));
    if (!is_there) return false;
    if (is_next) break;
  }
  wanted_ = num_built_;
  return true;
}

Map PackedTimelines::position() const {
  return {{"window", wanted_}, {"window_length", settings_.window_length}, {"rows", num_rows()}};
}

bool PackedTimelines::seek(const Map& position) {
  const auto window = get<std::int64_t>(position, "window", -1);
  if (window < 0 || get<std::int64_t>(position, "rows", -1) != num_rows() ||
      get<std::int64_t>(position, "window_length", -1) != settings_.window_length)
    return false;
  wanted_ = window;
  return true;
}

void PackedTimelines::begin_again(std::uint64_t epoch) {
  if (settings_.shuffle) settings_.shuffle->epoch = epoch;
  wanted_ = 0;
  must_restart_ = true;
}

Result<std::int64_t> pack_all(
    PackedTimelines& timelines,
    const std::function<Result<void>(std::span<const std::uint32_t>)>& sink) {
  std::vector<std::uint32_t> window;
  for (std::int64_t count = 0;; ++count) {
    TRY(const bool is_there, timelines.next(window));
    if (!is_there) return count;
    TRY(sink(window));
  }
}

}  // namespace trainyard
