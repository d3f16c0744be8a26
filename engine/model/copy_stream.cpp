// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/model/copy_stream.h"

#include <cstring>
#include <utility>

#include <c10/core/StreamGuard.h>
#include <c10/core/impl/VirtualGuardImpl.h>

#include "engine/model/lazy_zeros.h"

namespace trainyard {

namespace {

c10::Stream current_stream(at::Device device) {
  return c10::impl::VirtualGuardImpl(device.type()).getStream(device);
}

// Makes `later` wait for the work queued on `earlier` so far.
void let_wait(const c10::Stream& later, const c10::Stream& earlier) {
  c10::Event event(earlier.device_type());
  event.record(earlier);
  event.block(later);
}

// Prevents the allocator from reusing the memory before the stream is done with it.
void keep_for(const c10::Stream& stream, const at::Tensor& tensor) {
  c10::impl::VirtualGuardImpl(stream.device_type())
      .recordDataPtrOnStream(tensor.storage().data_ptr(), stream);
}

}  // namespace

void CopyMark::hold_device(at::Device device) const {
  if (event_) event_->block(current_stream(device));
}

void CopyMark::wait() const {
  if (event_) event_->synchronize();
}

CopyStream::CopyStream(at::Device device, std::shared_ptr<HostArena> arena)
    : device_(device), arena_(std::move(arena)) {
  if (device.is_cuda())
    stream_ = c10::impl::VirtualGuardImpl(device.type()).getStreamFromGlobalPool(device);
}

at::Tensor CopyStream::to_host(const at::Tensor& tensor) {
  const auto options = tensor.options().requires_grad(false).device(at::kCPU);
  if (!stream_) {
    // Single-threaded: on a busy machine, many threads wait for each other longer than the copy
    // takes.
    if (!tensor.is_contiguous()) return tensor.detach().clone(at::MemoryFormat::Contiguous);
    at::Tensor copy = is_lazy(tensor) ? lazy_zeros(tensor.numel(), options).view(tensor.sizes())
                                      : at::empty(tensor.sizes(), options);
    std::memcpy(copy.mutable_data_ptr(), tensor.const_data_ptr(), tensor.nbytes());
    return copy;
  }
  let_wait(*stream_, current_stream(device_));
  at::Tensor copy;
  if (arena_) copy = arena_->take(tensor.sizes(), tensor.scalar_type());
  if (!copy.defined()) copy = at::empty(tensor.sizes(), options.pinned_memory(true));
  const c10::StreamGuard beside(*stream_);
  const at::Tensor dense = tensor.detach().contiguous();
  copy.copy_(dense, /*non_blocking=*/true);
  keep_for(*stream_, dense);
  return copy;
}

at::Tensor CopyStream::to_device(const at::Tensor& host) {
  if (!stream_) return host.clone();
  const c10::Stream user = current_stream(device_);
  at::Tensor copy;
  {
    const c10::StreamGuard beside(*stream_);
    copy = at::empty(host.sizes(), host.options().device(device_).pinned_memory(false));
    copy.copy_(host, /*non_blocking=*/true);
  }
  keep_for(user, copy);
  return copy;
}

CopyMark CopyStream::mark() {
  if (!stream_) return {};
  auto event = std::make_shared<c10::Event>(stream_->device_type());
  event->record(*stream_);
  return CopyMark(std::move(event));
}

}  // namespace trainyard
