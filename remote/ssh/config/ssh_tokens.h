// SPDX-License-Identifier: GPL-3.0-or-later
// What stands for something else in values of the ssh configuration: ~, ${VARIABLE}, %h.
#pragma once

#include <map>

#include "remote/ssh/config/ssh_config_file.h"

namespace trainyard {

using SshTokens = std::map<char16_t, QString>;  // letter: text

// Errors: "ssh_config.value" for a token or variable that there is not.
Result<QString> fillTokens(const QString& text, const SshTokens& tokens,
                           const SshConfigValue& value);
// Of a file's name: ~/ and variables too.
Result<QString> fillFileName(const QString& text, const SshTokens& tokens,
                             const SshConfigValue& value);

}  // namespace trainyard
