// SPDX-License-Identifier: GPL-3.0-or-later
// Main memory that a GPU copies to and from, in one piece of exact size. Torch's own allocator of
// such memory rounds each tensor up to a power of two, and keeps it.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>

#include <ATen/ATen.h>

namespace trainyard {

// How a GPU is told of main memory, so that copies need not go through a buffer of the driver. Both
// return whether it worked; `withdraw` waits until the GPU has done its work.
struct HostRegistration {
  bool (*announce)(void* memory, std::size_t bytes) = nullptr;
  bool (*withdraw)(void* memory) = nullptr;
};
// To be called before any arena is made; without it, an arena is plain memory.
void set_host_registration(const HostRegistration& registration);

// Tensors are taken from its begin to its end, by one thread, and given back by any. All of it is
// free again once none of them is left.
class HostArena : public std::enable_shared_from_this<HostArena> {
 public:
  // What a tensor of so many bytes takes of it.
  static std::int64_t room_for(std::int64_t bytes);

  // Throws std::bad_alloc.
  static std::shared_ptr<HostArena> make(std::int64_t bytes);
  ~HostArena();
  HostArena(const HostArena&) = delete;
  HostArena& operator=(const HostArena&) = delete;

  // A dense tensor, not initialized, which keeps the arena; undefined if it has no room for it.
  at::Tensor take(at::IntArrayRef sizes, at::ScalarType type);

  std::int64_t bytes() const { return bytes_; }
  // Whether the GPU knows it: if not, copies are slower and wait for each other.
  bool is_registered() const { return is_registered_; }

 private:
  HostArena(void* memory, std::int64_t bytes);

  void* const memory_;
  const std::int64_t bytes_;
  bool is_registered_ = false;
  std::int64_t taken_ = 0;
  std::atomic<std::int64_t> num_tensors_ = 0;
};

}  // namespace trainyard
