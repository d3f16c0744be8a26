// SPDX-License-Identifier: GPL-3.0-or-later
// Accepts a single local file that is dropped on a widget.
#pragma once

#include <QObject>
#include <QString>

class QWidget;

namespace trainyard {

class FileDrop : public QObject {
  Q_OBJECT
 public:
  // Owned by the widget.
  explicit FileDrop(QWidget* widget);

 signals:
  void dropped(const QString& path);

 protected:
  bool eventFilter(QObject* widget, QEvent* event) override;
};

}  // namespace trainyard
