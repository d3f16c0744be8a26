// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/streams/row_stream.h"

#include <algorithm>

#include "engine/data/order.h"

namespace trainyard {

Result<void> RowStream::look_ahead() {
  has_looked_ = true;
  has_ahead_ = false;
  ahead_position_ = reader_->position();
  if (settings_.most && window_ >= *settings_.most) return {};
  TRY(has_ahead_, reader_->next(ahead_));
  return {};
}

Result<StepBatches> RowStream::next() {
  if (!has_looked_) {
    TRY(look_ahead());
    if (!has_ahead_ && window_ == 0) return reader_->no_rows();
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
    reader_->begin(static_cast<std::uint64_t>(epoch_));
  }
  step.after = position();
  step.epochs = epochs_so_far();
  return step;
}

// Appends rows without padding until pad() knows the longest.
void RowStream::add(TokenRow row, MicroBatch& batch) const {
  batch.input_ids.insert(batch.input_ids.end(), row.begin(), row.end());
  batch.row_lengths.push_back(std::ssize(row));
  batch.length = std::max(batch.length, batch.row_lengths.back());
  ++batch.num_rows;
}

// Pads on the right, like RowDataset::rows: padding is a separate document.
void RowStream::pad(MicroBatch& batch) const {
  if (std::ssize(batch.input_ids) == batch.num_rows * batch.length) {
    batch.row_lengths.clear();
    return;
  }
  std::vector<std::int64_t> ids(static_cast<std::size_t>(batch.num_rows * batch.length),
                                settings_.padding_id);
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

// An integer only at the end of an epoch, which is what actions once per epoch wait for.
double RowStream::epochs_so_far() const {
  const auto whole = static_cast<double>(epoch_);
  return window_ == 0 ? whole : whole + reader_->share_read();
}

Map RowStream::position() const {
  Map position = has_looked_ ? ahead_position_ : reader_->position();
  position.emplace_back("epoch", epoch_);
  return position;
}

bool RowStream::seek(const Map& position) {
  const auto epoch = get<std::int64_t>(position, "epoch", -1);
  if (epoch < 0 || !reader_->seek(static_cast<std::uint64_t>(epoch), position)) return false;
  epoch_ = epoch;
  window_ = get<std::int64_t>(position, "window");
  has_looked_ = false;
  return true;
}

}  // namespace trainyard
