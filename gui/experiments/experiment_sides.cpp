// SPDX-License-Identifier: GPL-3.0-or-later
// How the page of an experiment is divided: the form at the left, the text with the problems below
// it at the right, or the data in the place of both.
#include <QApplication>
#include <QSettings>
#include <QSplitter>
#include <QStackedWidget>
#include <algorithm>

#include "gui/experiments/data/data_page.h"
#include "gui/experiments/document_bar.h"
#include "gui/experiments/experiment_foot.h"
#include "gui/experiments/experiment_page.h"
#include "gui/experiments/findings_side.h"
#include "gui/experiments/review/review_page.h"
#include "gui/experiments/yaml/yaml_editor.h"
#include "gui/forms/field_editor.h"
#include "gui/forms/form_view.h"
#include "gui/look/layouts.h"
#include "gui/look/type.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

constexpr double formSideWidth = 688, mostFormShare = 0.56;

const QString formWidthKey = u"experiments/formWidth"_s,
              problemsHeightKey = u"experiments/problemsHeight"_s;

QSplitter* sideBySide(Qt::Orientation orientation, QWidget* first, QWidget* second) {
  auto* sides = new QSplitter(orientation);
  sides->setHandleWidth(1);
  sides->setChildrenCollapsible(false);
  sides->addWidget(first);
  if (second) sides->addWidget(second);
  return sides;
}

QVBoxLayout* columnIn(QWidget* widget) {
  auto* column = look::columnIn(widget);
  return column;
}

// The field of a form that a widget belongs to.
QString fieldWith(const QWidget* widget) {
  for (; widget; widget = widget->parentWidget())
    if (const auto* field = qobject_cast<const FieldEditor*>(widget))
      return field->input()->objectName();
  return {};
}

}  // namespace

void ExperimentPage::layOut() {
  m_formHalf = sideBySide(Qt::Vertical, m_formView, nullptr);
  m_textHalf = sideBySide(Qt::Vertical, m_editor, m_findings);
  m_textHalf->setStretchFactor(0, 1);
  m_sides = sideBySide(Qt::Horizontal, m_formHalf, m_textHalf);
  m_sides->setStretchFactor(1, 1);
  auto* editing = new QWidget;
  auto* edited = columnIn(editing);
  edited->addWidget(m_bar);
  edited->addWidget(m_sides, 1);
  edited->addWidget(m_data, 1);
  m_data->hide();
  m_views = new QStackedWidget;
  m_views->addWidget(editing);
  m_views->addWidget(m_review);
  auto* column = columnIn(this);
  column->addWidget(m_views, 1);
  column->addWidget(m_foot);
  connect(m_sides, &QSplitter::splitterMoved, this,
          [this] { QSettings().setValue(formWidthKey, m_formHalf->width()); });
  for (QSplitter* half : {m_formHalf, m_textHalf})
    connect(half, &QSplitter::splitterMoved, this,
            [this] { QSettings().setValue(problemsHeightKey, m_findings->height()); });
  connect(qApp, &QApplication::focusChanged, this, [this](const QWidget*, const QWidget* now) {
    if (m_formView->isAncestorOf(now)) m_editor->showField(fieldWith(now));
  });
}

// As the user left it. The form keeps its width; what more there is belongs to the text.
void ExperimentPage::divide() {
  if (m_isDivided) return;
  m_isDivided = true;
  layout()->activate();
  m_sides->parentWidget()->layout()->activate();
  const int all = m_sides->width();
  const QSettings settings;
  const int usual = std::min(look::px(formSideWidth), static_cast<int>(all * mostFormShare));
  const int form = std::min(settings.value(formWidthKey, usual).toInt(), all - 1);
  m_sides->setSizes({form, all - form});
  const int below = m_findings->isFolded()
                        ? m_findings->maximumHeight()
                        : settings.value(problemsHeightKey, m_findings->usualHeight()).toInt();
  m_textHalf->setSizes({std::max(1, m_sides->height() - below), below});
}

void ExperimentPage::showSides() {
  const DocumentBar::Shown shown = m_bar->shown();
  const bool hasForm = shown != DocumentBar::Shown::text,
             hasText = shown != DocumentBar::Shown::form;
  QSplitter* half = hasText ? m_textHalf : m_formHalf;
  if (m_findings->parentWidget() != half) {
    const int below = m_findings->height();
    half->addWidget(m_findings);
    half->setStretchFactor(0, 1);
    half->setStretchFactor(1, 0);
    half->setSizes({std::max(1, m_sides->height() - below), below});
  }
  m_formHalf->setVisible(hasForm);
  m_textHalf->setVisible(hasText);
  const bool isData = m_bar->isDataShown();
  if (isData == m_data->isVisibleTo(this)) return;
  if (isData) m_inputBeforeData = QApplication::focusWidget();
  m_sides->setVisible(!isData);
  m_data->setVisible(isData);
  if (isData) return m_data->enter();
  if (m_inputBeforeData && m_inputBeforeData->isVisible()) m_inputBeforeData->setFocus();
}

void ExperimentPage::jumpTo(const QModelIndex& finding) {
  m_bar->showData(false);
  const QString path = finding.data(DiagnosticsModel::PathRole).toString();
  const int line = finding.data(DiagnosticsModel::LineRole).toInt();
  // Who goes from one to the next in the text stays in it.
  const bool isInText = m_editor->hasFocus() && line > 0;
  if (m_editor->isVisible() && line > 0)
    m_editor->jumpTo(line, finding.data(DiagnosticsModel::ColumnRole).toInt());
  if (!isInText) focusField(path);
}

// The field gets the focus if there is one.
void ExperimentPage::focusField(const QString& path) {
  if (m_formView->isVisible() && !m_formView->isFrozen()) m_formView->jumpTo(path);
}

void ExperimentPage::goToSetting(const QString& path) {
  m_bar->showData(false);
  if (m_editor->isVisible()) m_editor->jumpToField(path);
  focusField(path);
}

}  // namespace trainyard
