// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/runs/results/results_page.h"

#include <QLabel>

#include "gui/look/layouts.h"
#include "gui/runs/results/result_text.h"

namespace trainyard {
namespace {

constexpr int pictureHeight = 320;
constexpr int twoColumnsFrom = 620;

QLabel* tableLabel() {
  auto* label = new QLabel;
  label->setTextFormat(Qt::RichText);
  label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
  label->setAlignment(Qt::AlignTop | Qt::AlignLeft);
  return label;
}

}  // namespace

ResultsPage::ResultsPage()
    : m_tables(look::rowIn(nullptr, 30)), m_metrics(tableLabel()), m_classes(tableLabel()) {
  auto* body = new QWidget;
  auto* column = new QVBoxLayout(body);
  column->setContentsMargins(10, 4, 10, 10);
  column->addLayout(m_plots);
  column->addSpacing(10);
  look::addAll(m_tables, {m_metrics, {m_classes, 1}});
  look::addAll(column, {m_tables, look::gap(0)});
  m_plots->setSpacing(10);
  setWidget(body);
  setWidgetResizable(true);
  setFrameShape(QFrame::NoFrame);
}

void ResultsPage::showResults(const ResultCurves& results, const QString& label) {
  m_pictures = ResultPictures::of(results, label);
  while (m_views.size() < m_pictures.size()) {
    m_views << new PictureView(widget());
    m_views.last()->setFixedHeight(pictureHeight);
  }
  for (qsizetype i = 0; i < m_views.size(); ++i) {
    m_views[i]->setPicture(i < m_pictures.size() ? m_pictures[i] : nullptr);
    m_views[i]->setVisible(i < m_pictures.size());
  }
  m_metrics->setText(ResultText::metrics(results));
  m_classes->setText(ResultText::classes(results));
  m_columns = 0;
  place();
}

void ResultsPage::place() {
  const int columns = viewport()->width() >= twoColumnsFrom ? 2 : 1;
  if (columns == m_columns) return;
  m_columns = columns;
  m_tables->setDirection(columns == 1 ? QBoxLayout::TopToBottom : QBoxLayout::LeftToRight);
  while (QLayoutItem* item = m_plots->takeAt(0)) delete item;
  for (qsizetype i = 0; i < m_pictures.size(); ++i)
    m_plots->addWidget(m_views[i], static_cast<int>(i) / columns, static_cast<int>(i) % columns);
  for (int c = 0; c < 2; ++c) m_plots->setColumnStretch(c, c < columns ? 1 : 0);
}

void ResultsPage::resizeEvent(QResizeEvent* event) {
  QScrollArea::resizeEvent(event);
  place();
}

}  // namespace trainyard
