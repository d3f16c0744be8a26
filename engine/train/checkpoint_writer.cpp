// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/train/checkpoint_writer.h"

#include "engine/train/failure.h"

namespace trainyard {

void CheckpointWriter::start(std::function<Result<void>()> write) {
  write_ = std::async(std::launch::async, [write = std::move(write)]() -> Result<void> {
    try {
      return write();
    } catch (...) {
      return failure_of_current_exception();
    }
  });
}

bool CheckpointWriter::is_busy() const {
  return write_.valid() && write_.wait_for(std::chrono::seconds(0)) != std::future_status::ready;
}

Result<void> CheckpointWriter::wait() { return write_.valid() ? write_.get() : Result<void>(); }

}  // namespace trainyard
