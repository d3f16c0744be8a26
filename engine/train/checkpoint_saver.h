// SPDX-License-Identifier: GPL-3.0-or-later
// Saves checkpoints of a training while it goes on.
//
// Where the first rank has everything, it takes a copy between two steps, and its writer's thread
// writes, publishes and announces it.
//
// Ranks that share parameters out save in three parts:
// 1. Between two steps, in the thread that trains (save()): the first rank makes the unfinished
//    folder, and each rank takes a copy of its share, for which the layers are gathered.
// 2. In the writer's thread of each rank: it writes, syncs and digests the files of its share. The
//    process group belongs to the thread that trains, so the outcome stays with the rank for now.
// 3. Every step adds up, with its other flags, how many ranks still write. Once none does, all know
//    it at the same step, and before the next one they exchange their outcomes
//    (publish_if_written()). If one has failed, all end with its error, and the folder is removed.
//    Else the writer's thread of the first rank writes the index and the manifest, renames the
//    folder and announces it.
// Whoever has to wait for a checkpoint (the next one, a stop, the end) waits for the own thread and
// goes on with the exchange. A rank that is killed at any moment leaves an unfinished folder, which
// the next attempt removes: nothing is visible before the rename, or announced before it is synced.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/checkpoint/store.h"
#include "engine/model/copy_stream.h"
#include "engine/train/checkpoint_writer.h"
#include "engine/train/reported_steps.h"
#include "engine/train/session.h"
#include "engine/train/snapshot.h"
#include "engine/train/training_work.h"

namespace trainyard {

class CheckpointSaver {
 public:
  CheckpointSaver(Session& session, TrainingWork& work);

  // The last metric that was reported before.
  struct Reported {
    std::int64_t step = 0;
    std::string metric;
  };
  struct Request {
    bool is_best = false;
    bool is_last = false;  // nothing is updated any more
    std::optional<Reported> reported;
  };
  // Collective: starts a checkpoint of the current step, after waiting for the last one. Throws its
  // error.
  void save(const Request& request);

  // Collective: waits until the last checkpoint is published; throws its error.
  void wait();

  // Whether this rank writes a checkpoint, or its share of one, beside the steps.
  bool is_writing() const { return writer_.is_busy(); }
  // Whether this rank still writes its share of a checkpoint.
  bool is_writing_share() const { return pending_ && writer_.is_busy(); }
  // To be called when no rank does, at the same point of all ranks.
  void all_have_written() { are_all_written_ = pending_.has_value(); }
  // Collective, between two steps: part 3, if it is time. Throws what a rank has failed of.
  void publish_if_written();

  // The error of a write that has ended, once; a share's only comes out in part 3.
  Result<void> check() { return pending_ ? Result<void>() : writer_.check(); }

  // On the first rank, after wait().
  void mark_best(std::int64_t step) const;

  // The next update has to wait for it.
  CopyMark take_copied();

  // After a failure: waits at most `limit` for this rank's thread.
  void let_writer_finish(std::chrono::milliseconds limit) { writer_.wait_for(limit); }

 private:
  struct Begun {
    std::int64_t step = 0;
    Request request;
    std::chrono::steady_clock::time_point begin;
    double stall_seconds = 0;
  };

  void finish_last();
  void publish_shares();
  void start_whole(const Begun& begun, Snapshot snapshot);
  void start_share(const Begun& begun, Snapshot snapshot, const Result<void>& made);
  // In the writer's thread of the first rank.
  void wait_until_reported(const Request& request);
  Result<void> announce(const Begun& begun, const SavedCheckpoint& saved);

  Session& session_;
  TrainingWork& work_;
  CheckpointStore store_;
  CopyStream copies_;
  CopyMark copied_;               // of the last checkpoint
  ReportedSteps reported_steps_;  // used only by the writer's thread
  std::optional<Begun> pending_;  // whose shares are being written
  WrittenShare written_;          // of this rank, by the writer's thread
  bool are_all_written_ = false;

  CheckpointWriter writer_;  // the last member: its thread uses the others
};

}  // namespace trainyard
