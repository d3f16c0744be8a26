// SPDX-License-Identifier: GPL-3.0-or-later
// Small shapes that the style, the delegates and the widgets share.
#pragma once

#include <QPainter>
#include <QRectF>
#include <QString>

#include "gui/look/tokens.h"
#include "gui/look/type.h"

class QStyleOptionViewItem;
class QWidget;

namespace trainyard::look {

// Its edges are smooth.
class SmoothPainter : public QPainter {
 public:
  explicit SmoothPainter(QPaintDevice* device) : QPainter(device) {
    setRenderHint(QPainter::Antialiasing);
  }
};

// A box with a border inside of it; without one if `border` is not valid.
void paintBox(QPainter& painter, const QRectF& box, double radius, const QColor& ground,
              const QColor& border = {}, double width = 1);
// Inside `box`: nothing grows where the focus is.
void paintFocus(QPainter& painter, const QRectF& box, double radius, const QColor& colour,
                double width = 2);
// One line of words, in the middle of the height of `room`, elided at its end if it is too long.
// Returns the width that it takes.
double paintWords(QPainter& painter, const QRectF& room, const QString& words, Role role,
                  const QColor& colour, Qt::Alignment side = Qt::AlignLeft);
// A line of one pixel of the device along an edge of `box`.
void paintEdge(QPainter& painter, const QRectF& box, Qt::Edge edge, const QColor& colour,
               double width = 1);
// The ground of a bar or a side, with a hairline along one edge; for its paintEvent().
void paintPane(QWidget* pane, const QColor& ground, Qt::Edge edge);
// The shadow of a menu or a notice, or the deep one of a dialog, around `box`.
void paintShadow(QPainter& painter, const QRectF& box, double radius, const QColor& colour,
                 double blur, double below);
// How far a share is, from 0 to 1.
void paintBar(QPainter& painter, const QRectF& bar, double share, const QColor& colour,
              const QColor& track);
// Stripes for what has no known end. `phase`: how far they are moved, from 0 to 1.
void paintBusyBar(QPainter& painter, const QRectF& bar, double phase, const QColor& colour,
                  const QColor& track);
// The colour of a curve; only its outline while the curve is hidden.
void paintSwatch(QPainter& painter, const QRectF& swatch, const QColor& colour, bool isHidden);

// An item of a view without its words, which a delegate draws itself: returned, and gone from
// `option`.
QString paintWithoutWords(QPainter& painter, QStyleOptionViewItem& option);

// A state in its tone, with its mark.
struct PillText {
  QString words, icon;
  Tone tone = Tone::quiet;
};
double pillHeight();
double pillWidth(const PillText& text);
void paintPill(QPainter& painter, const QRectF& pill, const PillText& text, const Tokens& tokens);
// The mark and the words alone, for a table.
void paintState(QPainter& painter, const QRectF& room, const PillText& text, const Tokens& tokens);

}  // namespace trainyard::look
