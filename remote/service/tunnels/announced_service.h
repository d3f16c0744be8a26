// SPDX-License-Identifier: GPL-3.0-or-later
// What programs of a run say in their output about where a browser finds them: Jupyter and
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

// One for each port, as it was announced last, in the order of the first word about it. What is no
// plain URL is passed over: it is shown on terminals and opened by a browser.
QList<AnnouncedService> announcedIn(const QByteArray& output);

}  // namespace trainyard
