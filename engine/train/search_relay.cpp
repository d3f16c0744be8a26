// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/train/search_relay.h"

#include <chrono>

#include "engine/contract/json.h"
#include "engine/contract/messages.h"
#include "engine/train/stop.h"

namespace trainyard {

namespace {

// Between two looks at what the others ask. An evaluation takes longer.
constexpr auto look_pause = std::chrono::milliseconds(10);

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

Result<std::optional<TrialRun>> RemoteSearchControl::next() {
  TRY(Reply reply, ask(groups_, {}));
  return std::move(reply.run);
}

Result<bool> RemoteSearchControl::report(const TrialRun& run, std::int64_t step, double value,
                                         bool is_last) {
  TRY(const Reply reply,
      ask(groups_, {.run = run, .ended = {}, .step = step, .value = value, .is_last = is_last}));
  return reply.ends;
}

Result<void> RemoteSearchControl::end(const TrialRun& run, const TrialEnd& end) {
  TRY(ask(groups_, {.run = run, .ended = end}));
  return {};
}

SharedSearchControl::SharedSearchControl(SearchControl& controller, RankGroups& groups)
    : controller_(controller), groups_(groups), thread_([this] { run(); }) {}

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
    const auto answered = groups_.answer_all(
        [this](std::int64_t, const std::string& question) { return answer(question); });
    if (answered) continue;
    const std::lock_guard lock(mutex_);
    broken_ = answered.error();
    return;
  }
}

std::string SharedSearchControl::answer(const std::string& question) {
  const std::lock_guard lock(mutex_);
  Reply reply;
  if (const auto asked = message_from<Question>(question)) {
    reply = reply_of(controller_, *asked);
    if (!asked->run && !reply.run) ++done_;
  } else {
    reply.error = asked.error();
  }
  return to_json(Value(to_map(reply)));
}

Result<std::optional<TrialRun>> SharedSearchControl::next() {
  const std::lock_guard lock(mutex_);
  return controller_.next();
}

Result<bool> SharedSearchControl::report(const TrialRun& run, std::int64_t step, double value,
                                         bool is_last) {
  const std::lock_guard lock(mutex_);
  return controller_.report(run, step, value, is_last);
}

Result<void> SharedSearchControl::end(const TrialRun& run, const TrialEnd& end) {
  const std::lock_guard lock(mutex_);
  return controller_.end(run, end);
}

Result<bool> SharedSearchControl::are_others_done() {
  const std::lock_guard lock(mutex_);
  if (broken_) return *broken_;
  return done_ >= groups_.count() - 1;
}

}  // namespace trainyard
