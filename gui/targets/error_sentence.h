// SPDX-License-Identifier: GPL-3.0-or-later
// What an answer of the service that is an error says, in the language of the window.
#pragma once

#include <QString>

#include "engine/contract/result.h"
#include "gui/forms/contract_text.h"

namespace trainyard {

inline QString errorSentence(const Error& error) {
  return ContractText::sentence(error.code, error.arguments, error.message);
}

}  // namespace trainyard
