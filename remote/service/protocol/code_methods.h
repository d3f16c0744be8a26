// SPDX-License-Identifier: GPL-3.0-or-later
// The call about the code that a run was sent.
#pragma once

#include "remote/service/protocol/method.h"
#include "remote/service/protocol/methods.h"
#include "remote/target/code_files.h"

namespace trainyard::methods {

// The files of the run's code on its target. Error "code.missing".
inline constexpr Method<RunArguments, CodeListing> codeList{"code.list", OnLeave::end,
                                                            Reaches::target};

}  // namespace trainyard::methods
