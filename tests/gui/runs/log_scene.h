// SPDX-License-Identifier: GPL-3.0-or-later
// The output of a run, whose files a scripted service has.
#pragma once

#include <QComboBox>
#include <QFileDialog>
#include <QLabel>
#include <QLineEdit>
#include <QTest>
#include <QToolButton>
#include <QTreeWidget>

#include "gui/look/switch.h"
#include "gui/look/tokens.h"
#include "gui/runs/logs/log_foot.h"
#include "gui/runs/logs/log_pane.h"
#include "gui/runs/logs/log_view.h"
#include "gui/runs/actions/run_actions.h"
#include "gui/runs/records/run_model.h"
#include "tests/gui/scripted_service.h"

namespace trainyard {

// The files of a run, as the service would give them.
struct LogScene {
  explicit LogScene(RunState state) : LogScene(recordOf(state)) {}
  explicit LogScene(const RunRecord& run) {
    service.answers["logs.list"] = [this](const QJsonObject&) {
      QJsonArray list;
      for (const auto& [name, text] : files)
        list.append(QJsonObject{{"name", name}, {"bytes", text.size()}});
      return QJsonObject{{"files", list}};
    };
    service.answers["logs.read"] = [this](const QJsonObject& parameters) {
      if (!failure.isEmpty()) return ScriptedService::error("test.foreign", failure);
      QByteArray text;
      for (const auto& [name, all] : files)
        if (name == parameters["file"].toString()) text = all;
      const qint64 offset = parameters["offset"].toInteger();
      const QByteArray piece = text.mid(offset, 1 << 20);
      return QJsonObject{{"data", QString::fromLatin1(piece.toBase64())},
                         {"next_offset", offset + piece.size()}};
    };
    view.resize(900, 400);
    view.show();
    client.connectToService();
    if (!QTest::qWaitFor([this] { return client.isConnected(); })) qFatal("no service");
    model.choose(run);
  }

  static RunRecord recordOf(RunState state) {
    RunRecord run;
    run.run = "r";
    run.name = "far";
    run.state = state;
    return run;
  }

  QString text() const { return view.findChild<QPlainTextEdit*>()->toPlainText(); }
  QComboBox* box(const char* name) const {
    for (auto* one : view.findChildren<QComboBox*>())
      if (one->accessibleName() == QLatin1String(name)) return one;
    qFatal("no box %s", name);
  }
  QString file() const { return box("Whose output")->currentData().toString(); }
  QStringList rows(const char* tree) const {
    QStringList found;
    for (auto* one : view.findChildren<QTreeWidget*>())
      if (one->accessibleName() == QLatin1String(tree))
        for (QTreeWidgetItemIterator each(one); *each; ++each) found << (*each)->text(0);
    return found;
  }
  void chooseRow(const QString& name) const {
    for (auto* one : view.findChildren<QTreeWidget*>())
      for (QTreeWidgetItem* item : one->findItems(name, Qt::MatchExactly | Qt::MatchRecursive))
        return QTest::mouseClick(one->viewport(), Qt::LeftButton, {},
                                 one->visualItemRect(item).center());
    qFatal("no row %s", qPrintable(name));
  }
  QLineEdit* search() const {
    for (QLineEdit* line : view.findChildren<QLineEdit*>())
      if (line->accessibleName() == "Find in the output") return line;
    return nullptr;
  }
  LogPane* pane() const { return view.findChild<LogPane*>(); }
  void turn(const char* name) {
    for (auto* one : view.findChildren<look::Switch*>())
      if (one->accessibleName() == QLatin1String(name)) return one->click();
    qFatal("no switch %s", name);
  }
  QToolButton* button(const char* words) const {
    for (auto* one : view.findChildren<QToolButton*>())
      if (one->text() == QLatin1String(words)) return one;
    qFatal("no button %s", words);
  }
  void save(const QString& path) const {
    button("Save")->click();
    auto* dialog = view.findChild<QFileDialog*>();
    emit dialog->fileSelected(path);
    dialog->close();
    QTRY_VERIFY(button("Save")->isEnabled());
    QTRY_VERIFY(!view.findChild<QFileDialog*>());
  }
  bool counts(const char* words) const {
    for (auto* one : view.findChildren<LevelCount*>())
      if (one->text() == QLatin1String(words)) return one->isVisible();
    return false;
  }
  bool says(const QString& words) const {
    for (const QLabel* label : view.findChildren<QLabel*>())
      if (label->text().contains(words) && label->isVisible()) return true;
    return false;
  }
  // Of the text, not of its scroll bar.
  int pixelsOf(const QColor& colour) const {
    const QImage picture = pane()->viewport()->grab().toImage();
    int found = 0;
    for (int y = 0; y < picture.height(); ++y)
      for (int x = 0; x < picture.width(); ++x) found += picture.pixelColor(x, y) == colour;
    return found;
  }
  QTextCursor cursor() const { return view.findChild<QPlainTextEdit*>()->textCursor(); }

  std::vector<std::pair<QString, QByteArray>> files;
  QString failure;
  ScriptedService service;
  ServiceClient client{service.places()};
  RunModel model;
  RunActions actions{&client};
  LogView view{&model, &actions};
};

}  // namespace trainyard
