// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/studies/importance_bars.h"

#include <QKeyEvent>
#include <QLocale>
#include <QMouseEvent>
#include <QPainter>
#include <algorithm>
#include <utility>

#include "gui/look/accessible.h"
#include "gui/look/keep_translated.h"
#include "gui/look/paint.h"
#include "gui/look/tokens.h"
#include "gui/look/type.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

using look::px;
using look::Role;

constexpr int mostBars = 6;  // the least important decide nothing
constexpr double importanceRow = 28, importanceSide = 14, importanceBar = 4;

}  // namespace

ImportanceBars::ImportanceBars(StudyModel* study) : m_study(study) {
  setFocusPolicy(Qt::StrongFocus);
  look::setAccessibleRole(this, QAccessible::Chart, [this] {
    QStringList words;
    for (const auto& [path, share] : m_study->importance())
      words << path + u' ' + QLocale().toString(share, 'f', 2);
    return words.join(u", "_s);
  });
  look::keepTranslated(this, [this] { setAccessibleName(tr("Importance of the parameters")); });
  connect(study, &StudyModel::changed, this, &ImportanceBars::follow);
  connect(study, &StudyModel::importanceChanged, this, &ImportanceBars::follow);
}

void ImportanceBars::follow() {
  if (m_study->study() != std::exchange(m_shown, m_study->study())) m_chosen = 0;
  m_chosen = std::clamp(m_chosen, 0, std::max(0, numShown() - 1));
  setFixedHeight(px(importanceRow) * std::max(2, numShown()));
  update();
  emit parameterChosen(chosen());
}

int ImportanceBars::numShown() const {
  return std::min(static_cast<int>(m_study->importance().size()), mostBars);
}

QString ImportanceBars::chosen() const {
  if (m_chosen < numShown()) return m_study->importance()[static_cast<std::size_t>(m_chosen)].first;
  const auto parameters = m_study->parameters();
  return parameters.empty() ? QString() : parameters.front()->path;
}

QSize ImportanceBars::sizeHint() const {
  return {px(300), px(importanceRow) * std::max(2, numShown())};
}

void ImportanceBars::paintEvent(QPaintEvent*) {
  look::SmoothPainter painter(this);
  const look::Tokens& now = look::tokens(palette());
  const StudyImportance& shares = m_study->importance();
  if (shares.empty())
    return void(look::paintWords(
        painter, QRectF(rect()).adjusted(px(importanceSide), 0, -px(importanceSide), 0),
        tr("Known once several trials are complete."), Role::help, now.text3));
  const double most = std::max(shares.front().second, 1e-9);
  for (int i = 0; i < numShown(); ++i) {
    const auto& [path, share] = shares[static_cast<std::size_t>(i)];
    const QRectF row(px(importanceSide), i * px(importanceRow), width() - 2 * px(importanceSide),
                     px(importanceRow));
    const StudyParameter* parameter = m_study->parameter(path);
    const bool isChosen = i == m_chosen;
    const QRectF words(row.left(), row.top() + px(3), row.width(), px(17));
    look::paintWords(painter, words.adjusted(0, 0, -px(48), 0), parameter ? parameter->title : path,
                     isChosen ? Role::helpName : Role::help, now.text);
    look::paintWords(painter, words, QLocale().toString(share, 'f', 2), Role::helpName, now.text,
                     Qt::AlignRight);
    look::paintBar(painter, QRectF(row.left(), row.top() + px(21), row.width(), px(importanceBar)),
                   share / most, now.accent, now.sunken);
    if (hasFocus() && isChosen)
      look::paintFocus(painter, row.adjusted(-px(6), 0, px(6), 0), 4, now.focus);
  }
}

void ImportanceBars::choose(int row) {
  if (row < 0 || row >= numShown() || row == m_chosen) return;
  m_chosen = row;
  update();
  emit parameterChosen(chosen());
}

void ImportanceBars::mousePressEvent(QMouseEvent* event) {
  choose(static_cast<int>(event->position().y() / px(importanceRow)));
}

void ImportanceBars::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Up) return choose(m_chosen - 1);
  if (event->key() == Qt::Key_Down) return choose(m_chosen + 1);
  QWidget::keyPressEvent(event);
}

}  // namespace trainyard
