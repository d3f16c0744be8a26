// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/model/large_blocks.h"

#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>
#include <iterator>
#include <map>
#include <mutex>
#include <optional>
#include <unordered_map>

#include <c10/core/CPUAllocator.h>

namespace trainyard {

namespace {

// Allocates offsets in a range, first fit.
class FreeRanges {
 public:
  explicit FreeRanges(std::uint64_t size) { free_.emplace(0, size); }

  std::optional<std::uint64_t> take(std::uint64_t size) {
    for (auto range = free_.begin(); range != free_.end(); ++range) {
      const auto [begin, length] = *range;
      if (length < size) continue;
      free_.erase(range);
      if (length > size) free_.emplace(begin + size, length - size);
      return begin;
    }
    return std::nullopt;
  }

  void give_back(std::uint64_t begin, std::uint64_t size) {
    auto after = free_.lower_bound(begin);
    if (after != free_.end() && after->first == begin + size) {
      size += after->second;
      after = free_.erase(after);
    }
    if (after != free_.begin()) {
      const auto before = std::prev(after);
      if (before->first + before->second == begin) {
        before->second += size;
        return;
      }
    }
    free_.emplace_hint(after, begin, size);
  }

 private:
  std::map<std::uint64_t, std::uint64_t> free_;  // start: size; no two are adjacent
};

class LargeBlocks final : public c10::Allocator {
 public:
  // Null if the address range cannot be reserved. Never destroyed, as its tensors may live as long
  // as the process.
  static LargeBlocks* create() {
    const auto size = static_cast<std::uint64_t>(::sysconf(_SC_PHYS_PAGES)) *
                      static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
    void* place = ::mmap(nullptr, size, PROT_READ | PROT_WRITE,
                         MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (place == MAP_FAILED) return nullptr;
    ::madvise(place, size, MADV_HUGEPAGE);
    return new LargeBlocks(static_cast<char*>(place), size);
  }

  c10::DataPtr allocate(std::size_t bytes) override {
    if (bytes >= kMinBytes)
      if (void* const block = take(bytes)) return {block, block, &release, at::kCPU};
    return torchs_.allocate(bytes);
  }
  c10::DeleterFnPtr raw_deleter() const override { return &release; }
  void copy_data(void* to, const void* from, std::size_t bytes) const override {
    default_copy_data(to, from, bytes);
  }

 private:
  static constexpr std::size_t kMinBytes = 1 << 20, kStep = 4096;
  static inline LargeBlocks* only_ = nullptr;

  LargeBlocks(char* begin, std::uint64_t size)
      : torchs_(*c10::GetDefaultCPUAllocator()), begin_(begin), size_(size), free_(size) {
    only_ = this;
  }

  void* take(std::size_t bytes) {
    const std::uint64_t size = (bytes + kStep - 1) / kStep * kStep;
    const std::lock_guard lock(mutex_);
    const auto offset = free_.take(size);
    if (!offset) return nullptr;
    sizes_.emplace(*offset, size);
    c10::profiledCPUMemoryReporter().New(begin_ + *offset, bytes);
    return begin_ + *offset;
  }

  static void release(void* block) {
    LargeBlocks& self = *only_;
    const auto offset = static_cast<std::uint64_t>(static_cast<char*>(block) - self.begin_);
    if (block < self.begin_ || offset >= self.size_) return self.torchs_.raw_deleter()(block);
    const std::lock_guard lock(self.mutex_);
    c10::profiledCPUMemoryReporter().Delete(block);
    const auto found = self.sizes_.find(offset);
    self.free_.give_back(offset, found->second);
    self.sizes_.erase(found);
  }

  c10::Allocator& torchs_;
  char* const begin_;
  const std::uint64_t size_;
  std::mutex mutex_;
  FreeRanges free_;
  std::unordered_map<std::uint64_t, std::uint64_t> sizes_;  // of allocated blocks
};

}  // namespace

void use_large_blocks() {
  static LargeBlocks* const blocks = LargeBlocks::create();
  constexpr std::uint8_t kBeforeTorchs = 200;
  if (blocks) c10::SetCPUAllocator(blocks, kBeforeTorchs);
}

}  // namespace trainyard
