// SPDX-License-Identifier: GPL-3.0-or-later
// The place of experiments in a window without a screen, before a service that says what a test
// wants, and the ways a person reaches it.
#pragma once

#include <QComboBox>
#include <QDir>
#include <QFile>
#include <QLineEdit>
#include <QPushButton>
#include <QSettings>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <memory>

#include "gui/experiments/document_bar.h"
#include "gui/experiments/experiment_page.h"
#include "gui/experiments/experiment_tabs.h"
#include "gui/experiments/experiment_foot.h"
#include "gui/experiments/findings_side.h"
#include "gui/experiments/review/review_page.h"
#include "gui/experiments/yaml/yaml_editor.h"
#include "gui/forms/field_editor.h"
#include "gui/forms/form_view.h"
#include "gui/forms/message_bar.h"
#include "remote/values/grid.h"
#include "tests/gui/scripted_service.h"

namespace trainyard {

inline const QString soundText = QStringLiteral(
    "format: 1\n"
    "name: example  # a comment\n"
    "workload: command\n"
    "command:\n"
    "  launcher: none\n"
    "  program: a.sh\n");

struct PageScene {
  PageScene() {
    QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, settings.path());
    QCoreApplication::setOrganizationName(QStringLiteral("trainyard-test"));
    service.answers["check"] = [](const QJsonObject&) {
      return QJsonObject{{"diagnostics", QJsonArray()}};
    };
    // Nothing is there yet.
    service.answers["studies.plan"] = [](const QJsonObject& asked) {
      QStringList grid;
      for (const QJsonValue& word : asked["grid"].toArray()) grid << word.toString();
      QJsonArray runs;
      const auto combinations = combinationsOf(grid);
      for (const QStringList& values : *combinations)
        runs.append(
            QJsonObject{{"values", QJsonArray::fromStringList(values)}, {"is_selected", true}});
      return QJsonObject{{"study", ""}, {"runs", runs}};
    };
    service.answers["targets.list"] = [this](const QJsonObject&) {
      return QJsonObject{{"targets", targetRecords}};
    };
    client = std::make_unique<ServiceClient>(service.places());
    targets = std::make_unique<TargetList>(client.get());
    tabs = std::make_unique<ExperimentTabs>(client.get(), targets.get());
    page = tabs->current();
    tabs->resize(1300, 840);
    tabs->show();
    tabs->activateWindow();
    client->connectToService();
  }

  ~PageScene() {
    tabs.reset();
    targets.reset();
    QCoreApplication::processEvents();  // what was asked for ends before its client
  }

  bool isReady() const { return client->isConnected() && tabs->isActiveWindow(); }

  QString write(const QString& name, const QString& text) {
    const QString path = folder.filePath(name);
    QDir().mkpath(QFileInfo(path).path());
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(text.toUtf8()) < 0) qFatal("no file");
    return path;
  }
  static QString read(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
  }
  bool open(const QString& name, const QString& text) {
    const QString path = write(name, text);
    QSignalSpy opened(tabs.get(), &ExperimentTabs::opened);
    tabs->open({path});
    // It may be read before anybody waits.
    const bool isOpen = opened.count() > 0 || opened.wait();
    page = tabs->current();
    return isOpen && page->model()->document()->path() == path;
  }

  // The field's editor, with the keys.
  QLineEdit* line(const QString& path) {
    page->sides()->formView()->jumpTo(path);
    return page->findChild<QLineEdit*>(path);
  }
  QLineEdit* type(const QString& path, const QString& text) {
    QLineEdit* edit = line(path);
    edit->selectAll();
    QTest::keyClicks(edit, text);
    return edit;
  }
  // As a person does who picks it from the list.
  void choose(const QString& path, const QString& choice) {
    page->sides()->formView()->jumpTo(path);
    page->findChild<QComboBox*>(path)->setCurrentText(choice);
  }
  QString problemOf(const QString& path) {
    return page->model()
        ->form()
        ->index(page->model()->form()->rowOf(path))
        .data(FormModel::ProblemRole)
        .toString();
  }
  QPushButton* reviewButton() { return page->bar()->reviewButton(); }
  // As a person does who has looked at it.
  void submit() {
    QTest::mouseClick(reviewButton(), Qt::LeftButton);
    QTest::mouseClick(page->review()->submitButton(), Qt::LeftButton);
  }
  QPushButton* button(const QString& words) {
    for (QPushButton* one : page->findChildren<QPushButton*>())
      if (one->text() == words && one->isVisible()) return one;
    return nullptr;
  }
  QString text() { return page->model()->document()->text(); }

  QTemporaryDir folder, settings;
  QJsonArray targetRecords;
  ScriptedService service;
  std::unique_ptr<ServiceClient> client;
  std::unique_ptr<TargetList> targets;
  std::unique_ptr<ExperimentTabs> tabs;
  ExperimentPage* page = nullptr;  // of the document that was opened last
};

}  // namespace trainyard
