// SPDX-License-Identifier: GPL-3.0-or-later
// The panels of a person's own on one page of curves, and the editor of one of them beside it.
#pragma once

#include <QObject>
#include <functional>
#include <memory>
#include <vector>

#include "gui/charts/curve_set.h"
#include "gui/charts/own_panels.h"
#include "gui/charts/panel_metrics.h"

namespace trainyard {

class PanelEditor;

class PanelBoard : public QObject {
  Q_OBJECT
 public:
  // The set must outlive it.
  explicit PanelBoard(CurveSet* set, QObject* parent = nullptr);

  // Null until a panel was edited.
  PanelEditor* editor() const { return m_editor; }
  OwnPanels* panels() const { return m_own.get(); }
  // Those with something of the set's runs of which `finds` finds a metric or the title, and the
  // one that is edited; by their sections.
  std::vector<PanelMetrics> shown(const std::function<bool(const QString&)>& finds) const;
  // A new one with the metrics of another panel, or with none yet; it is edited.
  void add(const PanelMetrics& like);
  // -1: none. Its number is that in OwnPanels.
  void edit(qsizetype index);
  // What the editor shows, after the metrics or the panels have changed.
  void showEditor();

 signals:
  // For the page's layout, which owns it from now on.
  void editorMade(QWidget* editor);
  // The panels of the page, or whether there is an editor beside it.
  void changed();

 private:
  void makeEditor();
  void follow();

  CurveSet* m_set;
  std::shared_ptr<OwnPanels> m_own;
  PanelEditor* m_editor = nullptr;
  qsizetype m_edited = -1, m_count = 0;
};

}  // namespace trainyard
