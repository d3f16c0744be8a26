// SPDX-License-Identifier: GPL-3.0-or-later
// Rows that are read while training, dealt out over steps and ranks as a source.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "engine/data/source.h"
#include "engine/data/streams/buffer_shuffle.h"

namespace trainyard {

struct StreamSettings {
  std::int64_t per_device = 1, accumulation = 1, world_size = 1, rank = 0;
  std::uint64_t seed = 42;  // for row_keys
  // Maximum rows per epoch.
  std::optional<std::int64_t> most{};
  std::int64_t padding_id = 0;
};

// Reads the rows of one epoch after another.
class RowReader {
 public:
  virtual ~RowReader() = default;

  // Reads the next row; false after the last one of the epoch.
  virtual Result<bool> next(TokenRow& row) = 0;
  // Makes next() start an epoch, whose order may be another one.
  virtual void begin(std::uint64_t epoch) = 0;

  // Where next() continues in its epoch. "window" is the number of rows before.
  virtual Map position() const = 0;
  // Makes next() continue there in that epoch; false if it is not a position of such rows.
  virtual bool seek(std::uint64_t epoch, const Map& position) = 0;

  // How much of the epoch has been read: above 0 and below 1, since the number of rows is unknown.
  virtual double share_read() const = 0;
  virtual std::int64_t num_examples() const = 0;  // as Source has it
  // What is wrong with an epoch that was read and had no row.
  virtual Error no_rows() const = 0;
};

// Every rank reads the whole stream and keeps its own rows: micro-batch m of rank r has the step's
// rows starting at (m * world_size + r) * per_device, as accelerate distributes a stream of
// `datasets`. A step therefore has the same rows whatever the ranks, and no rank waits for another.
// The last step of an epoch has the remaining rows. Memory: that of the reader, and one step.
class RowStream final : public Source {
 public:
  RowStream(const StreamSettings& settings, std::unique_ptr<RowReader> reader)
      : settings_(settings), reader_(std::move(reader)) {}

  // Errors: those of the reader, also no_rows().
  Result<StepBatches> next() override;
  bool seek(const Map& position) override;
  Map position() const override;
  // Not known in advance, so an upper bound.
  std::int64_t remaining_steps(double) const override { return std::int64_t{1} << 62; }
  std::int64_t num_examples() const override { return reader_->num_examples(); }

 private:
  Result<void> look_ahead();
  void add(TokenRow row, MicroBatch& batch) const;
  void pad(MicroBatch& batch) const;
  double epochs_so_far() const;

  const StreamSettings settings_;
  const std::unique_ptr<RowReader> reader_;
  std::int64_t epoch_ = 0, window_ = 0;  // of the next row
  // The next row, read ahead: an epoch ends when there is none.
  TokenRow ahead_;
  Map ahead_position_;
  bool has_ahead_ = false, has_looked_ = false;
};

}  // namespace trainyard
