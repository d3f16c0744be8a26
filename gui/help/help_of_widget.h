// SPDX-License-Identifier: GPL-3.0-or-later
// What F1 is about where a widget has the focus.
#pragma once

#include <QString>

#include "gui/forms/help_topic.h"

class QWidget;

namespace trainyard {

// Of the widget, or of the nearest one that it stands in; none if nobody knows.
HelpTopic helpOf(QWidget* focus);
// What the pointer would show there, as plain text; empty: nothing.
QString tipOf(QWidget* focus);

}  // namespace trainyard
