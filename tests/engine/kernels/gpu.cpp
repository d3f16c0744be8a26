// SPDX-License-Identifier: GPL-3.0-or-later
// The same cases on a GPU: the table of libengine_kernels.so, and memory that both sides see. By
// hand also under NVIDIA's compute-sanitizer (memcheck, racecheck).
#include <dlfcn.h>

#include <cstdio>
#include <cstdlib>

#include "engine/system/beside_program.h"
#include "tests/engine/kernels/cases.h"
#include "tests/engine/kernels/emulation.h"

namespace trainyard::kernels {

namespace {

// The functions of CUDA's runtime library, which the kernels' library has loaded.
struct CudaRuntime {
  int (*count_devices)(int*) = nullptr;
  int (*allocate_managed)(void**, std::size_t, unsigned) = nullptr;
  int (*free)(void*) = nullptr;
  int (*synchronize)() = nullptr;
};

CudaRuntime runtime;
const Table* gpu_table = nullptr;

[[noreturn]] void skip(const char* why) {
  std::printf("SKIPPED: %s\n", why);
  std::exit(0);
}

template <class Function>
void find(void* library, const char* name, Function*& function) {
  function = reinterpret_cast<Function*>(dlsym(library, name));
  if (function == nullptr) skip(dlerror());
}

void* allocate_for_both(std::size_t bytes) {
  constexpr unsigned for_all_streams = 1;
  void* memory = nullptr;
  if (runtime.allocate_managed(&memory, bytes, for_all_streams) != 0) std::abort();
  return memory;
}

void open_library() {
  void* library = dlopen(beside_program("libengine_kernels.so").c_str(), RTLD_NOW);
  if (library == nullptr) skip(dlerror());
  find(library, "cudaGetDeviceCount", runtime.count_devices);
  find(library, "cudaMallocManaged", runtime.allocate_managed);
  find(library, "cudaFree", runtime.free);
  find(library, "cudaDeviceSynchronize", runtime.synchronize);
  int count = 0;
  if (runtime.count_devices(&count) != 0 || count == 0) skip("this machine shows no GPU");
  std::remove_pointer_t<TableFunction>* table = nullptr;
  find(library, table_symbol, table);
  gpu_table = table();
  memory_source = {allocate_for_both, [](void* memory) { runtime.free(memory); }};
}

// A function of the table that has ended when it returns.
template <auto function>
struct Waited;

template <class Arguments, int (*Table::*function)(const Arguments*, Stream)>
struct Waited<function> {
  static int run(const Arguments* arguments, Stream stream) {
    const int result = (gpu_table->*function)(arguments, stream);
    return result != 0 ? result : runtime.synchronize();
  }
};

}  // namespace

const Table& tested_kernels() {
  if (gpu_table == nullptr) open_library();
  static const Table table{.version = gpu_table->version,
                           .cross_entropy = Waited<&Table::cross_entropy>::run,
                           .dropout = Waited<&Table::dropout>::run,
                           .residual_norm = Waited<&Table::residual_norm>::run,
                           .residual_norm_backward = Waited<&Table::residual_norm_backward>::run,
                           .rotary = Waited<&Table::rotary>::run,
                           .swiglu = Waited<&Table::swiglu>::run,
                           .swiglu_backward = Waited<&Table::swiglu_backward>::run,
                           .bias_gelu = Waited<&Table::bias_gelu>::run,
                           .bias_gelu_backward = Waited<&Table::bias_gelu_backward>::run,
                           .adamw = Waited<&Table::adamw>::run,
                           .adamw_8bit = Waited<&Table::adamw_8bit>::run,
                           .selective_scan = Waited<&Table::selective_scan>::run,
                           .selective_scan_backward = Waited<&Table::selective_scan_backward>::run};
  return table;
}

}  // namespace trainyard::kernels
