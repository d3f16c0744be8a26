// SPDX-License-Identifier: GPL-3.0-or-later
// Where a training process on a processor has its large tensors.
#pragma once

namespace trainyard {

// From now on tensors of 1 MiB and more come from one range of addresses, in pages of 2 MiB where
// the system has them, and what is freed stays with the process: the system's allocator puts the
// small blocks of the autograd graph between them, which live until the pass is over, so that what
// activations leave is in pieces too small for gradients. Does nothing where the range cannot be
// had; what has no room in it comes from torch's own allocator. Once a process, before its threads.
void use_large_blocks();

}  // namespace trainyard
