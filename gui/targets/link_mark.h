// SPDX-License-Identifier: GPL-3.0-or-later
// The mark of a cluster's link, the same wherever the cluster is named.
#pragma once

#include <QString>

#include "gui/look/tokens.h"
#include "remote/service/protocol/protocol.h"

namespace trainyard {

struct LinkMark {
  QString icon;  // in resources/icons
  look::Tone tone = look::Tone::quiet;
};
LinkMark linkMark(const TargetRecord& target);

}  // namespace trainyard
