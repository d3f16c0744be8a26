// SPDX-License-Identifier: GPL-3.0-or-later
// Asks for a file and writes into it; making and writing leave the window free.
#pragma once

#include <QByteArray>
#include <QImage>
#include <QString>
#include <functional>
#include <optional>

class QWidget;

namespace trainyard {

struct ExportFile {
  QString title;   // of the dialog
  QString name;    // proposed, without ending
  QString ending;  // ".png"
  QString kind;    // "Pictures (*.png)"
};

// What `take` gives when the file is chosen is what is written: it takes what is shown, and returns
// what makes the file of it. `tell` is called in the window's thread, unless `parent` has gone:
// where it was written, and why it could not be.
void exportTo(QWidget* parent, const ExportFile& file,
              std::function<std::function<QByteArray()>()> take,
              std::function<void(const QString& path, const std::optional<QString>& why)> tell);

QByteArray pngOf(const QImage& picture);

}  // namespace trainyard
