// SPDX-License-Identifier: GPL-3.0-or-later
// Copies between a device and main memory, beside the device's own work.
#pragma once

#include <memory>
#include <optional>

#include <ATen/ATen.h>
#include <c10/core/Event.h>

namespace trainyard {

// Stands for copies that were begun; on a processor they are done already.
class CopyMark {
 public:
  CopyMark() = default;
  explicit CopyMark(std::shared_ptr<c10::Event> event) : event_(std::move(event)) {}

  // What the device is told from now on begins when they are done. The host does not wait.
  void hold_device(at::Device device) const;
  // This thread waits; any may.
  void wait() const;

 private:
  std::shared_ptr<c10::Event> event_;
};

// A GPU copies on a stream of its own: a copy reads what is there once the work told so far is
// done, and the work told later does not wait for it.
class CopyStream {
 public:
  explicit CopyStream(at::Device device);

  // A dense copy of `tensor` in main memory (pinned, of a GPU), being made. The caller sees to it
  // that nothing writes to `tensor` until then; it may be given up.
  at::Tensor to_host(const at::Tensor& tensor);
  // `host`, which to_host() gave, on the device.
  at::Tensor to_device(const at::Tensor& host);
  // Of all copies so far.
  CopyMark mark();

 private:
  at::Device device_;
  std::optional<c10::Stream> stream_;  // of a GPU
};

}  // namespace trainyard
