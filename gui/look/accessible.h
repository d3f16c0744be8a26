// SPDX-License-Identifier: GPL-3.0-or-later
// What a control that paints itself is to somebody who hears the window instead of seeing it. Qt
// knows its own classes only: to it all others are areas without a role.
#pragma once

#include <QAccessible>
#include <functional>

class QWidget;

namespace trainyard::look {

// Before it is given a name, at which Qt settles what it is. `value`: what it shows now, asked for
// each time it is read out.
void setAccessibleRole(QWidget* widget, QAccessible::Role role,
                       std::function<QString()> value = {});

}  // namespace trainyard::look
