// SPDX-License-Identifier: GPL-3.0-or-later
// What a document has changed of its preset, where the preset is known from, and the way back.
#include "gui/experiments/document/preset_changes.h"

#include <QAbstractButton>
#include <QToolButton>

#include "engine/contract/experiment/reader.h"
#include "gui/experiments/changes_popup.h"
#include "gui/experiments/document/path_settings.h"
#include "tests/gui/experiments/page_scene.h"
#include "tests/qt_tests.h"

using namespace trainyard;

namespace {

QString presetText(const QString& name) {
  for (const Preset& preset : presets())
    if (preset.name == name) return PageScene::read(preset.file);
  qFatal("no preset %s", qPrintable(name));
}

Preset presetNamed(const QString& name) {
  for (const Preset& preset : presets())
    if (preset.name == name) return preset;
  qFatal("no preset %s", qPrintable(name));
}

QStringList pathsOf(const PresetChanges& changes) {
  QStringList out;
  for (const SettingChange& change : changes.changes()) out << change.path;
  return out;
}

const QString lora = QStringLiteral("leonardo-sft-lora");

}  // namespace

class PresetChangesTest : public QObject {
  Q_OBJECT
 private slots:
  void initTestCase() { qputenv("XDG_DATA_HOME", m_data.path().toLocal8Bit()); }

  void whatDiffersIsListedInTheOrderOfTheDocument() {
    const Experiment preset = read_experiment(presetText(lora).toStdString(), "x").experiment;
    Experiment mine = preset;
    PresetChanges changes;
    changes.compare(lora, mine, {});
    QCOMPARE(changes.preset(), lora);
    QCOMPARE(changes.words(), "No changes to the preset");
    mine.optimizer.weight_decay = 0.25;
    changes.compare(lora, mine, {});
    QCOMPARE(changes.words(), "1 change to the preset");
    mine.seed = 7;
    mine.resources.partition = "far";
    changes.compare(lora, mine, {});
    QCOMPARE(pathsOf(changes),
             (QStringList{"seed", "optimizer.weight_decay", "resources.partition"}));
    QCOMPARE(changes.words(), "3 changes to the preset");
    const SettingChange& decay = changes.changes()[1];
    QCOMPARE(decay.label, "Weight decay");
    QCOMPARE(decay.after, "0.25");
    QCOMPARE(decay.before.toDouble(), preset.optimizer.weight_decay);
    // Several values are one change, also if the first is the preset's.
    const SeveralValues several{"1e-6, 3e-6", {"1e-6", "3e-6"}};
    changes.compare(lora, preset, {{"optimizer.learning_rate", several}});
    QCOMPARE(pathsOf(changes), QStringList{"optimizer.learning_rate"});
    QCOMPARE(changes.changes().front().before, "5e-6");
    QCOMPARE(changes.changes().front().after, "1e-6, 3e-6");
    // What has no effect in the document is no change.
    mine = preset;
    mine.command.program = "mine.py";
    changes.compare(lora, mine, {});
    QCOMPARE(pathsOf(changes), QStringList());
  }

  void thePresetIsTheOneItBeganAsOrHasTheNameOf() {
    Experiment mine;
    mine.name = "mine";
    PresetChanges changes;
    changes.compare("", mine, {});
    QCOMPARE(changes.preset(), "");
    QCOMPARE(changes.words(), "1 setting differs from the defaults");
    mine.seed = 7;
    changes.compare("", mine, {});
    QCOMPARE(changes.words(), "2 settings differ from the defaults");
    mine.name = lora.toStdString();
    changes.compare("", mine, {});
    QCOMPARE(changes.preset(), lora);
    changes.compare("quickstart", mine, {});
    QCOMPARE(changes.preset(), "quickstart");
    changes.compare("one that is gone", mine, {});
    QCOMPARE(changes.preset(), lora);
  }

  void goingBackLeavesEverythingElse() {
    ExperimentDocument document;
    document.startFrom(presetText(lora));
    for (const auto& [path, value] : {std::pair("seed", Value(std::int64_t{7})),
                                      std::pair("optimizer.weight_decay", Value(0.25)),
                                      std::pair("resources.reservation", Value("mine"))})
      QVERIFY(document.setValue(path, value));
    PresetChanges changes;
    changes.compare(lora, document.content().experiment, {});
    QCOMPARE(changes.changes().size(), 3);
    QString back = document.text();
    for (const QString& path : pathsOf(changes)) {
      const auto next = changes.textWithout(back, path);
      QVERIFY(next);
      QVERIFY(*next != back);
      back = *next;
    }
    // To the letter: what the preset does not write is gone.
    QCOMPARE(back, presetText(lora));
  }

  void aFileRemembersItsPreset() {
    PageScene scene;
    QTRY_VERIFY(scene.isReady());
    scene.tabs->openPreset(presetNamed(lora));
    scene.page = scene.tabs->current();
    QCOMPARE(scene.page->bar()->changesButton()->text(), "No changes to the preset");
    QVERIFY(!scene.page->bar()->changesButton()->isEnabled());
    scene.type("name", "mine");
    QTRY_COMPARE(scene.page->bar()->changesButton()->text(), "1 change to the preset");
    scene.page->model()->document()->markSaved(scene.write("mine.yaml", scene.text()),
                                               scene.text());
    emit scene.page->files()->saved();
    QCOMPARE(documentPresets().of(scene.folder.filePath("mine.yaml")), lora);
    const QString text = scene.text();
    // The same file in another tab, later.
    scene.tabs->close(0);
    QVERIFY(scene.open("mine.yaml", text));
    QCOMPARE(scene.page->model()->document()->preset(), lora);
    QCOMPARE(scene.page->model()->changes().words(), "1 change to the preset");
    // One of another name is none of it.
    QVERIFY(scene.open("other.yaml", text));
    QCOMPARE(scene.page->model()->document()->preset(), "");
    QVERIFY(scene.page->model()->changes().words().endsWith("from the defaults"));
  }

  void theNextWindowKnowsIt() {
    PageScene scene;
    QTRY_VERIFY(scene.isReady());
    scene.tabs->restore();
    scene.tabs->openPreset(presetNamed(lora));
    scene.page = scene.tabs->current();
    scene.type("name", "mine");
    scene.tabs->keepAll();
    scene.tabs = std::make_unique<ExperimentTabs>(scene.client.get(), scene.targets.get());
    scene.tabs->show();
    scene.tabs->restore();
    QTRY_VERIFY(scene.tabs->current()->model()->document()->text().contains("name: mine"));
    QCOMPARE(scene.tabs->current()->model()->document()->preset(), lora);
    QCOMPARE(scene.tabs->current()->model()->changes().words(), "1 change to the preset");
    // And so does a draft alone.
    scene.tabs->current()->model()->draft()->keepClosed();
    const auto draft = DraftStore::read(scene.tabs->current()->model()->draft()->file());
    QVERIFY(!draft);  // this window has it
    scene.tabs.reset();
    const ExperimentDocument document;
    const DraftStore other(&document);
    QCOMPARE(other.closed()->preset, lora);
  }

  void theListLeadsThereAndBack() {
    PageScene scene;
    QTRY_VERIFY(scene.isReady());
    scene.tabs->openPreset(presetNamed(lora));
    scene.page = scene.tabs->current();
    const QString preset = scene.text();
    scene.type("seed", "7");
    FormModel* form = scene.page->model()->form();
    form->enter(form->rowOf("optimizer.learning_rate"), "1e-6, 3e-6, 5e-6");
    QTest::mouseClick(scene.page->bar()->changesButton(), Qt::LeftButton);
    ChangesPopup* popup = scene.page->findChild<ChangesPopup*>();
    QVERIFY(popup->isVisible());
    QCOMPARE(rows(popup).size(), 2);
    QCOMPARE(rows(popup)[1]->accessibleName().section(" instead", 0, 0),
             "Learning rate: 1e-6, 3e-6, 5e-6");
    // To the setting.
    QTest::mouseClick(rows(popup)[0], Qt::LeftButton, {}, {20, 10});
    QVERIFY(!popup->isVisible());
    QTRY_VERIFY(scene.page->findChild<QLineEdit*>("seed")->hasFocus());
    // And back to what it was, in a step of its own.
    QTest::mouseClick(scene.page->bar()->changesButton(), Qt::LeftButton);
    QTest::mouseClick(rows(popup)[0]->findChild<QToolButton*>(), Qt::LeftButton);
    QVERIFY(popup->isVisible());
    QTRY_COMPARE(rows(popup).size(), 1);
    QCOMPARE(scene.page->findChild<QLineEdit*>("seed")->text(), "42");
    QTest::mouseClick(rows(popup)[0]->findChild<QToolButton*>(), Qt::LeftButton);
    QVERIFY(!popup->isVisible());
    QCOMPARE(scene.page->model()->changes().words(), "No changes to the preset");
    QCOMPARE(scene.text(), preset);
    scene.page->model()->document()->history().undo();
    QCOMPARE(pathsOf(scene.page->model()->changes()), QStringList{"optimizer.learning_rate"});
    scene.page->model()->document()->history().undo();
    QCOMPARE(scene.page->findChild<QLineEdit*>("seed")->text(), "7");
  }

 private:
  static QList<QAbstractButton*> rows(const ChangesPopup* popup) {
    QList<QAbstractButton*> out;
    for (auto* button : popup->findChildren<QAbstractButton*>())
      if (!qobject_cast<QToolButton*>(button) && !button->isHidden()) out << button;
    return out;
  }

  QTemporaryDir m_data;
};

TRAINYARD_WINDOW_TEST(PresetChangesTest);
#include "preset_changes_test.moc"
