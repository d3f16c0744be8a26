// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/model/lazy_zeros.h"

#include <sys/mman.h>

#include <cstring>
#include <new>

#include <ATen/Parallel.h>
#include <c10/core/CPUAllocator.h>

namespace trainyard {

namespace {

constexpr std::size_t kHugePage = 2 << 20, kMin = 2 * kHugePage;

bool is_large(const at::TensorOptions& options, std::size_t bytes) {
  return options.device().is_cpu() && !options.pinned_memory() && bytes >= kMin;
}

std::size_t size_of(std::int64_t elements, const at::TensorOptions& options) {
  return static_cast<std::size_t>(elements) * options.dtype().itemsize();
}

// Maps `bytes`, a multiple of kHugePage, aligned to kHugePage.
void* map_zeros(std::size_t bytes) {
  void* place = ::mmap(nullptr, bytes + kHugePage, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (place == MAP_FAILED) throw std::bad_alloc();
  auto* const begin = static_cast<char*>(place);
  const std::size_t before =
      (kHugePage - reinterpret_cast<std::uintptr_t>(begin) % kHugePage) % kHugePage;
  if (before > 0) ::munmap(begin, before);
  if (before < kHugePage) ::munmap(begin + before + bytes, kHugePage - before);
  ::madvise(begin + before, bytes, MADV_HUGEPAGE);
  return begin + before;
}

// What the pointer of a storage without memory is known by, on the meta device, too, where nothing
// has an address.
char absence;

c10::DataPtr no_memory(at::Device device) {
  return {nullptr, &absence, [](void*) {}, device};
}

}  // namespace

bool is_absent(const at::Tensor& part) {
  return part.storage().unsafeGetStorageImpl()->data_ptr().get_context() == &absence;
}

bool is_lazy(const at::Tensor& tensor) { return is_large(tensor.options(), tensor.nbytes()); }

at::Tensor lazy_zeros(std::int64_t elements, const at::TensorOptions& options) {
  const std::size_t bytes = size_of(elements, options);
  if (!is_large(options, bytes)) return at::zeros({elements}, options);
  const std::size_t mapped = (bytes + kHugePage - 1) / kHugePage * kHugePage;
  return at::from_blob(
      map_zeros(mapped), {elements}, [mapped](void* place) { ::munmap(place, mapped); }, options);
}

at::Tensor absent_tensor(std::int64_t elements, const at::TensorOptions& options) {
  if (options.device().is_meta()) {  // whose views need a storage that can be resized
    const at::Tensor tensor = at::empty({elements}, options);
    release(tensor);
    return tensor;
  }
  const at::Storage storage(c10::Storage::use_byte_size_t(), size_of(elements, options),
                            no_memory(options.device()), /*allocator=*/nullptr,
                            /*resizable=*/false);
  return at::empty({0}, options).set_(storage, 0, {elements}, {1});
}

at::Tensor absent_zeros(std::int64_t elements, const at::TensorOptions& options) {
  if (!is_large(options, size_of(elements, options))) return at::zeros({elements}, options);
  return absent_tensor(elements, options);
}

void make_present_uninitialized(const at::Tensor& part) {
  if (!is_absent(part)) return;
  c10::StorageImpl* storage = part.storage().unsafeGetStorageImpl();
  storage->set_data_ptr_noswap(
      c10::GetAllocator(storage->device_type())->allocate(storage->nbytes()));
}

void make_present(const at::Tensor& part) {
  if (!is_absent(part)) return;
  make_present_uninitialized(part);
  c10::StorageImpl* storage = part.storage().unsafeGetStorageImpl();
  if (storage->device_type() != at::kCPU) {
    at::empty({0}, part.options())
        .set_(part.storage(), 0,
              {static_cast<std::int64_t>(storage->nbytes() / part.element_size())}, {1})
        .zero_();
    return;
  }
  auto* const bytes = static_cast<char*>(storage->mutable_data());
  at::parallel_for(0, static_cast<std::int64_t>(storage->nbytes()), 1 << 20,
                   [&](std::int64_t begin, std::int64_t end) {
                     std::memset(bytes + begin, 0, static_cast<std::size_t>(end - begin));
                   });
}

void release(const at::Tensor& tensor) {
  tensor.storage().unsafeGetStorageImpl()->set_data_ptr_noswap(no_memory(tensor.device()));
}

void make_absent(at::Tensor zeros) {
  if (is_lazy(zeros))
    release(zeros);
  else
    zeros.zero_();
}

}  // namespace trainyard
