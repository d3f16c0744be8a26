// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/experiments/file_drop.h"

#include <QDropEvent>
#include <QMimeData>
#include <QUrl>
#include <QWidget>

namespace trainyard {

FileDrop::FileDrop(QWidget* widget) : QObject(widget) {
  widget->setAcceptDrops(true);
  widget->installEventFilter(this);
}

bool FileDrop::eventFilter(QObject* widget, QEvent* event) {
  if (event->type() != QEvent::DragEnter && event->type() != QEvent::Drop)
    return QObject::eventFilter(widget, event);
  auto* drop = static_cast<QDropEvent*>(event);  // a QDragEnterEvent is one
  QStringList paths;
  for (const QUrl& url : drop->mimeData()->urls())
    if (url.isLocalFile()) paths << url.toLocalFile();
  if (paths.isEmpty()) return false;
  drop->acceptProposedAction();
  if (event->type() == QEvent::Drop) emit dropped(paths);
  return true;
}

}  // namespace trainyard
