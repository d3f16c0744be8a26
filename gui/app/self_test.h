// SPDX-License-Identifier: GPL-3.0-or-later
// `trainyard --self-test`: opens the real window with the real form, editor and charts and checks
// that they work.
#pragma once

namespace trainyard {

// Needs a QApplication and no service. Prints one line per check to stdout; returns 0 if all pass,
// 1 otherwise.
int selfTest();

}  // namespace trainyard
