// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/experiments/target_line.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QTimer>
#include <QToolButton>

#include "engine/system/unix_time.h"
#include "gui/experiments/target_check.h"

namespace trainyard {
namespace {

constexpr int clockMilliseconds = 20000;  // "in 5 min" becomes "in 4 min"

}  // namespace

TargetLine::TargetLine(TargetCheck* check, QWidget* parent)
    : QWidget(parent), m_check(check), m_text(new QLabel), m_connect(new QToolButton) {
  m_text->setTextFormat(Qt::PlainText);
  m_text->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
  m_text->setWordWrap(true);
  m_text->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
  m_text->setForegroundRole(QPalette::PlaceholderText);
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(12, 0, 12, 0);
  row->addWidget(m_text, 1);
  row->addWidget(m_connect);
  connect(m_connect, &QToolButton::clicked, m_check, &TargetCheck::askNow);
  connect(m_check, &TargetCheck::changed, this, &TargetLine::refresh);
  auto* clock = new QTimer(this);
  clock->setInterval(clockMilliseconds);
  connect(clock, &QTimer::timeout, this, &TargetLine::refresh);
  clock->start();
  refresh();
}

void TargetLine::changeEvent(QEvent* event) {
  if (event->type() == QEvent::LanguageChange) refresh();
  QWidget::changeEvent(event);
}

void TargetLine::refresh() {
  m_connect->setText(tr("Connect and check"));
  m_text->setText(m_check->summary(unix_time()));
  m_connect->setVisible(m_check->needsLogin());
  setVisible(!m_text->text().isEmpty());
}

}  // namespace trainyard
