// SPDX-License-Identifier: GPL-3.0-or-later
// Shapes without values: what torch's meta device lacks where there is no Python.
#pragma once

namespace trainyard {

// Registers the operators of a training step that torch knows on the meta device through Python
// only. With them a whole step runs there, and nothing in it can have read a value.
void use_meta_kernels();

}  // namespace trainyard
