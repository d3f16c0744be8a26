// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/train/step_profiler.h"

#include <cerrno>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <utility>
#include <vector>

#include <kineto/ActivityType.h>
#include <torch/csrc/autograd/profiler_kineto.h>

#include "engine/contract/files/durable_file.h"
#include "engine/contract/files/whole_file.h"
#include "engine/contract/json.h"
#include "engine/contract/messages.h"
#include "engine/train/profile_summary.h"

namespace trainyard {

namespace fs = std::filesystem;
namespace kineto = torch::autograd::profiler;

namespace {

using Clock = std::chrono::steady_clock;

// The first steps allocate memory, choose algorithms and fill caches.
constexpr std::int64_t warm_up_steps = 5;
// Some hundred thousand operators a second, of several hundred bytes each.
constexpr auto longest_recording = std::chrono::seconds(30);

std::set<kineto::ActivityType> activities_on(at::Device device) {
  std::set<kineto::ActivityType> activities = {kineto::ActivityType::CPU};
  if (device.is_cuda()) activities.insert(kineto::ActivityType::CUDA);
  return activities;
}

kineto::ProfilerConfig profiler_config() {
  return kineto::ProfilerConfig(kineto::ProfilerState::KINETO);
}

// Nothing for what is no work of its own: ranges of the host that are drawn on the device, and
// operations that end on another thread.
std::optional<ProfileEvent> event_of(const kineto::KinetoEvent& recorded) {
  using Kind = ProfileEvent::Kind;
  using libkineto::ActivityType;
  ProfileEvent event{recorded.name(), Kind::operation, recorded.startThreadId(),
                     static_cast<std::int64_t>(recorded.startNs()),
                     static_cast<std::int64_t>(recorded.endNs())};
  if (recorded.isAsync() || event.end < event.begin) return std::nullopt;
  switch (static_cast<ActivityType>(recorded.activityType())) {
    case ActivityType::CPU_OP:
      return event;
    case ActivityType::USER_ANNOTATION:
      if (!event.name.starts_with(phase_prefix)) return std::nullopt;
      event.name.erase(0, phase_prefix.size());
      event.kind = Kind::phase;
      return event;
    case ActivityType::CUDA_RUNTIME:
    case ActivityType::CUDA_DRIVER:
      event.kind = Kind::runtime_call;
      break;
    case ActivityType::CONCURRENT_KERNEL:
      event.kind = Kind::kernel;
      break;
    case ActivityType::GPU_MEMCPY:
    case ActivityType::GPU_MEMSET:
      event.kind = Kind::copy;
      break;
    default:
      return std::nullopt;
  }
  event.correlation = recorded.correlationId();
  return event;
}

std::vector<ProfileEvent> events_of(const kineto::ProfilerResult& result) {
  std::vector<ProfileEvent> events;
  events.reserve(result.events().size());
  for (const kineto::KinetoEvent& recorded : result.events())
    if (auto event = event_of(recorded)) events.push_back(*std::move(event));
  return events;
}

// By the last key that Kineto writes.
bool is_whole(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  file.seekg(-4096, std::ios::end);
  if (!file) {
    file.clear();
    file.seekg(0);
  }
  const std::string tail(std::istreambuf_iterator<char>(file), {});
  return tail.find("\"traceName\"") != std::string::npos;
}

// Kineto says nothing of a file that it could not write, or not to its end.
Result<void> save_trace(kineto::ProfilerResult& result, const fs::path& path) {
  errno = 0;
  result.save(path.string());
  const int reason = errno;
  std::error_code problem;
  if (!is_whole(path)) {
    fs::remove(path, problem);
    fs::remove(path.string() + ".tmp", problem);  // which Kineto writes first
    return file_error(path, reason ? reason : EIO, FileStep::write);
  }
  fs::permissions(path, static_cast<fs::perms>(file_mode()), problem);
  return {};
}

}  // namespace

StepProfiler::StepProfiler(Session& session, TrainingWork& work)
    : session_(session), work_(work), wanted_(session.experiment().logging.profile_steps) {}

StepProfiler::~StepProfiler() {
  if (!is_recording_) return;
  try {
    kineto::disableProfiler();
  } catch (const std::exception&) {
    // Nobody waits for what was recorded.
  }
}

void StepProfiler::before_step() {
  if (wanted_ == 0 || taken_ != warm_up_steps) return;
  begun_at_ = work_.state.step;
  // The first use of a GPU's profiling library takes seconds.
  work_.group->set_purpose({"communication.of_profile"});
  work_.group->run_on_first_rank([&](const ProcessGroup::Heartbeat&) { start(); });
}

void StepProfiler::start() {
  try {
    kineto::prepareProfiler(profiler_config(), activities_on(work_.device));
    kineto::enableProfiler(profiler_config(), activities_on(work_.device));
    is_recording_ = true;
    started_ = Clock::now();
  } catch (const std::exception& problem) {
    session_.reporter().warning("profile.not_started", {{"detail", problem.what()}});
  }
}

bool StepProfiler::is_over_time() const {
  return is_recording_ && Clock::now() - started_ > longest_recording;
}

bool StepProfiler::is_last_step() const {
  return is_active() && (ends_soon_ || taken_ + 1 == warm_up_steps + wanted_);
}

void StepProfiler::after_step() {
  const bool is_last = is_last_step();
  ++taken_;
  if (is_last) stop_and_write();
}

void StepProfiler::finish() {
  if (is_active()) return stop_and_write();
  if (wanted_ > 0 && taken_ <= warm_up_steps && session_.is_first_rank())
    session_.reporter().warning("profile.too_short", {{"steps", warm_up_steps}});
}

void StepProfiler::stop_and_write() {
  work_.group->set_purpose({"communication.of_profile"});
  work_.group->run_on_first_rank([&](const ProcessGroup::Heartbeat&) {
    if (!is_recording_) return;
    try {
      if (const auto written = write(); !written)
        session_.reporter().warning("profile.not_written",
                                    {{"cause", as_argument(written.error())}});
    } catch (const std::exception& problem) {
      session_.reporter().warning("profile.not_written", {{"cause", problem.what()}});
    }
  });
  begun_at_ = -1;
}

Result<void> StepProfiler::write() {
  is_recording_ = false;
  const auto result = kineto::disableProfiler();
  const std::int64_t first = begun_at_ + 1, steps = work_.state.step - begun_at_;
  const fs::path folder = session_.folder().attempt(session_.attempt()) / "profile";
  TRY(make_folders(folder));
  TRY(save_trace(*result, folder / "trace.json"));
  const ProfileSummary summary = summarize(events_of(*result), steps);
  const std::string device = work_.device.str();
  TRY(write_file_atomically(folder / "summary.json",
                            to_json(Value(to_map(summary, first, device))) + "\n"));
  TRY(write_file_atomically(folder / "summary.txt", to_text(summary, first, device)));
  session_.reporter().message(MessageLevel::info, "profile.written",
                              {{"first", first},
                               {"last", first + steps - 1},
                               {"folder", folder.string()},
                               {"longest", longest_entries(summary)}});
  return {};
}

}  // namespace trainyard
