// SPDX-License-Identifier: GPL-3.0-or-later
// One training of a process: what it works on, and its loop. A search has one after another.
#pragma once

#include <memory>
#include <optional>

#include "engine/train/loop.h"
#include "engine/train/session.h"
#include "engine/train/training_work.h"

namespace trainyard {

struct Training {
  std::unique_ptr<Session> session;  // of a trial; the others use the process's
  std::unique_ptr<TrainingWork> work = std::make_unique<TrainingWork>();
  std::optional<TrainingLoop> loop;

  // Frees everything but the connection of the ranks.
  void clear() {
    loop.reset();
    auto connected = std::make_unique<TrainingWork>();
    connected->device = work->device;
    connected->num_threads = work->num_threads;
    connected->group = std::move(work->group);
    work = std::move(connected);
    session.reset();
  }
};

}  // namespace trainyard
