// SPDX-License-Identifier: GPL-3.0-or-later
// Accepts local files that are dropped on a widget.
#pragma once

#include <QObject>
#include <QStringList>

class QWidget;

namespace trainyard {

class FileDrop : public QObject {
  Q_OBJECT
 public:
  // Owned by the widget.
  explicit FileDrop(QWidget* widget);

 signals:
  void dropped(const QStringList& paths);

 protected:
  bool eventFilter(QObject* widget, QEvent* event) override;
};

}  // namespace trainyard
