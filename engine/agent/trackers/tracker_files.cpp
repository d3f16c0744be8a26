// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/agent/trackers/tracker_files.h"

#include <condition_variable>
#include <map>
#include <mutex>
#include <thread>
#include <utility>

#include "engine/agent/job/message_events.h"
#include "engine/agent/processes/signals_blocked.h"
#include "engine/agent/trackers/wandb_file.h"
#include "engine/agent/job/attempt.h"
#include "engine/agent/trackers/written_file.h"
#include "engine/agent/trackers/written_names.h"
#include "engine/trackers/tensorboard_writer.h"

namespace trainyard::agent {
namespace {

using namespace std::chrono_literals;

// The run's curves as an event file of TensorBoard, in the run folder: one file an attempt.
class TensorboardFile final : public WrittenFile {
 public:
  explicit TensorboardFile(const Attempt& attempt) : attempt_(attempt) {}

  void start(const StartEvent& start) override;
  Result<void> take(const MetricsEvent& metrics, double time) override;
  Result<void> flush() override { return file_.flush(); }
  Result<void> finish(const EndEvent&) override { return flush(); }

 private:
  const Attempt attempt_;
  AppendedFile file_;
  std::optional<std::int64_t> resume_step_;                      // not in the file yet
  std::map<std::string, std::int64_t, std::less<>> num_points_;  // without a step
};

void TensorboardFile::start(const StartEvent& start) {
  if (attempt_.number > 1) resume_step_ = start.resume_step;
}

Result<void> TensorboardFile::take(const MetricsEvent& metrics, double time) {
  if (metrics.values.empty()) return {};
  if (!file_.is_open()) {
    TRY(file_.create(tensorboard_file(attempt_.run, attempt_.identity, attempt_.number)));
    file_.add(tensorboard_version(time));
  }
  // What earlier attempts have of later steps no longer counts.
  if (const auto step = std::exchange(resume_step_, {}))
    file_.add(tensorboard_restart(time, *step + 1));
  for (const auto& [name, value] : metrics.values)
    file_.add(
        tensorboard_scalar(time, metrics.step ? *metrics.step : num_points_[name]++, name, value));
  return {};
}

constexpr auto write_interval = 1000ms;
constexpr std::size_t max_waiting_values = 500'000;

}  // namespace

struct TrackerFiles::Shared {
  std::vector<std::unique_ptr<WrittenFile>> files;  // the thread's

  std::mutex mutex;
  std::condition_variable wake, done;
  std::vector<Event> waiting;  // starts and metrics
  std::size_t num_values = 0;  // of `waiting`
  std::optional<EndEvent> end;
  std::optional<Error> problem;
  bool is_over = false;  // nothing more is taken

  void write_until_end();
  Result<void> write(const std::vector<Event>& events, const EndEvent* end);
  void fail(Error error);  // with `mutex` held
};

Result<void> TrackerFiles::Shared::write(const std::vector<Event>& events, const EndEvent* end) {
  for (const auto& file : files) {
    for (const Event& event : events) {
      if (const auto* start = std::get_if<StartEvent>(&event.body)) file->start(*start);
      if (const auto* metrics = std::get_if<MetricsEvent>(&event.body)) {
        TRY(file->take(*metrics, event.time));
      }
    }
    TRY(end ? file->finish(*end) : file->flush());
  }
  return {};
}

void TrackerFiles::Shared::fail(Error error) {
  if (!std::exchange(is_over, true)) problem = std::move(error);
  waiting.clear();
}

void TrackerFiles::Shared::write_until_end() {
  std::unique_lock lock(mutex);
  while (!is_over) {
    wake.wait_for(lock, write_interval, [this] { return end || is_over; });
    if (is_over) return;
    const std::vector<Event> events = std::exchange(waiting, {});
    num_values = 0;
    const std::optional<EndEvent> last = end;
    lock.unlock();
    const auto written = write(events, last ? &*last : nullptr);
    lock.lock();
    if (!written) fail(written.error());
    is_over = is_over || last;
  }
  done.notify_all();
}

TrackerFiles::TrackerFiles(const std::vector<std::string>& trackers, const Attempt& attempt)
    : trackers_(trackers) {
  if (trackers.empty()) return;
  shared_ = std::make_shared<Shared>();
  for (const std::string& tracker : trackers)
    if (tracker == "wandb")
      shared_->files.push_back(std::make_unique<WandbFile>(attempt));
    else
      shared_->files.push_back(std::make_unique<TensorboardFile>(attempt));
  const SignalsBlocked in_the_thread;
  std::thread([shared = shared_] { shared->write_until_end(); }).detach();
}

TrackerFiles::~TrackerFiles() {
  if (!shared_) return;
  const std::lock_guard lock(shared_->mutex);
  shared_->is_over = true;
  shared_->wake.notify_one();
}

void TrackerFiles::take(const Event& event) {
  if (!shared_) return;
  const auto* metrics = std::get_if<MetricsEvent>(&event.body);
  if (!metrics && !std::holds_alternative<StartEvent>(event.body)) return;
  const std::lock_guard lock(shared_->mutex);
  if (shared_->is_over || shared_->end) return;
  shared_->num_values += metrics ? metrics->values.size() + 1 : 1;
  if (shared_->num_values > max_waiting_values)
    return shared_->fail(make_error("trackers.too_slow", {}));
  shared_->waiting.push_back(event);
}

void TrackerFiles::finish(const EndEvent& end, std::chrono::milliseconds timeout) {
  if (!shared_) return;
  std::unique_lock lock(shared_->mutex);
  shared_->end = end;
  shared_->wake.notify_one();
  if (!shared_->done.wait_for(lock, timeout, [this] { return shared_->is_over; }))
    shared_->fail(make_error("trackers.too_slow", {}));
}

std::optional<MessageEvent> TrackerFiles::take_warning() {
  if (!shared_) return std::nullopt;
  const std::lock_guard lock(shared_->mutex);
  const auto problem = std::exchange(shared_->problem, {});
  if (!problem) return std::nullopt;
  std::string names;
  for (const std::string& tracker : trackers_) names += (names.empty() ? "" : ", ") + tracker;
  return make_message(MessageLevel::warning, "trackers.not_written",
                      {{"trackers", names}, {"why", trainyard::as_argument(*problem)}}, "");
}

}  // namespace trainyard::agent
