// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

namespace trainyard {

// The names of files, in the order of their paths. Of several with the same name each has as many
// of its last folders as it takes to tell it from the others: "a.yaml — second/run". A path may be
// there more than once.
QStringList distinctNames(const QStringList& paths);

}  // namespace trainyard
