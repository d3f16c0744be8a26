// SPDX-License-Identifier: GPL-3.0-or-later
// The language of the window: the system's or one chosen by the user, changeable at any time.
#pragma once

#include <QString>

namespace trainyard {

// "en", "de"; empty: the system's language.
QString chosenLanguage();
// Saves the choice and makes every widget update its texts (QEvent::LanguageChange).
void chooseLanguage(const QString& language);
// Applies the saved choice at startup.
void useLanguage();

}  // namespace trainyard
