// SPDX-License-Identifier: GPL-3.0-or-later
// The margin of the experiment's text, which its view paints.
#pragma once

#include <QHelpEvent>
#include <QToolTip>

#include "gui/experiments/yaml/yaml_view.h"
#include "gui/forms/plain_tip.h"

namespace trainyard {

class YamlMargin : public QWidget {
 public:
  explicit YamlMargin(YamlView* view) : QWidget(view), m_view(view) { setCursor(Qt::ArrowCursor); }
  QSize sizeHint() const override { return {m_view->marginWidth(), 0}; }

 protected:
  void paintEvent(QPaintEvent* event) override { m_view->paintMargin(event); }
  void mousePressEvent(QMouseEvent* event) override {
    if (event->button() == Qt::LeftButton) m_view->pressMargin(event->position().toPoint());
  }
  bool event(QEvent* event) override {
    if (event->type() != QEvent::ToolTip) return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    QToolTip::showText(help->globalPos(), plainTip(m_view->marginHelp(help->pos())), this);
    return true;
  }

 private:
  YamlView* m_view;
};

}  // namespace trainyard
