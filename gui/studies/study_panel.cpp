// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/studies/study_panel.h"

#include <QFontMetricsF>
#include <QPainter>
#include <QVBoxLayout>

#include "gui/look/paint.h"
#include "gui/look/tokens.h"
#include "gui/look/type.h"

namespace trainyard {
namespace {

using look::px;
using look::Role;

constexpr double studyPanelHead = 32, rampPiece = 22, rampHeight = 8, rampRoom = 250;

}  // namespace

StudyPanel::StudyPanel() : m_column(new QVBoxLayout(this)) {
  m_column->setContentsMargins(1, px(studyPanelHead), 1, px(6));
  m_column->setSpacing(px(4));
}

void StudyPanel::setTitle(const QString& title) {
  m_title = title;
  update();
}

void StudyPanel::setDetail(const QString& detail) {
  if (detail == m_detail) return;
  m_detail = detail;
  update();
}

int StudyPanel::headHeight() { return px(studyPanelHead); }

int StudyPanel::detailEnd() const {
  return px(12) +
         static_cast<int>(QFontMetricsF(look::font(Role::name)).horizontalAdvance(m_title) +
                          QFontMetricsF(look::font(Role::code)).horizontalAdvance(m_detail)) +
         px(26);
}

void StudyPanel::setNote(const QString& note) {
  m_note = note;
  update();
}

void StudyPanel::setRamp(const QString& best, const QString& worst) {
  m_best = best;
  m_worst = worst;
  update();
}

// Returns where it begins.
double StudyPanel::paintRamp(QPainter& painter, const QRectF& head) const {
  const look::Tokens& now = look::tokens(palette());
  const QFontMetricsF metrics(look::font(Role::caption));
  double right = head.right();
  const auto words = [&](const QString& text) {
    const double width = metrics.horizontalAdvance(text) + 2;
    look::paintWords(painter, QRectF(right - width, head.top(), width, head.height()), text,
                     Role::caption, now.text3);
    right -= width + px(6);
  };
  words(m_worst);
  for (auto colour = now.values.rbegin(); colour != now.values.rend(); ++colour) {
    right -= px(rampPiece);
    painter.fillRect(
        QRectF(right, head.center().y() - px(rampHeight) / 2.0, px(rampPiece), px(rampHeight)),
        *colour);
  }
  right -= px(6);
  words(m_best);
  return right;
}

void StudyPanel::paintEvent(QPaintEvent*) {
  const look::Tokens& now = look::tokens(palette());
  look::SmoothPainter painter(this);
  look::paintBox(painter, rect(), px(8), now.plot, now.hairline);
  QRectF head(px(12), 0, width() - px(24), px(studyPanelHead));
  // Beside the detail there is a button.
  const int words = m_detail.isEmpty() ? px(170) : detailEnd() + px(80);
  if (!m_best.isEmpty() && width() - words > px(rampRoom)) head.setRight(paintRamp(painter, head));
  const double taken = look::paintWords(painter, head, m_title, Role::name, now.text);
  head.setLeft(head.left() + taken + px(10));
  if (!m_detail.isEmpty())
    head.setLeft(head.left() + look::paintWords(painter, head, m_detail, Role::code, now.text2) +
                 px(10));
  if (!m_note.isEmpty())
    look::paintWords(painter, head, m_note, Role::help, now.text3, Qt::AlignRight);
}

}  // namespace trainyard
