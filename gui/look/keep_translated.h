// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>

class QWidget;

namespace trainyard::look {

// Calls `setTexts` now, and again each time the language of the window changes.
void keepTranslated(QWidget* widget, std::function<void()> setTexts);

}  // namespace trainyard::look
