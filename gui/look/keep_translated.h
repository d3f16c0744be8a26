// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QEvent>
#include <functional>

class QWidget;

namespace trainyard::look {

// Calls `act` each time that the widget is told of this, before the widget itself does something.
void onEvent(QWidget* widget, QEvent::Type type, std::function<void()> act);
// Calls `setTexts` now, and again each time the language of the window changes.
void keepTranslated(QWidget* widget, std::function<void()> setTexts);

}  // namespace trainyard::look
