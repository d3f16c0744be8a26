// SPDX-License-Identifier: GPL-3.0-or-later
// Finds services for a browser that programs of a run announce in their output: Jupyter and
// TensorBoard.
#pragma once

#include <QByteArray>
#include <QList>
#include <QString>

namespace trainyard {

struct AnnouncedService {
  QString name;  // "jupyter", "tensorboard"
  quint16 port = 0;
  QString path;  // of the URL, with a token: "/lab?token=..."; a secret
};

// One per port, with its last announcement, in order of the first. Anything but a plain URL is
// skipped: it is shown on terminals and opened by a browser.
QList<AnnouncedService> announcedIn(const QByteArray& output);

}  // namespace trainyard
