#include "engine/model/lazy_zeros.h"

#include <sys/mman.h>

#include <new>

namespace trainyard {

namespace {

constexpr std::size_t kHugePage = 2 << 20, kLeast = 2 * kHugePage;

std::size_t mapped_bytes(std::size_t bytes) {
  return (bytes + kHugePage - 1) / kHugePage * kHugePage;
}

bool is_mapped(const at::Device& device, std::size_t bytes) {
  return device.is_cpu() && bytes >= kLeast;
}

// `bytes`, a multiple of kHugePage, that begin at one.
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

}  // namespace

at::Tensor lazy_zeros(std::int64_t elements, const at::TensorOptions& options) {
  const std::size_t bytes = static_cast<std::size_t>(elements) * options.dtype().itemsize();
  if (!is_mapped(options.device(), bytes)) return at::zeros({elements}, options);
  const std::size_t mapped = mapped_bytes(bytes);
  return at::from_blob(
      map_zeros(mapped), {elements}, [mapped](void* place) { ::munmap(place, mapped); }, options);
}

void zero_lazily(at::Tensor zeros) {
  // Pages that are locked stay.
  if (!is_mapped(zeros.device(), zeros.nbytes()) ||
      ::madvise(zeros.mutable_data_ptr(), mapped_bytes(zeros.nbytes()), MADV_DONTNEED) != 0)
    zeros.zero_();
}

}  // namespace trainyard
