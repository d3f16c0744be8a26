// SPDX-License-Identifier: GPL-3.0-or-later
// The keychain of this computer's system: Secret Service (GNOME Keyring, KeePassXC) or KWallet, on
// other systems their own. It is encrypted by the system, and unlocked by the user's own login.
#pragma once

#include <map>
#include <optional>

#include <QCoroTask>
#include <QString>

#include "engine/contract/result.h"
#include "remote/values/secret.h"

namespace trainyard {

// By what each is for: "password ada@login.example.org:22".
using KeptSecrets = std::map<QString, Secret>;

// False without a session bus, or where nothing on it offers a keychain; without waiting.
bool hasKeychain();

// What is kept for a target; empty if nothing is. Error "keychain.failed", in the system's words.
QCoro::Task<Result<KeptSecrets>> readKept(QString target);
// Replaces what is kept for a target; with nothing its entry is removed. Errors as above.
QCoro::Task<Result<void>> writeKept(QString target, KeptSecrets secrets);

}  // namespace trainyard
