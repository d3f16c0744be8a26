// SPDX-License-Identifier: GPL-3.0-or-later
// A kernel's threads as real ones, for ThreadSanitizer: a missing barrier is a data race, also
// where the result is right. All blocks run at once, as they may on a GPU, up to a number of
// threads. A barrier of a block orders memory; an exchange within a warp does not, on a GPU or
// here.
#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <barrier>
#include <functional>
#include <memory>
#include <semaphore>
#include <thread>

#include "tests/engine/kernels/emulation.h"
#include "engine/kernels/table.h"

namespace trainyard::kernels {

namespace {

constexpr int max_threads_at_once = 128;

// A meeting of a warp's lanes that orders nothing for ThreadSanitizer: relaxed operations, and the
// kernel's own waiting. Fences for signals keep the compiler from moving accesses across it.
class UnorderedMeeting {
 public:
  void meet() {
    std::atomic_signal_fence(std::memory_order_seq_cst);
    const std::uint32_t round = round_.load(std::memory_order_relaxed);
    if (num_arrived_.fetch_add(1, std::memory_order_relaxed) % warp_size == warp_size - 1) {
      round_.store(round + 1, std::memory_order_relaxed);
      syscall(SYS_futex, &round_, FUTEX_WAKE_PRIVATE, warp_size, nullptr, nullptr, 0);
    }
    while (round_.load(std::memory_order_relaxed) == round)
      syscall(SYS_futex, &round_, FUTEX_WAIT_PRIVATE, round, nullptr, nullptr, 0);
    std::atomic_signal_fence(std::memory_order_seq_cst);
  }

 private:
  std::atomic<std::uint32_t> round_{0};
  std::atomic<std::int64_t> num_arrived_{0};
};

struct WarpExchange {
  std::atomic<float> lanes[2][warp_size];
  UnorderedMeeting meeting;
  std::barrier<> barrier{warp_size};
};

struct ThreadBlock {
  ThreadBlock(std::int64_t index, std::int64_t count, int size)
      : block(index), blocks(count), threads(size), all(size) {}
  std::int64_t block, blocks;
  int threads;
  float* dynamic_memory = nullptr;
  std::barrier<> all;
  WarpExchange warps[max_warps];
};

class RealThread {
 public:
  RealThread(ThreadBlock& block, int thread) : block_(block), thread_(thread) {}
  std::int64_t block() const { return block_.block; }
  std::int64_t blocks() const { return block_.blocks; }
  int thread() const { return thread_; }
  int threads() const { return block_.threads; }
  float* dynamic_memory() const { return block_.dynamic_memory; }

  void sync(const std::source_location where = std::source_location::current()) {
    if (!is_skipped(where)) block_.all.arrive_and_wait();
  }

  void sync_warp(const std::source_location where = std::source_location::current()) {
    if (!is_skipped(where)) block_.warps[thread_ / warp_size].barrier.arrive_and_wait();
  }

  // Two rows of lanes in turn: whoever comes to the next exchange has read the last one.
  float shuffle_xor(float value, int bits) {
    WarpExchange& warp = block_.warps[thread_ / warp_size];
    auto& lanes = warp.lanes[num_exchanges_++ % 2];
    lanes[thread_ % warp_size].store(value, std::memory_order_relaxed);
    warp.meeting.meet();
    return lanes[(thread_ ^ bits) % warp_size].load(std::memory_order_relaxed);
  }

 private:
  ThreadBlock& block_;
  int thread_;
  std::int64_t num_exchanges_ = 0;
};

template <class Kernel>
struct BlockOfThreads {
  BlockOfThreads(std::int64_t index, std::int64_t count, int size, std::int64_t dynamic_floats)
      : memory(dynamic_floats), block(index, count, size) {
    block.dynamic_memory = memory.dynamic.data();
  }
  SharedMemory<typename Kernel::Scratch> memory;
  ThreadBlock block;
};

// Threads that wait for work, since starting one takes ThreadSanitizer a millisecond.
class ThreadPool {
 public:
  ~ThreadPool() {
    for (std::jthread& thread : threads_) thread.request_stop();
    for (auto& start : starts_) start.release();
  }

  // Calls work(i) for each i in [0, count), all at once.
  void run(int count, const std::function<void(int)>& work) {
    work_ = work;
    while (static_cast<int>(threads_.size()) < count) add_thread();
    for (int i = 0; i < count; ++i) starts_[i].release();
    for (int i = 0; i < count; ++i) ended_.acquire();
  }

 private:
  void add_thread() {
    threads_.emplace_back([this, i = threads_.size()](const std::stop_token& stop) {
      for (starts_[i].acquire(); !stop.stop_requested(); starts_[i].acquire()) {
        work_(static_cast<int>(i));
        ended_.release();
      }
    });
  }

  struct Start : std::binary_semaphore {
    Start() : std::binary_semaphore(0) {}
  };
  Start starts_[max_threads_at_once];
  std::function<void(int)> work_;
  std::counting_semaphore<max_threads_at_once> ended_{0};
  std::vector<std::jthread> threads_;
};

ThreadPool& thread_pool() {
  static ThreadPool all;
  return all;
}

struct ThreadLauncher {
  static constexpr int invalid = emulated_invalid;

  static int threads(int count) { return std::min(count, emulation.max_threads); }

  template <class Kernel>
  static int launch(std::int64_t blocks, int asked, std::int64_t dynamic_floats,
                    const typename Kernel::Arguments& arguments, Stream) {
    ThreadPool& pool = thread_pool();
    const int size = threads(asked);
    const std::int64_t at_once = max_threads_at_once / size;
    for (std::int64_t begin = 0; begin < blocks; begin += at_once) {
      std::vector<std::unique_ptr<BlockOfThreads<Kernel>>> running;
      for (std::int64_t i = begin; i < std::min(begin + at_once, blocks); ++i)
        running.push_back(
            std::make_unique<BlockOfThreads<Kernel>>(i, blocks, size, dynamic_floats));
      pool.run(static_cast<int>(running.size()) * size, [&](int i) {
        BlockOfThreads<Kernel>& one = *running[static_cast<std::size_t>(i / size)];
        RealThread self(one.block, i % size);
        Kernel::run(self, one.memory.scratch, arguments);
      });
    }
    return 0;
  }
};

}  // namespace

const Table& tested_kernels() { return table_of<ThreadLauncher>; }

}  // namespace trainyard::kernels
