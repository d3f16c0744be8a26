// Counts the bytes of tensors on the processor that live while it does.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>

#include <c10/core/Allocator.h>
#include <c10/core/CPUAllocator.h>

namespace trainyard {

class CountingAllocator final : public c10::Allocator {
 public:
  CountingAllocator() : former_(c10::GetCPUAllocator()) { c10::SetCPUAllocator(this, 255); }
  ~CountingAllocator() override { c10::SetCPUAllocator(former_, 255); }

  std::int64_t live_bytes() const { return *live_; }

  c10::DataPtr allocate(std::size_t bytes) override {
    *live_ += static_cast<std::int64_t>(bytes);
    auto* block = new Block{former_->allocate(bytes), static_cast<std::int64_t>(bytes), live_};
    return {block->data.get(), block, &release, block->data.device()};
  }
  void copy_data(void* to, const void* from, std::size_t bytes) const override {
    default_copy_data(to, from, bytes);
  }

 private:
  // Tensors may outlive the allocator.
  using Count = std::shared_ptr<std::atomic<std::int64_t>>;
  struct Block {
    c10::DataPtr data;
    std::int64_t bytes;
    Count live;
  };
  static void release(void* context) {
    const std::unique_ptr<Block> block(static_cast<Block*>(context));
    *block->live -= block->bytes;
  }

  c10::Allocator* former_;
  Count live_ = std::make_shared<std::atomic<std::int64_t>>(0);
};

}  // namespace trainyard
