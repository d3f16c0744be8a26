// SPDX-License-Identifier: GPL-3.0-or-later
// Plots the curves of a run to an image file, for machines without a screen.
#pragma once

#include <QSize>
#include <QString>

#include "engine/contract/result.h"

namespace trainyard {

// `run` as for `yard`: a prefix of a UUID, a folder's name, `last`. Needs a QApplication on any
// platform.
Result<void> plotToFile(const QString& run, const QString& path, QSize size);

}  // namespace trainyard
