// SPDX-License-Identifier: GPL-3.0-or-later
// The axes of a panel where a person has chosen them.
#pragma once

#include "gui/charts/own_panel.h"
#include "gui/charts/place_text.h"

namespace trainyard {

using MaybeOwn = std::optional<OwnPanel>;

// Whether its horizontal axis is not that of the page.
bool hasOwnAxis(const MaybeOwn& own);
// Of a panel that has: its unit and its name.
PlaceUnit ownUnit(const OwnPanel& own);
QString ownAxisName(const OwnPanel& own);

// Ranges with the person's limits, in axis coordinates; limits that leave nothing between them do
// not count.
XRange ownXRange(XRange all, const MaybeOwn& own);
XRange ownYRange(XRange all, const MaybeOwn& own, YScale scale);

}  // namespace trainyard
