// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/clusters/finding_delegate.h"

#include <QPainter>

#include "gui/clusters/findings_model.h"
#include "gui/look/icon.h"
#include "gui/look/paint.h"

using namespace Qt::StringLiterals;

namespace trainyard {

void FindingDelegate::paint(QPainter* painter, const QStyleOptionViewItem& given,
                            const QModelIndex& index) const {
  using look::px;
  QStyleOptionViewItem option = given;
  initStyleOption(&option, index);
  const QString text = look::paintWithoutWords(*painter, option);
  const auto severity = static_cast<Severity>(index.data(FindingsModel::SeverityRole).toInt());
  const bool isFine = severity == Severity::info;
  const QString icon = isFine ? u"circle-check-filled"_s : look::iconOf(severity);
  const look::Tone tone = isFine ? look::Tone::completed : look::toneOf(severity);
  const QRectF area = QRectF(option.rect).adjusted(px(16), 0, -px(8), 0);
  painter->save();
  painter->setRenderHint(QPainter::Antialiasing);
  look::paintIcon(*painter, QRectF(area.left(), area.top(), px(14), area.height()), px(14), icon,
                  look::toneColour(tone, option.palette), look::stateStroke);
  look::paintWords(*painter, area.adjusted(px(14) + px(8), 0, 0, 0), text, look::Role::body,
                   look::tokens(option.palette).text);
  painter->restore();
}

}  // namespace trainyard
