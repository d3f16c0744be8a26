// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gui/look/gallery.h"

#include <QLabel>
#include <QPainter>

#include "tests/gui/look/gallery_samples.h"
#include "gui/look/layouts.h"
#include "gui/look/paint.h"
#include "gui/look/tokens.h"
#include "gui/look/type.h"

using namespace Qt::StringLiterals;

namespace trainyard::look {
namespace {

constexpr double topBar = 52;

QVBoxLayout* columnOf(QHBoxLayout* body, double width, const QList<QWidget*>& cards) {
  auto* holder = new QWidget;
  holder->setFixedWidth(px(width));
  auto* column = columnIn(holder, px(12));
  for (QWidget* card : cards) column->addWidget(card);
  column->addStretch(1);
  body->addWidget(holder);
  return column;
}

}  // namespace

// Its words are samples for who works on the look, in English only.
Gallery::Gallery() {
  setWindowTitle(u"Controls — Trainyard"_s);
  auto* page = columnIn(this);
  auto* top = new QHBoxLayout;
  top->setContentsMargins(px(20), 0, px(20), 0);
  top->setSpacing(px(12));
  QLabel* title = words(u"Controls"_s, Role::page);
  title->setFixedHeight(px(topBar));
  top->addWidget(title);
  top->addWidget(words(u"every kind once, in every state"_s, Role::help,
                       [](const Tokens& t) { return t.text3; }),
                 1);
  page->addLayout(top);
  auto* body = new QHBoxLayout;
  body->setContentsMargins(px(20), px(14), px(20), px(14));
  body->setSpacing(px(16));
  columnOf(body, 404, {galleryButtons(), galleryChoices(), galleryFields(), galleryMenu()});
  columnOf(body, 384, {galleryStates(), galleryColours(), galleryType()});
  columnOf(body, 372, {galleryTable(), galleryTabs(), galleryWaiting(), galleryBars()});
  body->addStretch(1);
  page->addLayout(body, 1);
}

void Gallery::paintEvent(QPaintEvent*) {
  const Tokens& t = tokens(palette());
  QPainter painter(this);
  painter.fillRect(rect(), t.window);
  const QRect top(0, 0, width(), px(topBar));
  painter.fillRect(top, t.surface);
  paintEdge(painter, top, Qt::BottomEdge, t.hairline);
}

bool paintGallery(const QString& file, QSize size) {
  Gallery gallery;
  gallery.resize(size);
  gallery.setAttribute(Qt::WA_DontShowOnScreen);
  gallery.show();
  return gallery.grab().save(file, "PNG");
}

}  // namespace trainyard::look
