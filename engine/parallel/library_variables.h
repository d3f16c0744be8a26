// SPDX-License-Identifier: GPL-3.0-or-later
// Environment variables of torch and NCCL.
#pragma once

namespace trainyard {

// Sets those that are not set yet. To be called before there is any other thread, since some of
// the libraries' threads read the environment at any time.
void set_library_variables();

}  // namespace trainyard
