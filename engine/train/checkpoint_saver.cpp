// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/train/checkpoint_saver.h"

#include <memory>
#include <optional>
#include <utility>

#include "engine/contract/json.h"
#include "engine/contract/messages.h"
#include "engine/train/agreement.h"
#include "engine/train/failure.h"
#include "engine/train/timeouts.h"

namespace trainyard {

namespace {

using Clock = std::chrono::steady_clock;

// For the agent to write what was reported before a checkpoint; takes milliseconds unless the disk
// is full.
constexpr auto report_limit = std::chrono::seconds(2);

// Taken once, before the first step: to announce much memory to a GPU takes seconds.
std::shared_ptr<HostArena> arena_for_copies(Session& session, const TrainingWork& work) {
  if (!work.device.is_cuda() || work.memory_plan.snapshot == 0) return nullptr;
  const std::int64_t room = room_for_copies(session, work);
  if (room == 0) return nullptr;
  auto arena = HostArena::make(room);
  if (!arena->is_registered())
    session.reporter().warning("checkpoint.not_pinned", {{"copies", bytes_text(room)}});
  return arena;
}

double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

std::vector<WrittenShare> shares_of(const std::vector<std::string>& texts) {
  std::vector<WrittenShare> shares;
  for (const std::string& text : texts) {
    ReadProblem problem;
    const Value json = value_or_throw(parse_json(text));
    shares.push_back(read_record<WrittenShare>(json, problem).value_or(WrittenShare{}));
  }
  return shares;
}

}  // namespace

CheckpointSaver::CheckpointSaver(Session& session, TrainingWork& work)
    : session_(session),
      work_(work),
      store_(session.folder(), session.attempt()),
      copies_(work.device, arena_for_copies(session, work)),
      reported_steps_(session.folder().attempt(session.attempt()) / "events.jsonl") {}

void CheckpointSaver::save(const Request& request) {
  Begun begun{work_.state.step, request, Clock::now()};
  // Disks may be slow, and copying a large model takes long.
  std::optional<Patience> patience(std::in_place, *work_.group);
  finish_last();
  CopyStream* const copies = request.is_last ? nullptr : &copies_;
  if (!are_shared_out(work_)) {
    std::optional<Snapshot> snapshot;
    if (session_.is_first_rank()) snapshot = take_snapshot(session_, work_, copies);
    work_.group->barrier();
    begun.stall_seconds = seconds_since(begun.begin);
    if (snapshot) start_whole(begun, *std::move(snapshot));
    return;
  }
  Result<void> made;
  if (session_.is_first_rank())
    if (auto folder = store_.begin(begun.step); !folder) made = folder.error();
  work_.group->barrier();  // the folder is there
  patience.reset();        // layers are gathered as in a step
  Snapshot snapshot = take_snapshot(session_, work_, copies);
  begun.stall_seconds = seconds_since(begun.begin);
  start_share(begun, std::move(snapshot), made);
}

void CheckpointSaver::start_whole(const Begun& begun, Snapshot snapshot) {
  copied_ = snapshot.copied;
  auto kept = std::make_shared<const Snapshot>(std::move(snapshot));
  writer_.start([this, begun, snapshot = std::move(kept)]() -> Result<void> {
    TRY(const SavedCheckpoint saved,
        store_.publish(begun.step, [&](const std::filesystem::path& folder) {
          auto written = write_snapshot(folder, *snapshot);
          wait_until_reported(begun.request);
          return written;
        }));
    return announce(begun, saved);
  });
}

void CheckpointSaver::start_share(const Begun& begun, Snapshot snapshot, const Result<void>& made) {
  copied_ = snapshot.copied;
  pending_ = begun;
  written_ = {};
  auto kept = std::make_shared<const Snapshot>(std::move(snapshot));
  writer_.start([this, made, folder = store_.unfinished(begun.step),
                 snapshot = std::move(kept)]() -> Result<void> {
    TRY(Result<void>(made));
    TRY(written_, write_share(folder, *snapshot));
    return {};
  });
}

void CheckpointSaver::publish_if_written() {
  if (are_all_written_) publish_shares();
}

void CheckpointSaver::publish_shares() {
  const Result<void> own = writer_.wait();
  const Begun begun = *std::exchange(pending_, std::nullopt);
  are_all_written_ = false;
  if (const Result<void> outcome = outcome_of_ranks(work_, own); !outcome) {
    if (session_.is_first_rank()) store_.discard(begun.step);
    throw Failure(outcome.error());
  }
  const std::vector<std::string> texts = texts_of_ranks(work_, to_json(written_));
  if (!session_.is_first_rank()) return;
  writer_.start([this, begun, texts]() -> Result<void> {
    auto files = join_shares(store_.unfinished(begun.step), shares_of(texts));
    if (!files) {
      store_.discard(begun.step);
      return std::move(files).error();
    }
    wait_until_reported(begun.request);
    TRY(const SavedCheckpoint saved, store_.commit(begun.step, *files));
    return announce(begun, saved);
  });
}

void CheckpointSaver::wait_until_reported(const Request& request) {
  // Of a part that is silent, nothing would ever come.
  if (request.reported && !session_.reporter().is_silent())
    reported_steps_.wait_for(session_.reporter().step_of_run(request.reported->step),
                             request.reported->metric, report_limit);
}

Result<void> CheckpointSaver::announce(const Begun& begun, const SavedCheckpoint& saved) {
  if (begun.request.is_best) {
    TRY(store_.mark_best(begun.step));
  }
  TRY(store_.retain(session_.experiment().checkpoint.keep_last, work_.resumed_from));
  const std::string path = saved.folder.lexically_relative(session_.folder().root).string();
  session_.reporter().send(CheckpointEvent{begun.step, path, saved.bytes, begun.stall_seconds,
                                           seconds_since(begun.begin)});
  return {};
}

void CheckpointSaver::finish_last() {
  if (session_.is_first_rank() && writer_.is_busy())
    session_.reporter().progress("phase.saving", 0, 1);
  if (pending_) publish_shares();
  throw_unless_ok(outcome_of_ranks(work_, writer_.wait()));
}

void CheckpointSaver::wait() {
  const Patience patience(*work_.group);
  finish_last();
  work_.group->barrier();
}

void CheckpointSaver::mark_best(std::int64_t step) const {
  throw_unless_ok(store_.mark_best(step));
}

CopyMark CheckpointSaver::take_copied() { return std::exchange(copied_, {}); }

}  // namespace trainyard
