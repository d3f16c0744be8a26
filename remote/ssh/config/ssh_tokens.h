// SPDX-License-Identifier: GPL-3.0-or-later
// Expands ~, ${VARIABLE} and %h in values of the ssh configuration.
#pragma once

#include <map>

#include "remote/ssh/config/ssh_config_file.h"

namespace trainyard {

using SshTokens = std::map<char16_t, QString>;  // letter: text

// Errors: "ssh_config.value" for an unknown token or variable.
Result<QString> fillTokens(const QString& text, const SshTokens& tokens,
                           const SshConfigValue& value);
// For file names: also expands ~/ and variables.
Result<QString> fillFileName(const QString& text, const SshTokens& tokens,
                             const SshConfigValue& value);

}  // namespace trainyard
