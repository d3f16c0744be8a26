// SPDX-License-Identifier: GPL-3.0-or-later
// Allocator for the large tensors of a training process on a CPU.
#pragma once

namespace trainyard {

// From now on, tensors of 1 MiB and more are allocated in one address range, in pages of 2 MiB
// where the system has them, and freed memory stays with the process. The system's allocator would
// place small blocks of the autograd graph between them, which live until the pass is over and so
// fragment the memory freed by activations into pieces too small for gradients. Does nothing if the
// range cannot be reserved; when it is full, torch's own allocator is used. Call once per process,
// before it starts threads.
void use_large_blocks();

}  // namespace trainyard
