// SPDX-License-Identifier: GPL-3.0-or-later
// Kernels for torch's meta device (shapes without values) that are missing when there is no Python.
#pragma once

namespace trainyard {

// Registers the operators of a training step that torch supports on the meta device only through
// Python. With them a whole step can run there, which proves that nothing in it reads a value.
void use_meta_kernels();

// While it lives, the engine's own kernels (fused_kernels.h) are open for the meta device, where
// they compute nothing: what calls them makes the tensors that it makes on a GPU.
class MetaFusedKernels {
 public:
  MetaFusedKernels();
  ~MetaFusedKernels();
  MetaFusedKernels(const MetaFusedKernels&) = delete;
  MetaFusedKernels& operator=(const MetaFusedKernels&) = delete;
};

}  // namespace trainyard
