// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/forms/list_and_detail.h"

#include <QSplitter>
#include <QVBoxLayout>

namespace trainyard {

void layListAndDetail(QWidget* page, QWidget* list, QWidget* detail, int listWidth,
                      int detailWidth) {
  auto* splitter = new QSplitter;
  splitter->setChildrenCollapsible(false);
  splitter->setHandleWidth(1);
  splitter->addWidget(list);
  splitter->addWidget(detail);
  splitter->setStretchFactor(1, 1);
  splitter->setSizes({listWidth, detailWidth});
  auto* column = new QVBoxLayout(page);
  column->setContentsMargins(0, 0, 0, 0);
  column->addWidget(splitter);
}

}  // namespace trainyard
