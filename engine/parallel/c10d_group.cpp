#include "engine/parallel/c10d_group.h"

#include <algorithm>
#include <future>
#include <thread>

namespace trainyard {

namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

constexpr auto roll_call_time = 1500ms;  // in which all living ranks see the same failure
constexpr auto host_stays = 500ms;       // longer, so that the others hear the end of it
constexpr auto store_patience = 1500ms;  // more, for a store whose rank no longer runs

// Every rank that sees the failure says so in the store; who does not is silent. Throws when the
// store is gone.
std::vector<std::int64_t> call_roll(c10d::Store& store, const RankInfo& ranks) {
  const auto end = Clock::now() + roll_call_time;
  const auto key = [](std::int64_t rank) { return "failed/" + std::to_string(rank); };
  store.set(key(ranks.rank), std::vector<std::uint8_t>{1});
  std::vector<std::int64_t> silent;
  for (std::int64_t rank = 0; rank < ranks.world_size; ++rank) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(end - Clock::now());
    try {
      store.wait({key(rank)}, std::max(left, 10ms));
    } catch (const c10::DistStoreError&) {  // waited in vain
      silent.push_back(rank);
    }
  }
  if (ranks.rank == 0) std::this_thread::sleep_until(end + host_stays);
  return silent;
}

// In a thread that is left behind when the store hangs with its rank, the first: a store cannot be
// asked with a limit.
std::vector<std::int64_t> silent_ranks(const c10::intrusive_ptr<c10d::Store>& store,
                                       const RankInfo& ranks) {
  auto answer = std::make_shared<std::promise<std::vector<std::int64_t>>>();
  std::future<std::vector<std::int64_t>> future = answer->get_future();
  std::thread([store, ranks, answer] {
    try {
      answer->set_value(call_roll(*store, ranks));
    } catch (const std::exception&) {
      answer->set_value({0});
    }
  }).detach();
  if (future.wait_for(roll_call_time + store_patience) != std::future_status::ready) return {0};
  return future.get();
}

std::string names(const std::vector<std::int64_t>& ranks) {
  if (ranks.empty()) return "another rank";
  std::string text = ranks.size() > 1 ? "ranks " : "rank ";
  for (std::size_t i = 0; i < ranks.size(); ++i)
    text += (i > 0 ? ", " : "") + std::to_string(ranks[i]);
  return text;
}

// Without the stack trace that c10's errors carry.
std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

}  // namespace

template <class Start>
void C10dGroup::complete(const char* operation, const Start& start) {
  try {
    start()->wait();
  } catch (const std::exception& error) {
    fail(operation, first_line(error.what()));
  }
}

void C10dGroup::fail(const char* operation, const std::string& detail) {
  std::vector<std::int64_t> silent = silent_ranks(store_, ranks_);
  std::string text = names(silent) + " of " + std::to_string(ranks_.world_size) +
                     " ended or no longer answers, as rank " + std::to_string(ranks_.rank) +
                     " found in " + operation + " (" + detail + ")";
  throw CommunicationError(text, std::move(silent));
}

void C10dGroup::all_reduce_sum(at::Tensor& tensor) {
  std::vector<at::Tensor> tensors{tensor};
  complete("the sum over the ranks",
           [&] { return backend_->allreduce(tensors, c10d::AllreduceOptions()); });
}

void C10dGroup::broadcast(at::Tensor& tensor, std::int64_t root) {
  std::vector<at::Tensor> tensors{tensor};
  c10d::BroadcastOptions options;
  options.rootRank = root;
  complete("the broadcast", [&] { return backend_->broadcast(tensors, options); });
}

void C10dGroup::barrier() {
  c10d::BarrierOptions options;
  if (device_.is_cuda()) options.device_ids = {device_.index()};
  complete("waiting for all ranks", [&] { return backend_->barrier(options); });
}

}  // namespace trainyard
