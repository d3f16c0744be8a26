// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/targets/share_list.h"

#include <QFontMetricsF>
#include <QPainter>
#include <algorithm>

#include "gui/look/paint.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

using look::px;
using look::Role;

constexpr double shareLine = 18, shareGap = 10, narrowestShareName = 60;

QString textOf(const ShareRow& row) {
  return QStringList{row.name, row.aside, row.value, row.rest}.join(u' ').simplified();
}

}  // namespace

ShareList::ShareList(Bars bars) : m_bars(bars) {
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void ShareList::show(const QList<ShareRow>& rows) {
  if (rows == m_rows) return;
  m_rows = rows;
  QStringList all;
  for (const ShareRow& row : rows) all << textOf(row);
  setAccessibleName(all.join(u"; "_s));
  updateGeometry();
  update();
}

double ShareList::rowHeight() const {
  return px(shareLine) + px(4) + px(m_bars == Bars::thick ? 8 : 4) + px(shareGap);
}

QSize ShareList::sizeHint() const {
  const auto rows = static_cast<int>(m_rows.size());
  return {px(120), static_cast<int>(rows * rowHeight())};
}

void ShareList::paintEvent(QPaintEvent*) {
  look::SmoothPainter painter(this);
  const look::Tokens& now = look::tokens(palette());
  const QColor tight = now.tone(look::Tone::waiting).word;
  const Role nameRole = m_bars == Bars::thick ? Role::name : Role::help;
  double top = 0;
  for (const ShareRow& row : m_rows) {
    const QRectF line(0, top, width(), px(shareLine));
    const double rest = QFontMetricsF(look::font(Role::help)).horizontalAdvance(row.rest);
    const double value = QFontMetricsF(look::font(Role::emphasis)).horizontalAdvance(row.value);
    const double numbers = rest + px(4) + value;
    look::paintWords(painter, line.adjusted(width() - rest - 1, 0, 0, 0), row.rest, Role::help,
                     now.text3);
    look::paintWords(painter, line.adjusted(width() - numbers - 1, 0, -rest - px(4), 0), row.value,
                     Role::emphasis, row.isTight ? tight : now.text);
    const QRectF names = line.adjusted(0, 0, -numbers - px(8), 0);
    const double name = look::paintWords(painter, names, row.name, nameRole, now.text);
    if (names.width() - name > px(narrowestShareName))
      look::paintWords(painter, names.adjusted(name + px(6), 0, 0, 0), row.aside, Role::help,
                       now.text3);
    const double high = px(m_bars == Bars::thick ? 8 : 4);
    const QRectF bar(0, line.bottom() + px(4), width(), high);
    const bool isWarned = row.isTight && m_bars == Bars::thin;
    if (row.second > 0)
      look::paintBar(painter, bar, std::min(row.first + row.second, 1.0), now.line, now.press);
    else
      look::paintBox(painter, bar, high / 2, now.press);
    if (row.first > 0)
      look::paintBar(painter, bar, row.first, isWarned ? tight : now.accent, Qt::transparent);
    top += rowHeight();
  }
}

}  // namespace trainyard
