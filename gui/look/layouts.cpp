// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/look/layouts.h"

#include <QWidget>

#include "gui/look/type.h"

namespace trainyard::look {
namespace {

template <typename Layout>
Layout* layoutIn(QWidget* parent, int spacing, const QMargins& margins) {
  auto* layout = new Layout(parent);
  layout->setContentsMargins(margins);
  layout->setSpacing(spacing);
  return layout;
}

}  // namespace

QVBoxLayout* columnIn(QWidget* parent, int spacing, const QMargins& margins) {
  return layoutIn<QVBoxLayout>(parent, spacing, margins);
}

QHBoxLayout* rowIn(QWidget* parent, int spacing, const QMargins& margins) {
  return layoutIn<QHBoxLayout>(parent, spacing, margins);
}

Part gap(int stretch) { return {static_cast<QWidget*>(nullptr), stretch}; }

void addAll(QBoxLayout* layout, std::initializer_list<Part> parts) {
  for (const Part& part : parts)
    if (part.widget)
      layout->addWidget(part.widget, part.stretch);
    else if (part.layout)
      layout->addLayout(part.layout, part.stretch);
    else
      layout->addStretch(part.stretch);
}

void clear(QLayout* layout) {
  while (QLayoutItem* item = layout->takeAt(0)) {
    if (QWidget* part = item->widget()) {
      part->hide();
      part->deleteLater();
    }
    delete item;
  }
}

QWidget* makePageHead(QWidget* head) {
  head->setAutoFillBackground(true);
  head->setBackgroundRole(QPalette::Base);
  head->setFixedHeight(px(52));
  return head;
}

}  // namespace trainyard::look
