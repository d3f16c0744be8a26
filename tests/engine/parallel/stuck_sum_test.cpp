// SPDX-License-Identifier: GPL-3.0-or-later
// Operations of Gloo that take long, fail late or never end.
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <functional>
#include <future>
#include <map>
#include <memory>
#include <sstream>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <torch/csrc/distributed/c10d/HashStore.hpp>

#include "engine/parallel/c10d_group.h"
#include "engine/parallel/gloo_group.h"
#include "engine/parallel/presence.h"

namespace trainyard {
namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

// Like Gloo's work of several parts: only wait() says how it ended, and fails, too, when the time
// that it is given is over.
class SlowWork final : public c10d::Work {
 public:
  SlowWork(Clock::duration takes, std::string failure)
      : end_(Clock::now() + takes), failure_(std::move(failure)) {}
  bool isCompleted() override { return false; }
  bool wait(std::chrono::milliseconds timeout) override {
    const auto given_up = Clock::now() + timeout;
    std::this_thread::sleep_until(std::min(end_, given_up));
    if (Clock::now() < end_) throw std::runtime_error("Operation timed out!");
    if (!failure_.empty()) throw std::runtime_error(failure_);
    return true;
  }

 private:
  const Clock::time_point end_;
  const std::string failure_;
};
class SlowBackend final : public c10d::Backend {
 public:
  SlowBackend(Clock::duration takes, std::string failure)
      : c10d::Backend(0, 3), takes_(takes), failure_(std::move(failure)) {}
  const std::string getBackendName() const override { return "slow"; }
  void setTimeout(std::chrono::milliseconds) override {}
  c10::intrusive_ptr<c10d::Work> allreduce(std::vector<at::Tensor>&,
                                           const c10d::AllreduceOptions&) override {
    return c10::make_intrusive<SlowWork>(takes_, failure_);
  }

 private:
  const Clock::duration takes_;
  const std::string failure_;
};

struct Sum {
  std::vector<std::int64_t> silent;
  std::string text;
  Clock::duration took;
};

// A sum of the first of three ranks. `reported` are the others that report a failure in the store.
Sum sum_of(const std::vector<std::int64_t>& reported, Clock::duration takes,
           const std::string& failure = "") {
  const auto store = c10::make_intrusive<c10d::HashStore>();
  const std::vector<std::uint8_t> is_set{1};
  for (const std::int64_t rank : reported) {
    store->set("failed/" + std::to_string(rank), is_set);
    store->set("failed/any", is_set);
  }
  C10dGroup group(Presence::start({0, 3, 0, 3, "127.0.0.1", 1}, store),
                  c10::make_intrusive<SlowBackend>(takes, failure), nullptr, 30s);
  const auto begin = Clock::now();
  Sum sum;
  try {
    group.all_reduce_sum(at::ones({4}));
  } catch (const CommunicationError& error) {
    sum = {error.silent(), error.what(), {}};
  }
  sum.took = Clock::now() - begin;
  return sum;
}

TEST(StuckSum, OneThatTakesLongEnds) {
  const Sum sum = sum_of({}, 2500ms);
  EXPECT_EQ(sum.text, "");
  EXPECT_GE(sum.took, 2500ms);
}

TEST(StuckSum, OneThatFailsLateFailsThen) {
  const Sum sum = sum_of({1}, 1500ms, "Connection closed by peer");
  EXPECT_NE(sum.text.find("Connection closed by peer"), std::string::npos) << sum.text;
  EXPECT_EQ(sum.silent, std::vector<std::int64_t>{2});
}

// A ring of Gloo in which this rank waits for one that waits as well, though the roll was called.
TEST(StuckSum, OneThatNeverEndsIsGivenUpAfterTheRoll) {
  const Sum sum = sum_of({1}, 60s);
  EXPECT_EQ(sum.silent, std::vector<std::int64_t>{2}) << sum.text;
  EXPECT_LT(sum.took, 15s);
}

// Two ranks that are not connected yet would never notice it.
TEST(StuckSum, OneWithAProcessThatHasEndedIsGivenUp) {
  const auto store = c10::make_intrusive<c10d::HashStore>();
  C10dGroup group(Presence::start({0, 2, 0, 2, "127.0.0.1", 1}, store),
                  c10::make_intrusive<SlowBackend>(60s, ""), nullptr, 120s);
  const pid_t ended = ::fork();
  if (ended == 0) ::_exit(0);
  ::waitpid(ended, nullptr, 0);
  const auto own = store->get("process/0");
  std::istringstream words(std::string(own.begin(), own.end()));
  std::string space, boot, pid, start;
  words >> space >> boot >> pid >> start;
  const std::string other = space + " " + boot + " " + std::to_string(ended) + " " + start;
  store->set("process/1", std::vector<std::uint8_t>(other.begin(), other.end()));
  const auto begin = Clock::now();
  try {
    group.all_reduce_sum(at::ones({4}));
    FAIL() << "it ended";
  } catch (const CommunicationError& error) {
    EXPECT_EQ(error.silent(), std::vector<std::int64_t>{1}) << error.what();
  }
  EXPECT_LT(Clock::now() - begin, 15s);
}

// Two ranks of Gloo, of which the second has come to the roll but takes part in nothing.
std::unique_ptr<C10dGroup> group_with_absent_rank() {
  const auto store = c10::make_intrusive<c10d::HashStore>();
  const auto backend_of = [&](std::int64_t rank) {
    return make_gloo_backend({rank, 2, rank, 2, "127.0.0.1", 1}, store, 120s).value();
  };
  auto other = std::async(std::launch::async, backend_of, 1);
  const auto own = backend_of(0);
  other.get().release();  // there as long as it is waited for
  const std::vector<std::uint8_t> is_set{1};
  store->set("failed/1", is_set);
  store->set("failed/any", is_set);
  return std::make_unique<C10dGroup>(Presence::start({0, 2, 0, 2, "127.0.0.1", 1}, store), own,
                                     nullptr, 120s);
}

TEST(StuckSum, NoOperationOfGlooIsWaitedForLongerThanTheRoll) {
  using Operation = std::function<void(ProcessGroup&)>;
  const std::map<std::string, Operation> operations{
      {"sum", [](ProcessGroup& group) { group.start_sum(at::ones({4})); }},
      {"scattered sum",
       [](ProcessGroup& group) { group.start_scatter_sum(at::ones({4}), at::empty({2})); }},
      {"gather", [](ProcessGroup& group) { group.start_gather(at::empty({4}), at::ones({2})); }},
      {"broadcast",
       [](ProcessGroup& group) {
         at::Tensor tensor = at::ones({4});
         group.broadcast(tensor, 1);
       }},
      {"barrier", [](ProcessGroup& group) { group.barrier(); }}};
  std::map<std::string, std::future<Clock::duration>> took;
  for (const auto& [name, operation] : operations)
    took[name] = std::async(std::launch::async, [&operation] {
      C10dGroup* group = group_with_absent_rank().release();  // Gloo's threads go on waiting
      const auto begin = Clock::now();
      EXPECT_THROW((operation(*group), group->finish_started()), CommunicationError);
      return Clock::now() - begin;
    });
  for (auto& [name, duration] : took) EXPECT_LT(duration.get(), 15s) << name;
}

}  // namespace
}  // namespace trainyard
