// SPDX-License-Identifier: GPL-3.0-or-later
// What a run says on its page of what it used, and what comes of it.
#include <QTest>

#include "gui/runs/overview/sizing_card.h"
#include "tests/gui/runs/runs_scene.h"
#include "tests/qt_tests.h"

using namespace trainyard;

class RunSizingTest : public QObject {
  Q_OBJECT
 private slots:
  void whatWasUsedIsSaidAndCanBeApplied() {
    RunRecord run = runRecord("r", RunState::waiting);
    run.source = "/home/me/exp.yaml";
    run.workload = "command";
    RunsScene scene({run});
    QVERIFY(scene.writer.setSettings("r", {{"resources.memory_gib_per_node", "64", 64},
                                           {"resources.cpus_per_process", "16", 16},
                                           {"resources.gpus_per_node", "2", 2},
                                           {"resources.processes_per_node", "1", 1},
                                           {"resources.time_limit", "\"24:00:00\"", {}}}));
    std::vector<Event> events{{1000, 0, HeaderEvent{}}};
    for (int i = 1; i < 10; ++i)
      events.push_back(
          {1000. + i, i,
           SystemEvent{"a",
                       0.19375,
                       i == 5 ? 12.4 : 8,
                       {{0, "GPU", 0.87, 31, 80, 0, 0}, {1, "GPU", 0, 0.4, 80, 0, 0}}}});
    events.push_back({1000 + 72 * 60, 10, EndEvent{}});
    QVERIFY(scene.writer.importEvents("r", 1, events, 1, 0));
    QTRY_VERIFY(scene.isReady());
    scene.notifyChanged("r");
    QTRY_VERIFY(
        scene.shows("It used 12.4 of 64 GiB of memory, 3.1 of 16 cores of a process, 1 of 2 "
                    "GPUs (busy 87 %, 31 of 80 GiB), 1 h 12 min of 1 d 0 h; 15 GiB, 4 "
                    "cores, 1 GPU, 1 h 30 min would be enough."));
    QList<std::pair<QString, QString>> values;
    connect(scene.page.get(), &RunsPage::openExperimentRequested, this,
            [&](const ExperimentCopy& copy) { values = copy.values; });
    RunsScene::click(scene.button("Apply to the experiment"));
    QCOMPARE(values, (QList<std::pair<QString, QString>>{{"resources.memory_gib_per_node", "15"},
                                                         {"resources.cpus_per_process", "4"},
                                                         {"resources.gpus_per_node", "1"},
                                                         {"resources.time_limit", "01:30:00"}}));
  }

  // Nothing can be told from runs that failed, and nothing is to be changed where all of it fits.
  void whatFitsIsNoSuggestion() {
    RightSizing sizing;
    QCOMPARE(SizingCard::sentence(sizing), QString());
    SizingCard card;
    card.show(sizing);
    QVERIFY(card.isHidden());
    sizing.uses << ResourceUse{Resource::memory, 12.4, {}, {}}
                << ResourceUse{Resource::time, 3000, 3600, {}};
    QCOMPARE(SizingCard::sentence(sizing), "It used 12.4 GiB of memory, 50 min of 1 h.");
    card.show(sizing);
    QVERIFY(!card.isHidden() && card.findChild<QPushButton*>()->isHidden());
  }
};

TRAINYARD_WINDOW_TEST(RunSizingTest);
#include "run_sizing_test.moc"
