// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/experiments/experiment_foot.h"

#include <QLabel>
#include <QMouseEvent>
#include <QPainter>
#include <algorithm>

#include "gui/forms/plain_label.h"
#include "gui/forms/plain_tip.h"
#include "gui/look/icon.h"
#include "gui/look/ink.h"
#include "gui/look/keep_translated.h"
#include "gui/look/layouts.h"
#include "gui/look/paint.h"

namespace trainyard {
namespace {

using look::px;

constexpr double experimentFootHeight = 56, footSide = 20, footGap = 36, footIcon = 17,
                 leastVerdict = 180;
constexpr double footBarHeight = 4, footBarWidth = 118;

// Of the memory that there is.
class ShareBar : public QWidget {
 public:
  explicit ShareBar(double share) : m_share(share) {
    setFixedSize(px(footBarWidth), px(footBarHeight));
  }

 protected:
  void paintEvent(QPaintEvent*) override {
    const look::Tokens& t = look::tokens(palette());
    look::SmoothPainter painter(this);
    look::paintBar(painter, rect(), std::min(m_share, 1.0),
                   m_share > 1 ? t.tone(look::Tone::failed).word : t.accent, t.sunken);
  }

 private:
  double m_share;
};

QWidget* factWidget(const SubmissionFact& fact) {
  auto* widget = new QWidget;
  widget->setToolTip(plainTip(fact.tip));
  auto* column = look::columnIn(widget);
  QLabel* label = plainLabel(look::Role::caption, fact.label);
  label->setForegroundRole(QPalette::PlaceholderText);
  auto* line = look::rowIn(nullptr, px(8));
  QLabel* value = plainLabel(look::Role::emphasis, fact.value);
  value->setTextInteractionFlags(Qt::TextSelectableByMouse);
  line->addWidget(value);
  if (!fact.note.isEmpty()) {
    QLabel* note = plainLabel(look::Role::help, fact.note);
    note->setForegroundRole(QPalette::PlaceholderText);
    line->addWidget(note);
  }
  line->addStretch();
  look::addAll(column, {look::gap(0), label, line});
  if (fact.share) {
    column->addSpacing(px(2));
    column->addWidget(new ShareBar(*fact.share));
  }
  column->addStretch();
  return widget;
}

}  // namespace

ExperimentFoot::ExperimentFoot() {
  setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
  m_words->setFont(look::font(look::Role::name));
  m_words->setTextInteractionFlags(Qt::TextSelectableByMouse);
  m_words->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
  m_words->setMinimumWidth(px(leastVerdict));
  auto* row = look::rowIn(this, px(footGap), {px(footSide + footIcon + 8), 0, px(footSide), 0});
  row->setSizeConstraint(QLayout::SetNoConstraint);  // what has no room is left out
  row->addWidget(m_words, 1);
  look::onEvent(this, QEvent::Resize, [this] { fit(); });
}

QSize ExperimentFoot::sizeHint() const { return {px(600), px(experimentFootHeight)}; }

QString ExperimentFoot::verdict() const { return m_words->wholeText(); }

void ExperimentFoot::showVerdict(const SubmissionVerdict& verdict) {
  m_verdict = verdict;
  m_words->setText(verdict.words);
  look::setInk(m_words, verdict.tone);
  update();
}

void ExperimentFoot::showFacts(const QList<SubmissionFact>& facts) {
  if (facts == m_facts) return;
  m_facts = facts;
  for (QWidget* widget : std::as_const(m_shown)) {
    widget->hide();
    widget->deleteLater();
  }
  m_shown.clear();
  for (const SubmissionFact& fact : facts) {
    m_shown << factWidget(fact);
    layout()->addWidget(m_shown.back());
  }
  fit();
}

void ExperimentFoot::fit() {
  int room = width() - px(footSide * 2 + footIcon + 8) - px(leastVerdict);
  for (auto widget = m_shown.rbegin(); widget != m_shown.rend(); ++widget) {
    room -= (*widget)->sizeHint().width() + px(footGap);
    (*widget)->setVisible(room >= 0);
  }
}

void ExperimentFoot::mouseReleaseEvent(QMouseEvent* event) {
  if (event->button() == Qt::LeftButton && event->position().x() <= m_words->geometry().right())
    emit problemsWanted();
}

void ExperimentFoot::paintEvent(QPaintEvent*) {
  const look::Tokens& t = look::tokens(palette());
  QPainter painter(this);
  painter.fillRect(rect(), t.subtle);
  look::paintEdge(painter, rect(), Qt::TopEdge, t.hairline);
  if (!m_verdict.icon.isEmpty())
    look::paintIcon(painter, QRectF(px(footSide), 0, px(footIcon), height()), px(footIcon),
                    m_verdict.icon, t.tone(m_verdict.tone).word, look::stateStroke);
}

}  // namespace trainyard
