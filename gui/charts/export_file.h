// SPDX-License-Identifier: GPL-3.0-or-later
// Asks for a file and writes it; creating and writing the content does not block the window.
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
  QString name;    // suggested, without extension
  QString ending;  // ".png"
  QString kind;    // "Pictures (*.png)"
};

// When the file has been chosen, `take` captures what is shown and returns the function that
// creates the content. `report` is called in the window's thread, unless `parent` is gone, with the
// file that was written or the error.
void exportTo(QWidget* parent, const ExportFile& file,
              std::function<std::function<QByteArray()>()> take,
              std::function<void(const QString& path, const std::optional<QString>& why)> report);

QByteArray pngOf(const QImage& picture);

}  // namespace trainyard
