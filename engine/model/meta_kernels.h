// SPDX-License-Identifier: GPL-3.0-or-later
// Kernels for torch's meta device (shapes without values) that are missing when there is no Python.
#pragma once

namespace trainyard {

// Registers the operators of a training step that torch supports on the meta device only through
// Python. With them a whole step can run there, which proves that nothing in it reads a value.
void use_meta_kernels();

}  // namespace trainyard
