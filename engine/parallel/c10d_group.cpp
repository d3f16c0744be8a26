// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/parallel/c10d_group.h"

#include <atomic>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <future>
#include <mutex>
#include <ranges>
#include <string>
#include <thread>
#include <utility>

#include "engine/system/comma_list.h"
#include "engine/system/first_line.h"
#include "engine/contract/messages.h"

namespace trainyard {

namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;
using SharedStore = c10::intrusive_ptr<c10d::Store>;

constexpr auto roll_call_time = 1500ms;  // for all live ranks to see the same failure
constexpr auto host_stays = 500ms;       // longer, so that the others learn the result
constexpr auto store_limit = 1500ms;     // more, for a store whose rank has ended
constexpr auto sign_pause =
    2s;  // between two signs of life of the first rank, and between two checks

constexpr auto presence_pause = 300ms;  // between two checks whether the roll is called
constexpr auto operation_pause = 20ms;
constexpr auto stuck_time = 10s;  // for an operation to fail once the first rank is gone
constexpr const char* roll_call_key = "failed/any";

const std::vector<std::uint8_t> kSet{1};

bool wait_for_keys(c10d::Store& store, const std::vector<std::string>& keys,
                   std::chrono::milliseconds limit) {
  try {
    store.wait(keys, limit);
    return true;
  } catch (const c10::DistStoreError&) {  // timed out
    return false;
  }
}

std::string failed_key(std::int64_t rank) { return "failed/" + std::to_string(rank); }

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
  const auto count = [&] {
    for (std::int64_t rank = 0; rank < ranks.world_size; ++rank)
      if (!store.check({keys[static_cast<std::size_t>(rank)]})) silent.push_back(rank);
  };
  if (ranks.rank != 0) {
    if (!wait_for_keys(store, {"roll"}, roll_call_time + host_stays)) {
      count();
      return silent;
    }
    for (const std::uint8_t byte : store.get("roll")) {
      if (byte == ',')
        silent.push_back(0);
      else if (!silent.empty())
        silent.back() = silent.back() * 10 + (byte - '0');
    }
    return silent;
  }
  if (!wait_for_keys(store, keys, roll_call_time)) count();
  std::vector<std::uint8_t> roll{';'};  // a value that is never empty
  for (const std::int64_t rank : silent)
    for (const char c : "," + std::to_string(rank)) roll.push_back(static_cast<std::uint8_t>(c));
  store.set("roll", roll);
  std::this_thread::sleep_until(end + host_stays);
  return silent;
}

}  // namespace

// What a rank's threads know of it and of the others.
struct Presence {
  std::atomic<int> operations = 0;  // that the rank is in
  std::atomic<bool> has_ended = false;
  std::atomic<bool> is_in_roll = false;
  std::promise<std::vector<std::int64_t>> roll;  // the silent ranks
  std::shared_future<std::vector<std::int64_t>> silent = roll.get_future().share();
};

namespace {

// Once: there is one roll, as a group with a lost rank is not used again.
void take_part_in_roll(c10d::Store& store, const RankInfo& ranks, Presence& presence) {
  if (presence.is_in_roll.exchange(true)) return;
  try {
    presence.roll.set_value(call_roll(store, ranks));
  } catch (const std::exception&) {
    presence.roll.set_value({0});
  }
}

// `operation` is a code; `detail` is what was noticed.
Error lost_ranks_error(const std::vector<std::int64_t>& silent, const RankInfo& ranks,
                       const char* operation, const std::string& detail) {
  Map arguments = {{"silent", comma_list(std::views::transform(
                                  silent, [](std::int64_t rank) { return std::to_string(rank); }))},
                   {"silent_ranks", List(silent.begin(), silent.end())},
                   {"world_size", ranks.world_size},
                   {"rank", ranks.rank},
                   {"operation", as_argument(make_error(operation, {}))},
                   {"detail", detail}};
  const char* code = silent.empty()       ? "communication.some_rank"
                     : silent.size() == 1 ? "communication.rank"
                                          : "communication.ranks";
  return make_error(code, std::move(arguments));
}

// The store is gone, and the first rank with it. A ring of Gloo may then wait for its whole timeout
// in a neighbour that waits as well, and cannot be interrupted: the process ends.
void end_without_first_rank(const RankInfo& ranks, const Presence& presence,
                            const std::string& detail) {
  const auto end = Clock::now() + stuck_time;
  while (!presence.has_ended && presence.operations > 0 && Clock::now() < end)
    std::this_thread::sleep_for(presence_pause);
  if (presence.has_ended || presence.operations == 0) return;
  const Error error = lost_ranks_error({0}, ranks, "communication.in_sum", detail);
  std::fprintf(stderr, "engine: error: %s\n", error.message.c_str());
  std::_Exit(static_cast<int>(ExitCode::communication));
}

// Gloo notices a lost rank only through the connections to its neighbours, so a rank may still wait
// in an operation when another one calls the roll. Then its thread takes part, and keeps the result
// for when the operation fails, too. It is abandoned if the store hangs.
void answer_roll_call(const SharedStore& store, const RankInfo& ranks,
                      const std::shared_ptr<Presence>& presence) {
  try {
    while (!presence->has_ended && !store->check({roll_call_key}))
      std::this_thread::sleep_for(presence_pause);
    while (!presence->has_ended && presence->operations == 0)
      std::this_thread::sleep_for(operation_pause);  // it may be on its way into one
    if (!presence->has_ended) take_part_in_roll(*store, ranks, *presence);
  } catch (const std::exception& error) {
    end_without_first_rank(ranks, *presence, first_line(error.what()));
  }
}

// Runs in a thread that is abandoned if the store hangs with its rank, the first: requests to a
// store have no timeout.
std::vector<std::int64_t> silent_ranks(const SharedStore& store, const RankInfo& ranks,
                                       const std::shared_ptr<Presence>& presence) {
  std::thread([=] { take_part_in_roll(*store, ranks, *presence); }).detach();
  const auto ready = presence->silent.wait_for(roll_call_time + store_limit);
  return ready == std::future_status::ready ? presence->silent.get() : std::vector<std::int64_t>{0};
}

// What is known about the first rank while it works alone.
struct Allocation {
  std::mutex mutex;
  std::condition_variable changed;
  Clock::time_point sign = Clock::now();
  bool over = false;
  std::string problem;  // of the store
};

// The thread that polls the store; abandoned if the store hangs with its rank.
void watch_turn(const SharedStore& store, const std::string& key,
                const std::shared_ptr<Allocation>& turn) {
  std::vector<std::uint8_t> last;
  try {
    for (bool over = false; !over;) {
      over = wait_for_keys(*store, {key + "/over"}, sign_pause);
      std::vector<std::uint8_t> sign;
      if (!over && store->check({key + "/sign"})) sign = store->get(key + "/sign");
      const std::lock_guard lock(turn->mutex);
      if (sign != last) turn->sign = Clock::now();
      last = std::move(sign);
      turn->over = over;
      turn->changed.notify_all();
    }
  } catch (const std::exception& error) {
    const std::lock_guard lock(turn->mutex);
    turn->problem = first_line(error.what());
    turn->changed.notify_all();
  }
}

}  // namespace

C10dGroup::C10dGroup(const RankInfo& ranks, SharedStore store,
                     c10::intrusive_ptr<c10d::Backend> host, c10::intrusive_ptr<c10d::Backend> gpu,
                     std::chrono::milliseconds timeout)
    : ranks_(ranks),
      store_(std::move(store)),
      presence_(std::make_shared<Presence>()),
      host_(std::move(host)),
      gpu_(std::move(gpu)),
      timeout_(timeout) {
  std::thread([store = store_, ranks = ranks_, presence = presence_] {
    answer_roll_call(store, ranks, presence);
  }).detach();
}

C10dGroup::~C10dGroup() { presence_->has_ended = true; }

void C10dGroup::guard(const char* operation, const std::function<void()>& work) {
  struct Inside {
    explicit Inside(std::atomic<int>& count) : count(count) { ++count; }
    ~Inside() { --count; }
    std::atomic<int>& count;
  };
  const Inside inside(presence_->operations);
  try {
    work();
  } catch (const CommunicationError&) {
    throw;
  } catch (const std::exception& error) {
    fail(operation, first_line(error.what()));
  }
}

c10d::Backend& C10dGroup::backend_of(const at::Tensor& tensor) const {
  return tensor.is_cuda() ? *gpu_ : *host_;
}

// Gloo respects the timeout in wait(); NCCL's wait() only makes the stream wait, and its watchdog
// would abort the process without a message.
void C10dGroup::finish(const Work& work, at::Device device) {
  work->wait();
  if (device.is_cuda()) unsettled_.push_back(work);
}

void C10dGroup::settle() {
  guard("communication.in_sum", [&] {
    const auto begin = Clock::now();
    for (const Work& work : std::exchange(unsettled_, {})) {
      while (!work->isCompleted()) {
        const auto waited = Clock::now() - begin;
        if (waited > timeout_)
          throw std::runtime_error(std::to_string(timeout_.count()) + " ms without an answer");
        if (waited > 1ms) std::this_thread::sleep_for(50us);
      }
      if (const std::exception_ptr error = work->exception()) std::rethrow_exception(error);
    }
  });
}

void C10dGroup::fail(const char* operation, const std::string& detail) {
  std::vector<std::int64_t> silent = silent_ranks(store_, ranks_, presence_);
  Error error = lost_ranks_error(silent, ranks_, operation, detail);
  throw CommunicationError(std::move(error), std::move(silent));
}

void C10dGroup::start_sum(const at::Tensor& tensor) {
  guard("communication.in_sum", [&] {
    std::vector<at::Tensor> tensors{tensor};
    started_.emplace_back(backend_of(tensor).allreduce(tensors, c10d::AllreduceOptions()),
                          tensor.device());
  });
}

void C10dGroup::start_scatter_sum(const at::Tensor& whole, const at::Tensor& part) {
  guard("communication.in_sum", [&] {
    at::Tensor input = whole, output = part;
    started_.emplace_back(
        backend_of(whole)._reduce_scatter_base(output, input, c10d::ReduceScatterOptions()),
        whole.device());
  });
}

void C10dGroup::start_gather(const at::Tensor& whole, const at::Tensor& part) {
  guard("communication.in_gather", [&] {
    at::Tensor input = part, output = whole;
    started_.emplace_back(
        backend_of(whole)._allgather_base(output, input, c10d::AllgatherOptions()), whole.device());
  });
}

void C10dGroup::finish_started() {
  guard("communication.in_sum", [&] {
    for (const auto& [work, device] : std::exchange(started_, {})) finish(work, device);
  });
}

void C10dGroup::broadcast(at::Tensor& tensor, std::int64_t root) {
  guard("communication.in_broadcast", [&] {
    std::vector<at::Tensor> tensors{tensor};
    c10d::BroadcastOptions options;
    options.rootRank = root;
    finish(backend_of(tensor).broadcast(tensors, options), tensor.device());
  });
}

void C10dGroup::barrier() {
  settle();
  guard("communication.in_barrier",
        [&] { finish(host_->barrier(c10d::BarrierOptions()), at::kCPU); });
}

void C10dGroup::run_on_first_rank(const std::function<void(const Heartbeat&)>& work) {
  const std::string key = "turn/" + std::to_string(num_turns_++);
  if (ranks_.rank == 0) {
    Clock::time_point last = Clock::now();
    work([&] {
      if (Clock::now() - last < sign_pause) return;
      last = Clock::now();
      store_->add(key + "/sign", 1);
    });
    store_->set(key + "/over", kSet);
    return;
  }
  const auto turn = std::make_shared<Allocation>();
  std::thread([store = store_, key, turn] { watch_turn(store, key, turn); }).detach();
  std::unique_lock lock(turn->mutex);
  while (!turn->over && turn->problem.empty() && Clock::now() - turn->sign < timeout_)
    turn->changed.wait_until(lock, turn->sign + timeout_);
  if (turn->over) return;
  const std::string detail = turn->problem;
  lock.unlock();
  fail("communication.in_turn", detail.empty() ? "no sign of life" : detail);
}

void C10dGroup::set_timeout(std::chrono::milliseconds timeout) {
  timeout_ = timeout;
  for (const auto& backend : {host_, gpu_})
    if (backend) backend->setTimeout(timeout);
}

void C10dGroup::abort() {
  for (const auto& backend : {host_, gpu_}) try {
      if (backend) backend->abort();
    } catch (const std::exception&) {
      continue;  // it is aborted anyway
    }
}

}  // namespace trainyard
