// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/experiments/review/review_rows.h"

#include <QPainter>

#include "gui/forms/elided_label.h"
#include "gui/forms/plain_label.h"
#include "gui/forms/plain_tip.h"
#include "gui/look/icon.h"
#include "gui/look/ink.h"
#include "gui/look/layouts.h"
#include "gui/look/paint.h"
#include "gui/look/style.h"
#include "gui/look/style_parts.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

using look::px;

constexpr double reviewRowHeight = 28, reviewHeadHeight = 34, reviewSide = 14, reviewIcon = 15,
                 reviewIndent = 20, reviewNameWidth = 230;

class ReviewMark : public QWidget {
 public:
  explicit ReviewMark(const ReviewRow& row) : m_icon(row.icon), m_tone(row.tone) {
    setFixedSize(px(reviewIcon), px(reviewIcon));
  }

 protected:
  void paintEvent(QPaintEvent*) override {
    const look::Tokens& t = look::tokens(palette());
    QPainter painter(this);
    look::paintIcon(painter, rect(), px(reviewIcon), m_icon,
                    m_tone == look::Tone::quiet ? t.text3 : t.tone(m_tone).word,
                    m_tone == look::Tone::quiet ? look::iconStroke : look::stateStroke);
  }

 private:
  QString m_icon;
  look::Tone m_tone;
};

QLabel* quietLabel(look::Role role, const QString& words) {
  QLabel* label = plainLabel(role, words);
  label->setForegroundRole(QPalette::PlaceholderText);
  label->setTextInteractionFlags(Qt::TextSelectableByMouse);
  return label;
}

ElidedLabel* fitted(look::Role role, const QString& words) {
  auto* label = new ElidedLabel;
  label->setFont(look::font(role));
  label->setText(words);
  label->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
  return label;
}

QWidget* settingRow(const ReviewRow& row) {
  auto* widget = new QWidget;
  auto* line = look::rowIn(widget, px(12), {px(reviewSide), 0, px(reviewSide), 0});
  ElidedLabel* name = fitted(look::Role::code, row.name);
  look::setInk(name, [](const look::Tokens& t) { return t.code.key; });
  line->addWidget(name, 5);
  ElidedLabel* before = fitted(look::Role::code, row.detail);
  before->setForegroundRole(QPalette::PlaceholderText);
  QFont struck = before->font();
  struck.setStrikeOut(true);
  before->setFont(struck);
  look::addAll(line, {{before, 2}, {fitted(look::Role::code, row.right), 5}});
  widget->setFixedHeight(px(reviewRowHeight));
  return widget;
}

QWidget* reviewRow(const ReviewRow& row) {
  if (row.isSetting) return settingRow(row);
  auto* widget = new QWidget;
  auto* line =
      look::rowIn(widget, px(8), {px(reviewSide + reviewIndent * row.depth), 0, px(reviewSide), 0});
  line->addWidget(new ReviewMark(row));
  QLabel* name = plainLabel(row.depth > 0 ? look::Role::body : look::Role::name);
  name->setText(name->fontMetrics().elidedText(row.name, Qt::ElideMiddle, px(reviewNameWidth)));
  if (name->text() != row.name) name->setToolTip(plainTip(row.name));
  line->addWidget(name);
  if (row.detail.isEmpty()) line->addStretch();
  if (!row.detail.isEmpty()) {
    ElidedLabel* detail = fitted(look::Role::help, row.detail);
    detail->setForegroundRole(QPalette::PlaceholderText);
    line->addWidget(detail, 1);
  }
  if (!row.right.isEmpty()) {
    QLabel* right = plainLabel(look::Role::help, row.right);
    look::setInk(right, row.rightTone);
    line->addWidget(right);
  }
  widget->setFixedHeight(px(reviewRowHeight));
  return widget;
}

}  // namespace

ReviewRows::ReviewRows()
    : m_title(plainLabel(look::Role::emphasis)),
      m_detail(quietLabel(look::Role::help, {})),
      m_right(quietLabel(look::Role::help, {})) {
  auto* line = look::rowIn(m_head, px(8), {px(reviewSide), 0, px(reviewSide), 0});
  look::addAll(line, {m_title, m_detail, look::gap(0), m_right, m_more});
  look::setKind(m_more, look::linkKind);
  m_more->hide();
  connect(m_more, &QPushButton::clicked, this, [this] {
    m_isWhole = !m_isWhole;
    showRows();
  });
  m_head->setFixedHeight(px(reviewHeadHeight));
  m_head->hide();
  m_rows->setContentsMargins(0, px(6), 0, px(6));
  m_rows->setSpacing(0);
  look::addAll(look::columnIn(this), {m_head, m_rows});
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void ReviewRows::setHead(const QString& title, const QString& detail, const QString& right) {
  m_title->setText(title);
  m_detail->setText(detail);
  m_right->setText(right);
  m_head->setVisible(!title.isEmpty());
}

void ReviewRows::show(const QList<ReviewRow>& rows, qsizetype most) {
  m_shown = rows;
  m_most = most;
  showRows();
  setAccessibleName(text());
}

void ReviewRows::showRows() {
  look::clear(m_rows);
  const bool isLong = m_most > 0 && m_shown.size() > m_most;
  m_more->setVisible(isLong);
  m_more->setText(m_isWhole ? tr("fewer") : tr("all %1").arg(m_shown.size()));
  for (const ReviewRow& row : isLong && !m_isWhole ? m_shown.first(m_most) : m_shown)
    m_rows->addWidget(reviewRow(row));
}

QString ReviewRows::text() const {
  QStringList lines;
  for (const ReviewRow& row : m_shown) {
    QStringList words{row.name};
    if (!row.detail.isEmpty()) words << row.detail;
    if (!row.right.isEmpty()) words << row.right;
    lines << words.join(u": "_s);
  }
  return lines.join(u'\n');
}

void ReviewRows::paintEvent(QPaintEvent*) {
  const look::Tokens& t = look::tokens(palette());
  look::SmoothPainter painter(this);
  look::paintBox(painter, rect(), px(look::panelRadius), t.surface, t.hairline);
  if (m_head->isHidden()) return;
  painter.save();
  painter.setClipRect(m_head->geometry());
  look::paintBox(painter, rect(), px(look::panelRadius), t.subtle, t.hairline);
  painter.restore();
  look::paintEdge(painter, m_head->geometry(), Qt::BottomEdge, t.hairline);
}

}  // namespace trainyard
