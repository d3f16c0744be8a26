// SPDX-License-Identifier: GPL-3.0-or-later
// Asks for a file and writes it; creating and writing the content does not block the window.
#pragma once

#include <QByteArray>
#include <QCoreApplication>
#include <QImage>
#include <QString>
#include <functional>
#include <optional>

class QWidget;

namespace trainyard {

struct ExportFile {
  Q_DECLARE_TR_FUNCTIONS(ExportFile)
 public:
  QString title;   // of the dialog
  QString name;    // suggested, without extension
  QString ending;  // ".png"
  QString kind;    // "Pictures (*.png)"

  // What is said of a file that was written, or that could not be.
  static QString doneText(const QString& path);
  static QString failedText(const QString& path, const QString& why);
};

// When the file has been chosen, `take` captures what is shown and returns the function that
// creates the content. `report` is called in the window's thread, unless `parent` is gone, with the
// file that was written or the error.
void exportTo(QWidget* parent, const ExportFile& file,
              std::function<std::function<QByteArray()>()> take,
              std::function<void(const QString& path, const std::optional<QString>& why)> report);

// With the signals done() and failed() of `reporter`.
template <class Reporter>
void exportTo(QWidget* parent, const ExportFile& file,
              std::function<std::function<QByteArray()>()> take, Reporter* reporter) {
  exportTo(parent, file, std::move(take),
           [reporter](const QString& path, const std::optional<QString>& why) {
             if (why)
               emit reporter->failed(ExportFile::failedText(path, *why));
             else
               emit reporter->done(ExportFile::doneText(path));
           });
}

QByteArray pngOf(const QImage& picture);

}  // namespace trainyard
