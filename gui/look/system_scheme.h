// SPDX-License-Identifier: GPL-3.0-or-later
// Whether the desktop is dark, as its portal says, and when that changes. Qt 6.4 does not tell it
// (QStyleHints::colorScheme came with 6.5). Silent where there is no portal.
#pragma once

#include <QObject>

class QDBusVariant;

namespace trainyard::look {

class SystemScheme : public QObject {
  Q_OBJECT
 public:
  using QObject::QObject;

  // The answer is a change.
  void ask();

 signals:
  void changed(bool isDark);

 private slots:
  void take(const QString& space, const QString& key, const QDBusVariant& value);

 private:
  void takeScheme(uint scheme);
};

}  // namespace trainyard::look
