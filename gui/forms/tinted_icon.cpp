// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/forms/tinted_icon.h"

#include <QFile>
#include <QPainter>
#include <QPixmap>
#include <QSvgRenderer>

using namespace Qt::StringLiterals;

namespace trainyard {

QIcon tintedIcon(const QString& name, const QColor& colour) {
  QFile file(u":/icons/"_s + name + u".svg"_s);
  if (!file.open(QIODevice::ReadOnly)) return {};
  QSvgRenderer drawing(file.readAll().replace("currentColor", colour.name().toUtf8()));
  QIcon icon;
  for (int size : {16, 20, 24, 32, 48}) {
    QPixmap pixmap(size, size);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    drawing.render(&painter);
    painter.end();
    icon.addPixmap(pixmap);
  }
  return icon;
}

}  // namespace trainyard
