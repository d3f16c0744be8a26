// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/train/search_relay.h"

#include <chrono>

#include "engine/contract/json.h"
#include "engine/contract/messages.h"
#include "engine/train/stop.h"
#include "engine/train/timeouts.h"

namespace trainyard {

namespace {

// Between two looks at what the others ask. An evaluation takes longer.
constexpr auto look_pause = std::chrono::milliseconds(10);

// Between two signs of a group, and how long one may be silent: a process that is alive shows it
// however busy its computer is.
constexpr auto alive_pause = std::chrono::seconds(1);
constexpr auto silent_limit = std::chrono::seconds(20);

struct Question {
  std::optional<TrialRun> run;    // none: what is next?
  std::optional<TrialEnd> ended;  // the run has ended so; none: it has evaluated
  std::int64_t step = 0;
  double value = 0;
  bool is_last = false;
};
void describe(Section<Question>& section) {
  section.field("run", &Question::run);
  section.field("ended", &Question::ended);
  section.field("step", &Question::step);
  section.field("value", &Question::value);
  section.field("is_last", &Question::is_last);
}

struct Reply {
  std::optional<Error> error;
  std::optional<TrialRun> run;
  bool ends = false;
};
void describe(Section<Reply>& section) {
  section.field("error", &Reply::error);
  section.field("run", &Reply::run);
  section.field("ends", &Reply::ends);
}

template <class Message>
Result<Message> message_from(const std::string& text) {
  TRY(const Value value, parse_json(text));
  Message message;
  ReadProblem problem;
  const auto* map = value.get_if<Map>();
  if (!map || !read_into(message, *map, problem))
    return make_error("internal", {{"detail", "a message between ranks has another form"}});
  return message;
}

Result<Reply> ask(RankGroups& groups, const Question& question) {
  TRY(const std::string text,
      groups.ask(to_json(Value(to_map(question))), [] { return stop_requested(); }));
  TRY(Reply reply, message_from<Reply>(text));
  if (reply.error) return *reply.error;
  return reply;
}

Reply reply_of(SearchControl& controller, const Question& question) {
  Reply reply;
  if (!question.run) {
    auto next = controller.next();
    if (next)
      reply.run = *std::move(next);
    else
      reply.error = next.error();
  } else if (question.ended) {
    if (const auto ended = controller.end(*question.run, *question.ended); !ended)
      reply.error = ended.error();
  } else {
    const auto ends =
        controller.report(*question.run, question.step, question.value, question.is_last);
    if (ends)
      reply.ends = *ends;
    else
      reply.error = ends.error();
  }
  return reply;
}

}  // namespace

// The thread is abandoned if the store hangs with its rank, the first: requests to it have no
// timeout.
RemoteSearchControl::RemoteSearchControl(std::shared_ptr<RankGroups> groups)
    : groups_(std::move(groups)) {
  std::thread([groups = groups_, ending = ending_] {
    // Without the first of all ranks the next question fails, too.
    while (groups->show_alive()) {
      std::unique_lock lock(ending->mutex);
      if (ending->changed.wait_for(lock, alive_pause, [&] { return ending->is_there; })) return;
    }
  }).detach();
}

RemoteSearchControl::~RemoteSearchControl() {
  const std::lock_guard lock(ending_->mutex);
  ending_->is_there = true;
  ending_->changed.notify_all();
}

Result<std::optional<TrialRun>> RemoteSearchControl::next() {
  TRY(Reply reply, ask(*groups_, {}));
  return std::move(reply.run);
}

Result<bool> RemoteSearchControl::report(const TrialRun& run, std::int64_t step, double value,
                                         bool is_last) {
  TRY(const Reply reply,
      ask(*groups_, {.run = run, .ended = {}, .step = step, .value = value, .is_last = is_last}));
  return reply.ends;
}

Result<void> RemoteSearchControl::end(const TrialRun& run, const TrialEnd& end) {
  TRY(ask(*groups_, {.run = run, .ended = end}));
  return {};
}

GroupsAlive::GroupsAlive(std::int64_t groups, std::chrono::milliseconds silent,
                         std::chrono::milliseconds silent_at_first)
    : seen_(static_cast<std::size_t>(groups)), silent_(silent), silent_at_first_(silent_at_first) {
  seen_.front().has_left = true;  // this one
}

void GroupsAlive::see(std::int64_t group, std::int64_t count, Clock::time_point now) {
  Seen& seen = seen_[static_cast<std::size_t>(group)];
  if (seen.changed && count == seen.count) return;
  seen.count = count;
  seen.changed = now;
}

void GroupsAlive::leave(std::int64_t group) {
  seen_[static_cast<std::size_t>(group)].has_left = true;
}

std::optional<std::int64_t> GroupsAlive::lost(Clock::time_point now) const {
  for (std::size_t group = 0; group < seen_.size(); ++group) {
    const Seen& seen = seen_[group];
    const auto limit = seen.count == 0 ? silent_at_first_ : silent_;
    if (!seen.has_left && seen.changed && now - *seen.changed > limit)
      return static_cast<std::int64_t>(group);
  }
  return std::nullopt;
}

SharedSearchControl::SharedSearchControl(SearchControl& controller, RankGroups& groups,
                                         const RankInfo& all)
    : controller_(controller),
      groups_(groups),
      world_size_(all.world_size),
      alive_(groups.count(), silent_limit, longest_wait),
      thread_([this] { run(); }) {}

SharedSearchControl::~SharedSearchControl() {
  {
    const std::lock_guard lock(mutex_);
    is_ending_ = true;
  }
  thread_.join();
}

void SharedSearchControl::run() {
  for (;;) {
    std::this_thread::sleep_for(look_pause);
    {
      const std::lock_guard lock(mutex_);
      if (is_ending_) return;
    }
    auto answered = groups_.answer_all([this](std::int64_t group, const std::string& question) {
      return answer(group, question);
    });
    if (answered) answered = look();
    if (answered) continue;
    const std::lock_guard lock(mutex_);
    broken_ = answered.error();
    return;
  }
}

// Whether all groups are there.
Result<void> SharedSearchControl::look() {
  const auto now = GroupsAlive::Clock::now();
  if (now - looked_ < alive_pause) return {};
  // Where this process itself was stopped for a while, the others' silence means nothing.
  const bool was_away = looked_ != GroupsAlive::Clock::time_point() && now - looked_ > silent_limit;
  looked_ = now;
  for (std::int64_t group = 1; group < groups_.count(); ++group) {
    TRY(const std::int64_t count, groups_.times_alive(group));
    alive_.see(group, count, now);
  }
  const auto lost = was_away ? std::nullopt : alive_.lost(now);
  if (!lost) return {};
  const std::int64_t rank = *lost * groups_.ranks().world_size;
  return make_error("communication.rank",
                    {{"silent", std::to_string(rank)},
                     {"silent_ranks", List{rank}},
                     {"world_size", world_size_},
                     {"rank", std::int64_t{0}},
                     {"operation", as_argument(make_error("communication.in_search", {}))},
                     {"detail", "no sign of life"}});
}

std::string SharedSearchControl::answer(std::int64_t group, const std::string& question) {
  const std::lock_guard lock(mutex_);
  Reply reply;
  if (const auto asked = message_from<Question>(question)) {
    reply = reply_of(controller_, *asked);
    if (!asked->run && !reply.run) {
      ++done_;
      alive_.leave(group);
    }
  } else {
    reply.error = asked.error();
  }
  return to_json(Value(to_map(reply)));
}

Result<void> SharedSearchControl::still_whole() const {
  return broken_ ? Result<void>(*broken_) : Result<void>();
}

Result<std::optional<TrialRun>> SharedSearchControl::next() {
  const std::lock_guard lock(mutex_);
  TRY(still_whole());
  return controller_.next();
}

Result<bool> SharedSearchControl::report(const TrialRun& run, std::int64_t step, double value,
                                         bool is_last) {
  const std::lock_guard lock(mutex_);
  TRY(still_whole());
  return controller_.report(run, step, value, is_last);
}

// Also after another group is lost: what has ended is true.
Result<void> SharedSearchControl::end(const TrialRun& run, const TrialEnd& end) {
  const std::lock_guard lock(mutex_);
  return controller_.end(run, end);
}

Result<bool> SharedSearchControl::are_others_done() {
  const std::lock_guard lock(mutex_);
  if (done_ >= groups_.count() - 1) return true;
  if (broken_) return *broken_;
  return false;
}

}  // namespace trainyard
