// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/model/activation_offload.h"

#include <algorithm>

#include <torch/csrc/autograd/engine.h>
#include <torch/csrc/autograd/saved_variable_hooks.h>

namespace trainyard {

namespace {

// How many storages are fetched back before they are needed.
constexpr std::size_t kFetchedAhead = 4;

thread_local ActivationOffload* current_offload = nullptr;

// Of the process, whose passes follow each other.
struct ReservedMemory {
  std::shared_ptr<HostArena> arena;
  std::int64_t room_of_last_pass = 0;
};
ReservedMemory& reserved_memory() {
  static ReservedMemory memory;
  return memory;
}

// The storage's bytes as a tensor.
at::Tensor as_bytes(const at::Storage& storage, at::Device device) {
  at::Tensor bytes = at::empty({0}, at::TensorOptions(at::kByte).device(device));
  return bytes.set_(storage, 0, {static_cast<std::int64_t>(storage.nbytes())}, {1});
}

}  // namespace

// One storage, in main memory or on the device.
class ActivationOffload::Stored {
 public:
  Stored(std::size_t place, std::int64_t size, at::Tensor host)
      : place(place), size(size), host(std::move(host)) {}

  const std::size_t place;  // position in the forward pass
  const std::int64_t size;  // in bytes
  const at::Tensor host;    // bytes in main memory; none on the meta device
  at::Tensor device;        // bytes on the device; undefined: not fetched yet
  CopyMark mark;            // of the copy to main memory
};

namespace {

// What an operator saved.
class KeptTensor final : public torch::autograd::SavedVariableHooks {
 public:
  explicit KeptTensor(std::shared_ptr<ActivationOffload> offload) : offload_(std::move(offload)) {}

  void call_pack_hook(const at::Tensor& tensor) override {
    stored_ = offload_->store(tensor);
    if (!stored_) {
      kept_ = tensor;
      return;
    }
    options_ = tensor.options();
    sizes_ = tensor.sizes().vec();
    strides_ = tensor.strides().vec();
    offset_ = tensor.storage_offset();
  }

  at::Tensor call_unpack_hook() override {
    if (!stored_) return kept_;
    const at::Tensor bytes = offload_->fetched(*stored_);
    return at::empty({0}, options_).set_(bytes.storage(), offset_, sizes_, strides_);
  }

 private:
  std::shared_ptr<ActivationOffload> offload_;
  std::shared_ptr<ActivationOffload::Stored> stored_;
  at::Tensor kept_;  // if it is not moved
  at::TensorOptions options_;
  std::vector<std::int64_t> sizes_, strides_;
  std::int64_t offset_ = 0;
};

// Torch asks its autograd engine how to handle what operators save; without Python, this is the
// only hook.
class AskedEngine final : public torch::autograd::Engine {
 public:
  ~AskedEngine() override { stop(); }

  std::unique_ptr<torch::autograd::SavedVariableHooks> get_default_saved_variable_hooks() override {
    return current_offload ? std::make_unique<KeptTensor>(current_offload->shared_from_this())
                           : nullptr;
  }
};

// Before any backward pass: threads for devices are started once a process, for the engine that
// ran first, and an engine that comes later has none.
[[maybe_unused]] const bool kIsInstalled = [] {
  torch::autograd::set_default_engine_stub([]() -> torch::autograd::Engine& {
    static AskedEngine engine;
    return engine;
  });
  return true;
}();

}  // namespace

void reserve_for_activations(std::int64_t bytes) {
  std::shared_ptr<HostArena>& arena = reserved_memory().arena;
  if (arena && arena->bytes() == bytes) return;
  arena.reset();  // both at once may be too much
  if (bytes > 0) arena = HostArena::make(bytes);
}

std::int64_t room_for_activations() { return reserved_memory().room_of_last_pass; }

ActivationOffload::Scope::Scope(ActivationOffload* offload) : former_(current_offload) {
  current_offload = offload;
}

ActivationOffload::Scope::~Scope() { current_offload = former_; }

ActivationOffload::ActivationOffload(const Parameters& parameters, at::Device device)
    : device_(device), copies_(device, reserved_memory().arena) {
  const auto keep = [&](const at::Tensor& tensor) {
    if (tensor.defined()) kept_.push_back(tensor.storage().unsafeGetStorageImpl());
  };
  for (const LayerParameters& layer : parameters.layers()) {
    keep(layer.flat);
    keep(layer.flat_compute);
    for (const Parameter& parameter : layer.parameters) {
      keep(parameter.value);
      keep(parameter.compute);
    }
  }
  std::ranges::sort(kept_);
}

ActivationOffload::~ActivationOffload() { reserved_memory().room_of_last_pass = room_; }

std::shared_ptr<ActivationOffload::Stored> ActivationOffload::store(const at::Tensor& tensor) {
  if (!tensor.defined() || tensor.device() != device_ || !tensor.has_storage()) return nullptr;
  const at::Storage& storage = tensor.storage();
  const auto size = static_cast<std::int64_t>(storage.nbytes());
  const StorageKey key = storage.unsafeGetStorageImpl();
  if (size < kMinOffloadedBytes || std::ranges::binary_search(kept_, key)) return nullptr;
  Seen& seen = seen_[key];
  const auto version = static_cast<std::uint32_t>(tensor._version());
  if (auto stored = seen.stored.lock(); stored && seen.version == version) return stored;
  const at::Tensor bytes = as_bytes(storage, device_);
  at::Tensor host = device_.is_meta() ? bytes.new_empty({0}) : copies_.to_host(bytes);
  auto stored = std::make_shared<Stored>(order_.size(), size, std::move(host));
  seen = {c10::weak_intrusive_ptr<c10::StorageImpl>(storage.getWeakStorageImpl()), version, stored};
  order_.push_back(stored);
  room_ += HostArena::room_for(size);
  return stored;
}

at::Tensor ActivationOffload::fetched(Stored& stored) {
  const auto fetch = [this](Stored& one) {
    if (one.device.defined()) return;
    one.device =
        device_.is_meta() ? at::empty({one.size}, one.host.options()) : copies_.to_device(one.host);
    one.mark = copies_.mark();
  };
  fetch(stored);
  for (std::size_t i = stored.place, ahead = 0; i-- > 0 && ahead < kFetchedAhead; ++ahead)
    if (const auto before = order_[i].lock()) fetch(*before);
  stored.mark.hold_device(device_);
  return stored.device;
}

}  // namespace trainyard
