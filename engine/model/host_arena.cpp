// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/model/host_arena.h"

#include <sys/mman.h>

#include <new>

namespace trainyard {

namespace {

constexpr std::int64_t room_unit = 64;  // a line of a processor's cache

HostRegistration& host_registration() {
  static HostRegistration registration;
  return registration;
}

}  // namespace

void set_host_registration(const HostRegistration& registration) {
  host_registration() = registration;
}

std::int64_t HostArena::room_for(std::int64_t bytes) {
  return (bytes + room_unit - 1) / room_unit * room_unit;
}

HostArena::HostArena(void* memory, std::int64_t bytes) : memory_(memory), bytes_(bytes) {
  const HostRegistration& registration = host_registration();
  is_registered_ = registration.announce != nullptr &&
                   registration.announce(memory, static_cast<std::size_t>(bytes));
}

std::shared_ptr<HostArena> HostArena::make(std::int64_t bytes) {
  // Whole pages, which nothing else is in: a GPU's driver registers pages.
  void* const memory = ::mmap(nullptr, static_cast<std::size_t>(bytes > 0 ? bytes : 1),
                              PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) throw std::bad_alloc();
  return std::shared_ptr<HostArena>(new HostArena(memory, bytes));
}

HostArena::~HostArena() {
  // Memory that the GPU still knows is better lost than given to something else.
  if (is_registered_ && !host_registration().withdraw(memory_)) return;
  ::munmap(memory_, static_cast<std::size_t>(bytes_ > 0 ? bytes_ : 1));
}

at::Tensor HostArena::take(at::IntArrayRef sizes, at::ScalarType type) {
  if (num_tensors_ == 0) taken_ = 0;
  const std::int64_t room =
      room_for(c10::multiply_integers(sizes) * static_cast<std::int64_t>(at::elementSize(type)));
  if (taken_ + room > bytes_) return {};
  char* const begin = static_cast<char*>(memory_) + taken_;
  taken_ += room;
  ++num_tensors_;
  return at::from_blob(
      begin, sizes, [arena = shared_from_this()](void*) { --arena->num_tensors_; },
      at::TensorOptions(type));
}

}  // namespace trainyard
