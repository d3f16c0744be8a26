// SPDX-License-Identifier: GPL-3.0-or-later
// The curves of a run as a picture in a file, for machines without a screen.
#pragma once

#include <QSize>
#include <QString>

#include "engine/contract/result.h"

namespace trainyard {

// `run` as `yard` takes it: the beginning of a UUID, a folder's name, `last`. Needs a QApplication;
// any platform will do.
Result<void> plotToFile(const QString& run, const QString& path, QSize size);

}  // namespace trainyard
