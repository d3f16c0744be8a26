// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/charts/panel_board.h"

#include <algorithm>
#include <utility>

#include "gui/charts/curve_expression.h"
#include "gui/charts/derived_curve.h"
#include "gui/charts/panel_editor.h"

namespace trainyard {

PanelBoard::PanelBoard(CurveSet* set, QObject* parent)
    : QObject(parent), m_set(set), m_own(OwnPanels::shared()) {
  m_count = m_own->all().size();
  connect(m_own.get(), &OwnPanels::changed, this, [this] {
    follow();
    showEditor();
    emit changed();
  });
}

// The panel that is edited may stand elsewhere now, or be gone.
void PanelBoard::follow() {
  const QList<OwnPanel>& all = m_own->all();
  const bool hasOthers = std::exchange(m_count, all.size()) != all.size();
  if (m_edited < 0 || !m_editor || all.value(m_edited) == m_editor->panel()) return;
  const qsizetype place = all.indexOf(m_editor->panel());
  if (place >= 0 || hasOthers) m_edited = place;
}

void PanelBoard::makeEditor() {
  m_editor = new PanelEditor;
  connect(m_editor, &PanelEditor::edited, this,
          [this](const OwnPanel& panel) { m_own->change(m_edited, panel); });
  connect(m_editor, &PanelEditor::closeRequested, this, [this] { edit(-1); });
  connect(m_editor, &PanelEditor::removeRequested, this, [this] {
    const qsizetype index = std::exchange(m_edited, -1);
    m_own->remove(index);
  });
  connect(m_editor, &PanelEditor::duplicateRequested, this, [this] {
    const OwnPanel copy = m_editor->panel();
    edit(m_own->add(copy));
  });
  connect(m_editor, &PanelEditor::moveRequested, this, [this](int by) {
    const qsizetype to = m_edited + by;
    if (to < 0 || to >= m_own->all().size()) return;
    const qsizetype from = std::exchange(m_edited, to);
    m_own->move(from, to);
  });
  emit editorMade(m_editor);
}

std::vector<PanelMetrics> PanelBoard::shown(
    const std::function<bool(const QString&)>& finds) const {
  std::vector<PanelMetrics> own;
  for (qsizetype i = 0; i < m_own->all().size(); ++i) {
    PanelMetrics panel = resolvePanel(m_own->all()[i], i, m_set->metrics());
    const bool isFound =
        finds(panel.title) || std::ranges::any_of(panel.metrics, [&](const QString& metric) {
          return finds(derivedText(metric));
        });
    // One that has nothing of these runs is on the pages of others.
    const bool isHere =
        !panel.metrics.isEmpty() || (!panel.own->newer.isEmpty() && !m_set->metrics().isEmpty());
    if (i == m_edited || (isFound && isHere)) own.push_back(std::move(panel));
  }
  std::ranges::stable_sort(own, {}, &PanelMetrics::group);
  return own;
}

void PanelBoard::add(const PanelMetrics& like) {
  OwnPanel panel;
  for (const QString& metric : like.metrics) panel.expressions << expressionName(metric);
  if (like.metrics.size() > 1) panel.name = like.title;
  edit(m_own->add(panel));
}

void PanelBoard::edit(qsizetype index) {
  m_edited = index;
  showEditor();
  emit changed();
  if (m_edited >= 0) m_editor->enter();
}

void PanelBoard::showEditor() {
  if (m_edited >= m_own->all().size()) m_edited = -1;
  if (!m_editor && m_edited < 0) return;
  if (!m_editor) makeEditor();
  m_editor->setVisible(m_edited >= 0);
  if (m_edited >= 0) m_editor->setPanel(m_own->all()[m_edited], m_set->metrics());
}

}  // namespace trainyard
