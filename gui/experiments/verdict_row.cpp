// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/experiments/verdict_row.h"

#include <QHBoxLayout>
#include <QPainter>

#include "gui/experiments/findings_side.h"
#include "gui/forms/elided_label.h"
#include "gui/look/icon.h"
#include "gui/look/ink.h"
#include "gui/look/paint.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

using look::px;

constexpr double verdictHeight = 56, verdictPadding = 20, verdictMark = 17, verdictGap = 8;

QString verdictIcon(look::Tone tone) {
  switch (tone) {
    case look::Tone::failed:
      return u"alert-octagon"_s;
    case look::Tone::waiting:
      return u"alert-triangle"_s;
    case look::Tone::completed:
      return u"circle-check"_s;
    default:
      return u"circle-dashed"_s;
  }
}

}  // namespace

VerdictRow::VerdictRow(const FindingsSide* findings, QWidget* parent)
    : QWidget(parent), m_findings(findings), m_words(new ElidedLabel) {
  setFixedHeight(px(verdictHeight));
  m_words->setFont(look::font(look::Role::name));
  m_words->setTextInteractionFlags(Qt::TextSelectableByMouse);  // no stop of the Tab key
  m_words->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(px(verdictPadding) + px(verdictMark) + px(verdictGap), 0,
                          px(verdictPadding), 0);
  row->addWidget(m_words, 1);
  connect(findings, &FindingsSide::verdictChanged, this, &VerdictRow::showVerdict);
  showVerdict();
}

void VerdictRow::showVerdict() {
  m_words->setText(m_findings->verdict());
  look::setInk(m_words, m_findings->verdictTone());
  update();
}

void VerdictRow::paintEvent(QPaintEvent*) {
  const look::Tokens& tokens = look::tokens(palette());
  QPainter painter(this);
  painter.fillRect(rect(), tokens.subtle);
  look::paintEdge(painter, rect(), Qt::TopEdge, tokens.hairline);
  const look::Tone tone = m_findings->verdictTone();
  look::paintIcon(painter, QRectF(px(verdictPadding), 0, px(verdictMark), height()),
                  px(verdictMark), verdictIcon(tone), tokens.tone(tone).word, look::stateStroke);
}

}  // namespace trainyard
