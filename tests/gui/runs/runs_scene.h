// SPDX-License-Identifier: GPL-3.0-or-later
// The page of runs over a store of its own, before a scripted service.
#pragma once

#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

#include "gui/look/pill.h"
#include "gui/runs/run/run_view.h"
#include "gui/runs/runs_page.h"
#include "gui/runs/table/run_table_view.h"
#include "gui/runs/table/run_workspace.h"
#include "remote/store/run_writer.h"
#include "tests/gui/scripted_service.h"

namespace trainyard {

inline RunRecord runRecord(const QString& id, RunState state, const QString& code = {}) {
  RunRecord run;
  run.run = id;
  run.name = "far";
  run.target = "cluster";
  run.folder = "/scratch/far";
  run.created = 1000;
  run.state = state;
  run.code = code;
  run.reason = "A reason.";
  return run;
}

struct RunsScene {
  explicit RunsScene(const QList<RunRecord>& runs) : writer(folder.filePath("runs.sqlite")) {
    if (!writer.open()) qFatal("the store cannot be opened");
    for (const RunRecord& run : runs) add(run);
    reader = std::make_unique<StoreReader>(folder.filePath("runs.sqlite"));
    client = std::make_unique<ServiceClient>(service.places());
    targets = std::make_unique<TargetList>(client.get());
    page = std::make_unique<RunsPage>(client.get(), reader.get(), targets.get());
    page->resize(1300, 700);
    page->show();
    client->connectToService();
  }

  ~RunsScene() {
    page.reset();
    targets.reset();
    QCoreApplication::processEvents();  // what was asked for ends before its client
  }

  void add(const RunRecord& run) {
    if (!writer.addRun(run)) qFatal("the store cannot be written");
    if (!isOpen(run.state)) end(run.run, run.state, run.code, run.reason);
  }
  void end(const QString& run, RunState state, const QString& code, const QString& reason) {
    if (!writer.setEnded(run, state, code, Message(reason), 1)) qFatal("the end cannot be written");
  }
  // The service says that something of this run changed.
  void notifyChanged(const QString& run) {
    service.notify("runs.changed", {{"runs", QJsonArray{run}}});
  }

  // The table shows the runs.
  bool isFilled() const { return client->isConnected() && table()->model()->rowCount() > 0; }
  // A person has opened the first of them.
  bool isReady() {
    if (isFilled() && page->currentRun()->isEmpty())
      page->goTo(page->workspace()->model()->runs().front());
    return client->isConnected() && !page->currentRun()->isEmpty();
  }
  QString shownRun() const { return page->currentRun()->record().run; }

  // The visible button with these words; nothing when there is none.
  QPushButton* button(const QString& words) const {
    for (QPushButton* one : page->view()->findChildren<QPushButton*>())
      if (one->text() == words && one->isVisible()) return one;
    return nullptr;
  }
  bool can(const QString& words) const {
    const QPushButton* found = button(words);
    return found && found->isEnabled();
  }
  // An entry of the menu of rarer actions on the run that is shown.
  QAction* entry(const QString& words) const {
    for (QMenu* menu : page->view()->findChildren<QMenu*>())
      for (QAction* action : menu->actions())
        if (action->text() == words) return action;
    return nullptr;
  }
  bool mayChoose(const QString& words) const {
    const QAction* found = entry(words);
    return found && found->isEnabled();
  }
  // As by opening the menu and clicking the entry.
  void choose(const QString& words) const {
    QAction* found = entry(words);
    emit static_cast<QMenu*>(found->associatedObjects().front())->aboutToShow();
    found->trigger();
  }
  // The words of the state in the head.
  QString state() const { return page->view()->findChild<look::Pill*>()->accessibleName(); }
  static void click(QWidget* widget) { QTest::mouseClick(widget, Qt::LeftButton); }

  bool shows(const QString& words) const {
    for (const QLabel* label : page->view()->findChildren<QLabel*>())
      if (label->isVisible() && label->text().contains(words)) return true;
    return false;
  }

  RunTableView* table() const { return page->workspace()->table(); }
  QStringList rows() const { return page->workspace()->model()->runs(); }
  // The run of the current row; empty where none is current.
  QString currentRow() const { return table()->current(); }
  QModelIndex row(const QString& run) const { return page->workspace()->model()->indexOf(run); }
  void clickRow(const QString& run, Qt::KeyboardModifiers keys = {}) const {
    QTest::mouseClick(table()->viewport(), Qt::LeftButton, keys,
                      table()->visualRect(row(run)).center());
  }
  void openRow(const QString& run) const {
    clickRow(run);
    QTest::mouseDClick(table()->viewport(), Qt::LeftButton, {},
                       table()->visualRect(row(run)).center());
  }
  QToolButton* tool(const QString& words) const {
    for (QToolButton* one : page->workspace()->findChildren<QToolButton*>())
      if (one->text() == words && one->isVisible()) return one;
    return nullptr;
  }

  QTemporaryDir folder;
  RunWriter writer;
  ScriptedService service;
  std::unique_ptr<StoreReader> reader;
  std::unique_ptr<ServiceClient> client;
  std::unique_ptr<TargetList> targets;
  std::unique_ptr<RunsPage> page;
};

}  // namespace trainyard
