// SPDX-License-Identifier: GPL-3.0-or-later
// Activations in main memory between the forward and the backward pass: GPU memory for the time of
// two copies, which go on beside the computation.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include <ATen/ATen.h>

#include "engine/model/copy_stream.h"
#include "engine/model/parameters.h"

namespace trainyard {

// Smaller ones stay where they are.
inline constexpr std::int64_t kLeastOffloadedBytes = 1 << 20;

// One forward pass's. While a Scope lives, what the operators of its thread keep for the backward
// pass is moved: whole storages, once each, but not the parameters'. The backward pass gets them
// back a little before it needs them, and holds on to this until it is over.
class ActivationOffload : public std::enable_shared_from_this<ActivationOffload> {
 public:
  ActivationOffload(const Parameters& parameters, at::Device device);
  ActivationOffload(const ActivationOffload&) = delete;
  ActivationOffload& operator=(const ActivationOffload&) = delete;

  class Scope {
   public:
    explicit Scope(ActivationOffload* offload);  // null: nothing is moved
    ~Scope();
    Scope(const Scope&) = delete;
    Scope& operator=(const Scope&) = delete;

   private:
    ActivationOffload* former_;
  };

  class Stored;
  // Null where the tensor is to stay.
  std::shared_ptr<Stored> store(const at::Tensor& tensor);
  // The storage's bytes on the device again, and those of the ones before it on their way.
  at::Tensor fetched(Stored& stored);

 private:
  using StorageKey = const c10::StorageImpl*;
  // The same storage is another one once it was written to.
  struct Seen {
    std::optional<c10::weak_intrusive_ptr<c10::StorageImpl>> storage;  // keeps the key its own
    std::uint32_t version = 0;
    std::weak_ptr<Stored> stored;
  };

  at::Device device_;
  CopyStream copies_;
  std::vector<StorageKey> kept_;  // sorted: of the parameters
  std::map<StorageKey, Seen> seen_;
  std::vector<std::weak_ptr<Stored>> order_;
};

}  // namespace trainyard
