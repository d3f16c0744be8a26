// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/charts/own_panels.h"

#include <QJsonDocument>
#include <QSettings>
#include <algorithm>
#include <utility>

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

const QString settingsKey = u"curves/panels"_s;
constexpr qsizetype mostPanels = 200, mostUndone = 100;

}  // namespace

std::shared_ptr<OwnPanels> OwnPanels::shared() {
  static std::weak_ptr<OwnPanels> one;
  std::shared_ptr<OwnPanels> panels = one.lock();
  if (!panels) one = panels = std::make_shared<OwnPanels>();
  return panels;
}

OwnPanels::OwnPanels()
    : m_all(
          fromJson(QJsonDocument::fromJson(QSettings().value(settingsKey).toByteArray()).array())) {
}

QJsonArray OwnPanels::toJson(const QList<OwnPanel>& panels) {
  QJsonArray array;
  for (const OwnPanel& panel : panels) array.append(trainyard::toJson(panel));
  return array;
}

QList<OwnPanel> OwnPanels::fromJson(const QJsonArray& array) {
  QList<OwnPanel> panels;
  for (const QJsonValue& value : array)
    if (value.isObject() && panels.size() < mostPanels) panels << panelFromJson(value.toObject());
  return panels;
}

// Written at once: a window that is killed loses nothing.
void OwnPanels::keep() {
  QSettings settings;
  settings.setValue(settingsKey, QJsonDocument(toJson(m_all)).toJson(QJsonDocument::Compact));
  settings.sync();
  emit changed();
}

void OwnPanels::set(const QList<OwnPanel>& panels, qsizetype edited) {
  if (panels == m_all) return;
  if (edited < 0 || edited != m_edited || m_undo.isEmpty()) m_undo << m_all;
  if (m_undo.size() > mostUndone) m_undo.removeFirst();
  m_edited = edited;
  m_redo.clear();
  m_all = panels;
  keep();
}

qsizetype OwnPanels::add(const OwnPanel& panel) {
  QList<OwnPanel> panels = m_all;
  qsizetype at = panels.size();
  for (qsizetype i = 0; i < panels.size(); ++i)
    if (panels[i].section == panel.section) at = i + 1;
  panels.insert(at, panel);
  set(panels, -1);
  return at;
}

void OwnPanels::change(qsizetype index, const OwnPanel& panel) {
  if (index < 0 || index >= m_all.size()) return;
  QList<OwnPanel> panels = m_all;
  panels[index] = panel;
  set(panels, index);
}

void OwnPanels::remove(qsizetype index) {
  if (index < 0 || index >= m_all.size()) return;
  QList<OwnPanel> panels = m_all;
  panels.removeAt(index);
  set(panels, -1);
}

void OwnPanels::move(qsizetype from, qsizetype to) {
  if (from < 0 || from >= m_all.size() || to < 0 || to >= m_all.size()) return;
  QList<OwnPanel> panels = m_all;
  panels.move(from, to);
  set(panels, -1);
}

void OwnPanels::replace(const QList<OwnPanel>& panels) { set(panels, -1); }

void OwnPanels::undo() {
  if (!canUndo()) return;
  m_redo << std::exchange(m_all, m_undo.takeLast());
  m_edited = -1;
  keep();
}

void OwnPanels::redo() {
  if (!canRedo()) return;
  m_undo << std::exchange(m_all, m_redo.takeLast());
  m_edited = -1;
  keep();
}

}  // namespace trainyard
