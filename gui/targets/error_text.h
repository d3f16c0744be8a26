// SPDX-License-Identifier: GPL-3.0-or-later
// Renders an error of the service in the language of the window.
#pragma once

#include <QString>

#include "engine/contract/result.h"
#include "gui/forms/contract_text.h"

namespace trainyard {

inline QString errorText(const Error& error) {
  return ContractText::message(error.code, error.arguments, error.message);
}

}  // namespace trainyard
