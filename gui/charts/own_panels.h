// SPDX-License-Identifier: GPL-3.0-or-later
// The panels that a person has made, in the order of the page: the same on every page of curves.
// Each change is kept at once, and can be undone.
#pragma once

#include <QJsonArray>
#include <QList>
#include <QObject>
#include <memory>

#include "gui/charts/own_panel.h"

namespace trainyard {

class OwnPanels : public QObject {
  Q_OBJECT
 public:
  // One for all pages that are open.
  static std::shared_ptr<OwnPanels> shared();
  OwnPanels();

  const QList<OwnPanel>& all() const { return m_all; }
  // Puts it at the end of its section, and returns where that is.
  qsizetype add(const OwnPanel& panel);
  // Changes that follow each other for the same panel while it is edited are one for undo().
  void change(qsizetype index, const OwnPanel& panel);
  void remove(qsizetype index);
  void move(qsizetype from, qsizetype to);
  // All of them, as a view was saved.
  void replace(const QList<OwnPanel>& panels);
  bool canUndo() const { return !m_undo.isEmpty(); }
  bool canRedo() const { return !m_redo.isEmpty(); }
  void undo();
  void redo();

  static QJsonArray toJson(const QList<OwnPanel>& panels);
  static QList<OwnPanel> fromJson(const QJsonArray& array);

 signals:
  void changed();

 private:
  void set(const QList<OwnPanel>& panels, qsizetype edited);
  void keep();

  QList<OwnPanel> m_all;
  QList<QList<OwnPanel>> m_undo, m_redo;
  qsizetype m_edited = -1;  // by the last change; -1: none
};

}  // namespace trainyard
