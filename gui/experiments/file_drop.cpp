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
  const QList<QUrl> urls = drop->mimeData()->urls();
  if (urls.size() != 1 || !urls.first().isLocalFile()) return false;
  drop->acceptProposedAction();
  if (event->type() == QEvent::Drop) emit dropped(urls.first().toLocalFile());
  return true;
}

}  // namespace trainyard
