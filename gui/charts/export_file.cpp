// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/charts/export_file.h"

#include <QBuffer>
#include <QFileDialog>
#include <QPointer>
#include <QSaveFile>
#include <QThreadPool>

namespace trainyard {
namespace {

// Returns nothing, or why it could not be written.
std::optional<QString> written(const QString& path, const QByteArray& bytes) {
  QSaveFile file(path);
  if (file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size() && file.commit())
    return std::nullopt;
  return file.errorString();
}

}  // namespace

QString ExportFile::doneText(const QString& path) { return tr("Written to %1.").arg(path); }

QString ExportFile::failedText(const QString& path, const QString& why) {
  return tr("%1 could not be written: %2. Choose another folder.").arg(path, why);
}

QByteArray pngOf(const QImage& picture) {
  QByteArray bytes;
  QBuffer buffer(&bytes);
  buffer.open(QIODevice::WriteOnly);
  picture.save(&buffer, "PNG");
  return bytes;
}

void exportTo(QWidget* parent, const ExportFile& file,
              std::function<std::function<QByteArray()>()> take,
              std::function<void(const QString&, const std::optional<QString>&)> report) {
  auto* dialog = new QFileDialog(parent, file.title, QString(), file.kind);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setAcceptMode(QFileDialog::AcceptSave);
  dialog->setDefaultSuffix(file.ending.mid(1));
  dialog->selectFile(QString(file.name).replace(QLatin1Char('/'), QLatin1Char('_')) + file.ending);
  QObject::connect(dialog, &QFileDialog::fileSelected, parent, [=](const QString& path) {
    const auto finish = [self = QPointer<QWidget>(parent), report,
                         path](std::optional<QString> why) {
      if (self) report(path, why);
    };
    QThreadPool::globalInstance()->start([finish, path, make = take()] {
      const std::optional<QString> why = written(path, make());
      QMetaObject::invokeMethod(qApp, [finish, why] { finish(why); }, Qt::QueuedConnection);
    });
  });
  dialog->open();
}

}  // namespace trainyard
