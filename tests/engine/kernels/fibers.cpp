// SPDX-License-Identifier: GPL-3.0-or-later
// A kernel's threads as fibers, a block at a time. Which of those that can go on does so is random,
// so that a result that depends on their order shows, and AddressSanitizer sees every access.
// Without sanitizers, this is what runs kernels in the tests of what calls them.
#if defined(__SANITIZE_ADDRESS__)
#include <sanitizer/common_interface_defs.h>
#endif
#include <ucontext.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <random>

#include "tests/engine/kernels/emulation.h"
#include "engine/kernels/table.h"

namespace trainyard::kernels {

namespace {

constexpr std::size_t stack_size = 128 << 10;

// AddressSanitizer has to know which stack is in use. `fake_stack` is the memory that it keeps for
// the one that is left; null for a fiber that ends.
void start_switch([[maybe_unused]] void** fake_stack, [[maybe_unused]] const void* stack,
                  [[maybe_unused]] std::size_t size) {
#if defined(__SANITIZE_ADDRESS__)
  __sanitizer_start_switch_fiber(fake_stack, stack, size);
#endif
}

void finish_switch([[maybe_unused]] void* fake_stack, [[maybe_unused]] const void** left_stack,
                   [[maybe_unused]] std::size_t* left_size) {
#if defined(__SANITIZE_ADDRESS__)
  __sanitizer_finish_switch_fiber(fake_stack, left_stack, left_size);
#endif
}

struct Fiber {
  ucontext_t context;
  std::unique_ptr<char[]> stack = std::make_unique_for_overwrite<char[]>(stack_size);
};

// The fibers of a block, and those of them that can go on.
class Scheduler {
 public:
  // Runs work(i) for each i in [0, count), each as a fiber.
  template <class Work>
  void run(int count, const Work& work) {
    while (static_cast<int>(fibers_.size()) < count) fibers_.push_back(std::make_unique<Fiber>());
    call_ = [](const void* of, int index) { (*static_cast<const Work*>(of))(index); };
    work_ = &work;
    for (int i = 0; i < count; ++i) {
      Fiber& fiber = *fibers_[static_cast<std::size_t>(i)];
      getcontext(&fiber.context);
      fiber.context.uc_stack.ss_sp = fiber.stack.get();
      fiber.context.uc_stack.ss_size = stack_size;
      makecontext(&fiber.context, enter, 0);
      ready_.push_back(i);
    }
    num_finished_ = 0;
    while (!ready_.empty()) resume_one();
    if (num_finished_ == count) return;
    std::fprintf(stderr, "a deadlock: %d of %d threads wait at a barrier\n", count - num_finished_,
                 count);
    std::exit(3);
  }

  // Leaves this fiber until somebody calls wake() for it.
  void wait() {
    void* own_fake_stack = nullptr;
    const int self = current_;
    start_switch(&own_fake_stack, main_stack_, main_stack_size_);
    swapcontext(&fibers_[static_cast<std::size_t>(self)]->context, &main_);
    finish_switch(own_fake_stack, &main_stack_, &main_stack_size_);
  }

  void wake(int index) { ready_.push_back(index); }

 private:
  void resume_one() {
    std::swap(ready_[order_() % ready_.size()], ready_.back());
    current_ = ready_.back();
    ready_.pop_back();
    Fiber& fiber = *fibers_[static_cast<std::size_t>(current_)];
    void* fake_stack = nullptr;
    start_switch(&fake_stack, fiber.stack.get(), stack_size);
    swapcontext(&main_, &fiber.context);
    finish_switch(fake_stack, nullptr, nullptr);
  }

  static void enter();

  std::vector<std::unique_ptr<Fiber>> fibers_;
  std::vector<int> ready_;
  std::mt19937 order_{emulation.seed};
  ucontext_t main_;
  const void* main_stack_ = nullptr;
  std::size_t main_stack_size_ = 0;
  void (*call_)(const void*, int) = nullptr;
  const void* work_ = nullptr;
  int current_ = 0, num_finished_ = 0;
};

Scheduler& scheduler() {
  static thread_local Scheduler all;
  return all;
}

void Scheduler::enter() {
  Scheduler& s = scheduler();
  finish_switch(nullptr, &s.main_stack_, &s.main_stack_size_);
  s.call_(s.work_, s.current_);
  ++s.num_finished_;
  start_switch(nullptr, s.main_stack_, s.main_stack_size_);
  setcontext(&s.main_);
}

// The last of `size` fibers to arrive lets all go on.
class FiberBarrier {
 public:
  explicit FiberBarrier(int size) : size_(size) {}

  void arrive_and_wait(int index) {
    if (static_cast<int>(waiting_.size()) + 1 < size_) {
      waiting_.push_back(index);
      return scheduler().wait();
    }
    for (const int other : waiting_) scheduler().wake(other);
    waiting_.clear();
    scheduler().wake(index);
    scheduler().wait();
  }

 private:
  int size_;
  std::vector<int> waiting_;
};

struct FiberBlock {
  std::int64_t block, blocks;
  int threads;
  float* dynamic_memory;
  FiberBarrier all{threads};
  std::vector<FiberBarrier> warps{static_cast<std::size_t>(threads / warp_size),
                                  FiberBarrier(warp_size)};
  std::vector<float> lanes = std::vector<float>(static_cast<std::size_t>(2 * threads));
};

class FiberThread {
 public:
  FiberThread(FiberBlock& block, int thread) : block_(block), thread_(thread) {}
  std::int64_t block() const { return block_.block; }
  std::int64_t blocks() const { return block_.blocks; }
  int thread() const { return thread_; }
  int threads() const { return block_.threads; }
  float* dynamic_memory() const { return block_.dynamic_memory; }

  void sync(const std::source_location where = std::source_location::current()) {
    if (is_skipped(where)) return;
    if (emulation.notes_barriers && thread_ == 0) note(place_of(where));
    block_.all.arrive_and_wait(thread_);
  }

  void sync_warp(const std::source_location where = std::source_location::current()) {
    if (is_skipped(where)) return;
    if (emulation.notes_barriers && thread_ == 0) note(place_of(where));
    warp().arrive_and_wait(thread_);
  }

  // Two rows of lanes in turn: whoever comes to the next exchange has read the last one.
  float shuffle_xor(float value, int bits) {
    float* lanes = block_.lanes.data() + (num_exchanges_++ % 2) * block_.threads;
    lanes[thread_] = value;
    warp().arrive_and_wait(thread_);
    return lanes[thread_ ^ bits];
  }

 private:
  FiberBarrier& warp() { return block_.warps[static_cast<std::size_t>(thread_ / warp_size)]; }

  static void note(const std::string& place) {
    for (const std::string& known : emulation.barriers)
      if (known == place) return;
    emulation.barriers.push_back(place);
  }

  FiberBlock& block_;
  int thread_;
  std::int64_t num_exchanges_ = 0;
};

struct FiberLauncher {
  static constexpr int invalid = emulated_invalid;

  static int threads(int count) { return std::min(count, emulation.max_threads); }

  template <class Kernel>
  static int launch(std::int64_t blocks, int asked, std::int64_t dynamic_floats,
                    const typename Kernel::Arguments& arguments, Stream) {
    const int count = threads(asked);
    for (std::int64_t i = 0; i < blocks; ++i) {
      SharedMemory<typename Kernel::Scratch> memory(dynamic_floats);
      FiberBlock block{i, blocks, count, memory.dynamic.data()};
      scheduler().run(count, [&](int index) {
        FiberThread thread(block, index);
        Kernel::run(thread, memory.scratch, arguments);
      });
    }
    return 0;
  }
};

}  // namespace

const Table& tested_kernels() { return table_of<FiberLauncher>; }

}  // namespace trainyard::kernels
