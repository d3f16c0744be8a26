// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/parallel/library_variables.h"

#include <cstdlib>

namespace trainyard {

void set_library_variables() {
  struct Variable {
    const char* name;
    const char* value;
  };
  constexpr Variable variables[] = {
      // C10dGroup bounds what waits for a GPU, and says who is missing. torch's watchdog would end
      // the process without a word of ours, its monitor 8 minutes after, and both would write dumps
      // into the home folder.
      {"TORCH_NCCL_ASYNC_ERROR_HANDLING", "0"},
      {"TORCH_NCCL_ENABLE_MONITORING", "0"},
      {"TORCH_NCCL_DUMP_ON_TIMEOUT", "0"},
  };
  for (const Variable& variable : variables)
    ::setenv(variable.name, variable.value, /*overwrite=*/0);
  // Rows without padding have other lengths in each step, which leaves gaps in fixed segments. The
  // newer name of the same is PYTORCH_ALLOC_CONF.
  if (std::getenv("PYTORCH_ALLOC_CONF") == nullptr)
    ::setenv("PYTORCH_CUDA_ALLOC_CONF", "expandable_segments:True", /*overwrite=*/0);
}

}  // namespace trainyard
