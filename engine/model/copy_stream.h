// SPDX-License-Identifier: GPL-3.0-or-later
// Asynchronous copies between a device and main memory, overlapping with the device's work.
#pragma once

#include <memory>
#include <optional>

#include <ATen/ATen.h>
#include <c10/core/Event.h>

#include "engine/model/host_arena.h"

namespace trainyard {

// Marks a point after copies that were started; on a CPU they have already finished.
class CopyMark {
 public:
  CopyMark() = default;
  explicit CopyMark(std::shared_ptr<c10::Event> event) : event_(std::move(event)) {}

  // Makes work that is queued on the device from now on wait for the copies. The host does not
  // wait.
  void hold_device(at::Device device) const;
  // Blocks the calling thread until the copies are done. May be called from any thread.
  void wait() const;

 private:
  std::shared_ptr<c10::Event> event_;
};

// On a GPU, copies run on a separate stream: a copy waits for the work queued before it, and work
// queued later does not wait for the copy.
class CopyStream {
 public:
  // Copies to main memory are taken from the arena as far as it has room, and then from torch; on a
  // CPU it has no effect.
  explicit CopyStream(at::Device device, std::shared_ptr<HostArena> arena = nullptr);

  // Starts a dense copy of `tensor` to main memory (pinned for a GPU). The caller must ensure that
  // nothing writes to `tensor` until the copy is done; `tensor` may be released.
  at::Tensor to_host(const at::Tensor& tensor);
  // Copies `host`, a result of to_host(), to the device.
  at::Tensor to_device(const at::Tensor& host);
  // Returns a mark after all copies so far.
  CopyMark mark();

 private:
  at::Device device_;
  std::shared_ptr<HostArena> arena_;
  std::optional<c10::Stream> stream_;  // GPU only
};

}  // namespace trainyard
