// SPDX-License-Identifier: GPL-3.0-or-later
// Keeps activations in main memory between the forward and the backward pass. This saves GPU memory
// at the cost of two copies, which overlap with the computation.
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

// Smaller tensors are not offloaded.
inline constexpr std::int64_t kMinOffloadedBytes = 1 << 20;

// Gives all passes that follow an arena of so many bytes for what they move (0: none); what has no
// room there is taken from torch. Throws std::bad_alloc. To be called between passes.
void reserve_for_activations(std::int64_t bytes);

// The room that what the last pass has moved takes in an arena; on the meta device, what it would
// have moved.
std::int64_t room_for_activations();

// Holds the activations of one forward pass. While a Scope is alive, what the operators of its
// thread save for the backward pass is moved to main memory: whole storages, once each, but not
// those of the parameters. The backward pass gets them back shortly before it needs them and keeps
// this object alive until it is over.
class ActivationOffload : public std::enable_shared_from_this<ActivationOffload> {
 public:
  ActivationOffload(const Parameters& parameters, at::Device device);
  ~ActivationOffload();
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
  // Returns null if the tensor is not to be moved.
  std::shared_ptr<Stored> store(const at::Tensor& tensor);
  // Returns the storage's bytes on the device again and starts fetching the storages before it.
  at::Tensor fetched(Stored& stored);

 private:
  using StorageKey = const c10::StorageImpl*;
  // A storage counts as a different one after it has been written to.
  struct Seen {
    std::optional<c10::weak_intrusive_ptr<c10::StorageImpl>> storage;  // keeps the key unique
    std::uint32_t version = 0;
    std::weak_ptr<Stored> stored;
  };

  at::Device device_;
  CopyStream copies_;
  std::vector<StorageKey> kept_;  // of the parameters; sorted
  std::map<StorageKey, Seen> seen_;
  std::vector<std::weak_ptr<Stored>> order_;
  std::int64_t room_ = 0;
};

}  // namespace trainyard
