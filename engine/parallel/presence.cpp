// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/parallel/presence.h"

#include <algorithm>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <optional>
#include <ranges>
#include <sstream>
#include <stdexcept>
#include <thread>
#include <utility>

#include "engine/contract/messages.h"
#include "engine/parallel/store_text.h"
#include "engine/system/comma_list.h"
#include "engine/system/first_line.h"
#include "engine/system/process_identity.h"

namespace trainyard {

namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

constexpr auto roll_call_time = 1500ms;  // for all live ranks to see the same failure
constexpr auto host_stays = 500ms;       // longer, so that the others learn the result
constexpr auto store_limit = 1500ms;     // more, for a store whose rank has ended
constexpr auto sign_pause = 1s;          // between two signs of life, and between two looks at them
constexpr auto roll_look_pause = 300ms;  // between two looks whether the roll is called
constexpr auto operation_pause = 20ms;
constexpr std::chrono::milliseconds longest_pause = 100ms;  // between two looks at keys
constexpr auto stuck_time = 5s;  // for an operation to fail once a rank is known to be lost
constexpr auto without_limit = std::chrono::hours(24 * 365);
constexpr auto longest_turn_silence = 10min;  // of a first rank that lives, but does not go on
constexpr std::size_t kept_collectives = 512;
constexpr const char* roll_call_key = "failed/any";

const std::vector<std::uint8_t> kSet{1};

constexpr const char* failed_prefix = "failed/";

std::string failed_key(std::int64_t rank) { return failed_prefix + std::to_string(rank); }
std::string presence_key(std::int64_t rank) { return "alive/" + std::to_string(rank); }
std::string process_key(std::int64_t rank) { return "process/" + std::to_string(rank); }

// In which process numbers are counted: containers of a node have their own.
std::string process_namespace() {
  std::error_code problem;
  const auto name = std::filesystem::read_symlink("/proc/self/ns/pid", problem);
  return problem ? "unknown" : name.string();
}

std::string described(const ProcessIdentity& process) {
  return process_namespace() + " " + process.boot_id + " " + std::to_string(process.pid) + " " +
         std::to_string(process.start_time);
}

// Nothing if it is one of another machine or container, of which nothing can be said from here.
std::optional<ProcessIdentity> process_here(const std::string& text) {
  std::string space;
  ProcessIdentity process;
  std::istringstream stream(text);
  stream >> space >> process.boot_id >> process.pid >> process.start_time;
  if (!stream || process.boot_id != own_identity().boot_id || space != process_namespace())
    return {};
  return process;
}

// Every rank that sees the failure, or whose thread does while it waits in an operation, reports in
// the store; the others are silent. The store's host, the first rank, counts for all.
// Throws if the store is gone.
std::vector<std::int64_t> call_roll(c10d::Store& store, const RankInfo& ranks) {
  const auto end = Clock::now() + roll_call_time;
  std::vector<std::string> keys;
  for (std::int64_t rank = 0; rank < ranks.world_size; ++rank) keys.push_back(failed_key(rank));
  store.set(keys[static_cast<std::size_t>(ranks.rank)], kSet);
  store.set(roll_call_key, kSet);
  std::vector<std::int64_t> silent;
  if (ranks.rank != 0) {
    if (!wait_for_keys(store, {"roll"}, roll_call_time + host_stays))
      return ranks_without(store, failed_prefix, ranks.world_size);
    for (const std::uint8_t byte : store.get("roll")) {
      if (byte == ',')
        silent.push_back(0);
      else if (!silent.empty())
        silent.back() = silent.back() * 10 + (byte - '0');
    }
    return silent;
  }
  if (!wait_for_keys(store, keys, roll_call_time))
    silent = ranks_without(store, failed_prefix, ranks.world_size);
  std::string roll = ";";  // a value that is never empty
  for (const std::int64_t rank : silent) roll += "," + std::to_string(rank);
  store.set("roll", bytes_of(roll));
  std::this_thread::sleep_until(end + host_stays);
  return silent;
}

// A value in the store that goes on changing.
struct Sign {
  std::string key;
  std::chrono::milliseconds silence;
  Clock::time_point changed = Clock::now();
  std::vector<std::uint8_t> last = {};

  Clock::time_point end() const { return changed + silence; }
};

// What is known while this rank waits for a key.
struct Wait {
  std::mutex mutex;
  std::condition_variable changed;
  std::vector<Sign> signs;
  bool is_over = false;
  std::string problem;
};

// The thread that waits at the store, after `begin`; abandoned if the store hangs with its rank.
void poll_for_key(const Presence::SharedStore& store, const std::function<void()>& begin,
                  const std::string& key, const std::shared_ptr<Wait>& wait) {
  try {
    begin();
    for (bool ends = false; !ends;) {
      const bool is_over = wait_for_keys(*store, {key}, roll_look_pause);
      const bool is_called = !is_over && store->check({roll_call_key});
      ends = is_over || is_called;
      for (Sign& sign :
           wait->signs) {  // none is added any more, and only this thread writes `last`
        if (ends || !store->check({sign.key})) continue;
        std::vector<std::uint8_t> now = store->get(sign.key);
        if (now == sign.last) continue;
        const std::lock_guard lock(wait->mutex);
        sign.last = std::move(now);
        sign.changed = Clock::now();
      }
      const std::lock_guard lock(wait->mutex);
      wait->is_over = is_over;
      if (is_called) wait->problem = "another rank has failed";
      wait->changed.notify_all();
    }
  } catch (const std::exception& error) {
    const std::lock_guard lock(wait->mutex);
    wait->problem = first_line(error.what());
    wait->changed.notify_all();
  }
}

// Waits for a key in another thread, which calls `begin` first, as long as all signs go on
// changing. Throws std::runtime_error when they do not.
void wait_for_key(const Presence::SharedStore& store, const std::function<void()>& begin,
                  const std::string& key, std::vector<Sign> signs,
                  std::chrono::milliseconds longest) {
  const auto wait = std::make_shared<Wait>();
  wait->signs = std::move(signs);
  const auto end = Clock::now() + longest;
  std::thread([=] { poll_for_key(store, begin, key, wait); }).detach();
  std::unique_lock lock(wait->mutex);
  while (!wait->is_over && wait->problem.empty()) {
    Clock::time_point next = end;
    for (const Sign& sign : wait->signs) next = std::min(next, sign.end());
    if (Clock::now() >= next) throw std::runtime_error("no sign of life");
    wait->changed.wait_until(lock, next);
  }
  if (!wait->is_over) throw std::runtime_error(wait->problem);
}

}  // namespace

std::vector<std::int64_t> ranks_without(c10d::Store& store, const std::string& prefix,
                                        std::int64_t world_size) {
  std::vector<std::int64_t> ranks;
  for (std::int64_t rank = 0; rank < world_size; ++rank)
    if (!store.check({prefix + std::to_string(rank)})) ranks.push_back(rank);
  return ranks;
}

// The store's own wait() keeps its connection all the while, and complains in the log when it is
// over in vain.
bool wait_for_keys(c10d::Store& store, const std::vector<std::string>& keys,
                   std::chrono::milliseconds limit) {
  const auto end = Clock::now() + limit;
  for (std::chrono::milliseconds pause = 1ms;; pause = std::min(2 * pause, longest_pause)) {
    if (store.check(keys)) return true;
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(end - Clock::now());
    if (left <= 0ms) return false;
    std::this_thread::sleep_for(std::min(pause, left));
  }
}

Error lost_ranks_error(const std::vector<std::int64_t>& silent, const RankInfo& ranks,
                       const Error& operation, const std::string& detail) {
  Map arguments = {{"silent", comma_list(std::views::transform(
                                  silent, [](std::int64_t rank) { return std::to_string(rank); }))},
                   {"silent_ranks", List(silent.begin(), silent.end())},
                   {"world_size", ranks.world_size},
                   {"rank", ranks.rank},
                   {"operation", as_argument(operation)},
                   {"detail", detail}};
  const char* code = silent.empty()       ? "communication.some_rank"
                     : silent.size() == 1 ? "communication.rank"
                                          : "communication.ranks";
  return make_error(code, std::move(arguments));
}

Presence::Presence(const RankInfo& ranks, SharedStore store)
    : ranks_(ranks), store_(std::move(store)) {}

std::shared_ptr<Presence> Presence::start(const RankInfo& ranks, SharedStore store) {
  const std::shared_ptr<Presence> presence(new Presence(ranks, std::move(store)));
  // Before anything else, since the process may end at any time.
  presence->store_->set(process_key(ranks.rank), bytes_of(described(own_identity())));
  std::thread([presence] { presence->show_presence(); }).detach();
  return presence;
}

Collective Presence::begin_collective(const char* operation, std::int64_t elements) {
  const double now =
      std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count();
  const std::lock_guard lock(mutex_);
  recent_.push_back({++sequence_, operation, purpose_, elements, now});
  if (recent_.size() > kept_collectives) recent_.pop_front();
  return recent_.back();
}

std::vector<Collective> Presence::recent_collectives() const {
  const std::lock_guard lock(mutex_);
  return {recent_.begin(), recent_.end()};
}

// Gloo notices a lost rank only through the connections to its neighbours, so a rank may still wait
// in an operation when another one calls the roll. Then this thread takes part, and keeps the
// result for when the operation fails, too. It is abandoned if the store hangs.
void Presence::show_presence() {
  SharedStore store = store_;
  try {
    store = store_->clone();  // a request of the training's thread may block the other connection
  } catch (const std::exception&) {
    store = store_;
  }
  try {
    Clock::time_point next_sign = Clock::now();
    while (!has_ended_ && !store->check({roll_call_key})) {
      if (Clock::now() >= next_sign) {
        store->add(presence_key(ranks_.rank), 1);
        next_sign = Clock::now() + sign_pause;
      }
      if (ranks_.rank == 0) find_processes(*store);
      std::this_thread::sleep_for(roll_look_pause);
    }
    while (!has_ended_ && operations_ == 0)
      std::this_thread::sleep_for(operation_pause);  // it may be on its way into one
    if (!has_ended_) take_part_in_roll(*store);
  } catch (const std::exception& error) {
    end_without_first_rank(first_line(error.what()));
  }
}

// For the first rank: those of this machine.
void Presence::find_processes(c10d::Store& store) {
  std::int64_t rank = 1;
  while (rank < ranks_.world_size) {
    {
      const std::lock_guard lock(mutex_);
      rank = next_process_;
    }
    if (rank >= ranks_.world_size || !store.check({process_key(rank)})) return;
    const auto process = process_here(text_of(store.get(process_key(rank))));
    const std::lock_guard lock(mutex_);
    if (process) processes_.push_back(*process);
    ++next_process_;
  }
}

// Once: there is one roll, as a group with a lost rank is not used again.
void Presence::take_part_in_roll(c10d::Store& store) {
  if (is_in_roll_.exchange(true)) return;
  try {
    roll_.set_value(call_roll(store, ranks_));
  } catch (const std::exception&) {
    roll_.set_value({0});
  }
  const std::lock_guard lock(mutex_);
  roll_end_ = Clock::now();
}

bool Presence::is_stuck() const {
  const std::lock_guard lock(mutex_);
  return roll_end_ && Clock::now() > *roll_end_ + stuck_time;
}

// The store is gone, and the first rank with it. A ring of Gloo may then wait for its whole timeout
// in a neighbour that waits as well, and cannot be interrupted: the process ends.
void Presence::end_without_first_rank(const std::string& detail) {
  const auto end = Clock::now() + stuck_time;
  while (!has_ended_ && operations_ > 0 && Clock::now() < end)
    std::this_thread::sleep_for(roll_look_pause);
  if (has_ended_ || operations_ == 0) return;
  const Error error = lost_ranks_error({0}, ranks_, make_error("communication.in_sum", {}), detail);
  std::fprintf(stderr, "engine: error: %s\n", error.message.c_str());
  std::_Exit(static_cast<int>(ExitCode::communication));
}

// Runs in a thread that is abandoned if the store hangs with its rank, the first: requests to a
// store have no timeout.
std::vector<std::int64_t> Presence::silent_ranks() {
  std::thread([presence = shared_from_this()] {
    presence->take_part_in_roll(*presence->store_);
  }).detach();
  const auto ready = silent_.wait_for(roll_call_time + store_limit);
  return ready == std::future_status::ready ? silent_.get() : std::vector<std::int64_t>{0};
}

// On the first rank, whose store the others wait at.
void Presence::watch_others(const std::string& key, std::chrono::milliseconds silence) {
  struct Other {
    std::int64_t count = -1;
    Clock::time_point sign = Clock::now();
  };
  std::vector<Other> others(static_cast<std::size_t>(ranks_.world_size));
  const auto end = Clock::now() + patience_;
  Clock::time_point next_look = Clock::now();
  while (!wait_for_keys(*store_, {key}, roll_look_pause)) {
    if (store_->check({roll_call_key})) throw std::runtime_error("another rank has failed");
    const auto now = Clock::now();
    // After it has come, it may have ended in order.
    if (has_process_ended() && !store_->check({key}))
      throw std::runtime_error("its process has ended");
    if (now < next_look) continue;
    next_look = now + sign_pause;
    for (std::int64_t rank = 1; rank < ranks_.world_size; ++rank) {
      Other& other = others[static_cast<std::size_t>(rank)];
      if (const std::int64_t count = store_->add(presence_key(rank), 0); count != other.count) {
        other.count = count;
        other.sign = now;
      }
      if (now - other.sign >= silence) throw std::runtime_error("no sign of life");
    }
    if (now >= end) throw std::runtime_error("it has not come within the longest time");
  }
}

bool Presence::has_process_ended() const {
  const std::lock_guard lock(mutex_);
  return !std::ranges::all_of(processes_, is_alive);
}

Presence::Meeting Presence::next_meeting() {
  const std::string key = "meeting/" + std::to_string(num_meetings_++), all = key + "/all";
  return {all, [store = store_, key, all, size = ranks_.world_size] {
            if (store->add(key, 1) == size) store->set(all, kSet);
          }};
}

void Presence::meet_others(std::chrono::milliseconds silence) {
  const Meeting meeting = next_meeting();
  if (ranks_.rank == 0) {
    meeting.come();
    return watch_others(meeting.all_key, silence);
  }
  wait_for_key(store_, meeting.come, meeting.all_key, {{presence_key(0), silence}}, patience_);
}

// Unlike there, the others' processes may end here, and nothing is known of them until then.
bool Presence::leave() {
  const Meeting meeting = next_meeting();
  const auto outcome = std::make_shared<std::promise<bool>>();
  std::future<bool> left = outcome->get_future();
  std::thread([meeting, outcome, store = store_, limit = patience_, rank = ranks_.rank] {
    try {
      meeting.come();
      outcome->set_value(rank != 0 || wait_for_keys(*store, {meeting.all_key}, limit));
    } catch (const std::exception&) {
      outcome->set_value(rank != 0);  // the others need not stay
    }
  }).detach();
  return left.wait_for(patience_ + store_limit) == std::future_status::ready && left.get();
}

void Presence::run_on_first_rank(const std::function<void(const ProcessGroup::Heartbeat&)>& work,
                                 std::chrono::milliseconds silence) {
  const std::string key = "turn/" + std::to_string(num_turns_++);
  if (ranks_.rank != 0)
    return wait_for_key(
        store_, [] {}, key + "/over",
        {{presence_key(0), silence}, {key + "/sign", longest_turn_silence}}, without_limit);
  Clock::time_point last = Clock::now();
  work([&] {
    if (Clock::now() - last < sign_pause) return;
    last = Clock::now();
    store_->add(key + "/sign", 1);
  });
  store_->set(key + "/over", kSet);
}

}  // namespace trainyard
