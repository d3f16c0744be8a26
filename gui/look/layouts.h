// SPDX-License-Identifier: GPL-3.0-or-later
// The layout of a widget, whose parts touch each other and its edges unless told otherwise. Lengths
// are in pixels.
#pragma once

#include <QBoxLayout>
#include <QMargins>

namespace trainyard::look {

QVBoxLayout* columnIn(QWidget* parent, int spacing = 0, const QMargins& margins = {});
QHBoxLayout* rowIn(QWidget* parent, int spacing = 0, const QMargins& margins = {});

}  // namespace trainyard::look
