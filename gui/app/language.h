// SPDX-License-Identifier: GPL-3.0-or-later
// The language of the window: the system's or one that a person chose, at any time.
#pragma once

#include <QString>

namespace trainyard {

// "en", "de"; empty: as the system's.
QString chosenLanguage();
// Remembers it, and every widget is told to take its texts again (QEvent::LanguageChange).
void chooseLanguage(const QString& language);
// As chosen; at the start.
void useLanguage();

}  // namespace trainyard
