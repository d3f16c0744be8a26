// SPDX-License-Identifier: GPL-3.0-or-later
// The profile of a run's steps, before a service that has files of it.
#include "gui/runs/profile/profile_dialog.h"

#include <QFileDialog>
#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>

#include "gui/runs/profile/profile_text.h"
#include "tests/gui/runs/runs_scene.h"
#include "tests/qt_tests.h"

using namespace trainyard;

namespace {

// As the engine writes it (engine/train/profile_report.cpp).
QByteArray summaryOfGpu() {
  return R"({"first_step":6,"steps":4,"device":"cuda:0","seconds":0.2,"operators_per_step":512.5,
    "phases":[{"name":"forward","seconds":0.08,"share":0.4,"device_share":0.25},
              {"name":"backward","seconds":0.06,"share":0.3,"device_share":0.5},
              {"name":"other","seconds":0.06,"share":0.3,"device_share":0.25}],
    "operators":{"longest":[{"name":"aten::mm","calls":9,"seconds":0.1,"own_seconds":0.1,"share":1.0}],
                 "entries":1,"others_share":0.0},
    "gpu":{"launches_per_step":1184,"busy_seconds":0.15,"idle_seconds":0.05,"gaps":37,
           "longest_gap_seconds":0.002,
           "kernels":{"longest":[{"name":"gemm<bf16>","calls":96,"seconds":0.1,"own_seconds":0.1,"share":0.75}],
                      "entries":12,"others_share":0.25},
           "waits":[{"name":"cudaStreamSynchronize","calls":8,"seconds":0.04,"own_seconds":0.04,"share":1.0}]}})";
}

QByteArray summaryOfProcessor() {
  return R"({"first_step":6,"steps":3,"device":"cpu","seconds":3,"operators_per_step":400,
    "phases":[{"name":"forward","seconds":1.5,"share":0.5,"device_share":0.0},
              {"name":"other","seconds":1.5,"share":0.5,"device_share":0.0}],
    "operators":{"longest":[{"name":"aten::mm","calls":9,"seconds":2.0,"own_seconds":1.5,"share":0.6}],
                 "entries":40,"others_share":0.4}})";
}

struct ProfileScene {
  ProfileScene() {
    service.answers["files.read"] = [this](const QJsonObject& asked) {
      const QString path = asked["path"].toString();
      if (!failure.isEmpty()) return ScriptedService::error("test.foreign", failure);
      if (!files.contains(path))
        return ScriptedService::error("files.missing", path + " does not exist there");
      const QByteArray content = files[path];
      return QJsonObject{{"data", QString::fromLatin1(content.toBase64())},
                         {"offset", 0},
                         {"bytes", content.size()}};
    };
    service.answers["files.fetch"] = [this](const QJsonObject& asked) {
      if (!failure.isEmpty()) return ScriptedService::error("test.foreign", failure);
      return QJsonObject{{"path", asked["destination"]}, {"left_out", QJsonArray()}};
    };
    client.connectToService();
    if (!QTest::qWaitFor([this] { return client.isConnected(); })) qFatal("no service");
    run = runRecord("r", RunState::completed);
    run.attempt = 2;
    run.source = "/home/me/far.yaml";
  }
  ~ProfileScene() {
    dialog.reset();
    QCoreApplication::processEvents();
  }

  void open() {
    dialog = std::make_unique<ProfileDialog>(run, &actions, nullptr);
    dialog->show();
  }
  bool says(const QString& words) const {
    for (const QLabel* label : dialog->findChildren<QLabel*>())
      if (label->isVisible() && label->text().contains(words)) return true;
    return false;
  }
  QPushButton* button(const QString& words) const {
    for (QPushButton* one : dialog->findChildren<QPushButton*>())
      if (one->text() == words && one->isVisible()) return one;
    return nullptr;
  }

  ScriptedService service;
  ServiceClient client{service.places()};
  RunActions actions{&client};
  RunRecord run;
  QMap<QString, QByteArray> files;
  QString failure;
  std::unique_ptr<ProfileDialog> dialog;
};

const QString folderOfFirst = "/scratch/far/attempts/0001/profile/";

}  // namespace

class ProfileDialogTest : public QObject {
  Q_OBJECT
 private slots:
  void theNewestAttemptThatHasOneIsShown() {
    ProfileScene scene;
    scene.files[folderOfFirst + "summary.json"] = summaryOfGpu();
    scene.open();
    QTRY_VERIFY(scene.says("Steps 6 to 9 on cuda:0, 50.00 ms each, in attempt 1"));
    QCOMPARE(scene.service.count("files.read"), 2);
    QCOMPARE(scene.service.last("files.read")["target"].toString(), QString("cluster"));
    QVERIFY(scene.says("Forward pass"));
    QVERIFY(scene.says("20.00 ms"));  // a step's forward pass
    QVERIFY(scene.says("gemm&lt;bf16&gt;"));
    QVERIFY(scene.says("75.0 %"));
    QVERIFY(scene.says("All others"));
    QVERIFY(scene.says("idle for 25.0 % of the time, in 37 gaps; the longest was 2.00 ms"));
    QVERIFY(scene.says("184 kernels"));
    QVERIFY(scene.says("cudaStreamSynchronize"));
    QVERIFY(!scene.says("aten::mm"));  // of the host, where the GPU's kernels are shown
  }

  void withoutAGpuTheOperatorsAreShown() {
    ProfileScene scene;
    scene.run.attempt = 1;
    scene.files[folderOfFirst + "summary.json"] = summaryOfProcessor();
    scene.open();
    QTRY_VERIFY(scene.says("Steps 6 to 8 on cpu, 1.00 s each"));
    QVERIFY(!scene.says("attempt"));
    QVERIFY(scene.says("aten::mm"));
    QVERIFY(scene.says("500.00 ms"));  // its own time, of a step
    QVERIFY(!scene.says("idle"));
    QVERIFY(!scene.says("Share of the GPU"));
    QVERIFY(!scene.says("waited in"));
  }

  void aRunWithoutOneOffersANewRun() {
    ProfileScene scene;
    scene.open();
    QTRY_VERIFY(scene.says("This run has no profile."));
    QVERIFY(scene.says("logging.profile_steps"));
    QVERIFY(!scene.button("Save trace…"));
    QSignalSpy wanted(scene.dialog.get(), &ProfileDialog::experimentWanted);
    QVERIFY(scene.button("Profile in a new run"));
    QTest::mouseClick(scene.button("Profile in a new run"), Qt::LeftButton);
    QCOMPARE(wanted.count(), 1);
    const auto values = wanted[0][0].value<QList<std::pair<QString, QString>>>();
    QCOMPARE(values.size(), 1);
    QCOMPARE(values[0].first, QString("logging.profile_steps"));
    QVERIFY(values[0].second.toInt() > 0);
    QVERIFY(!scene.dialog->isVisible());
  }

  void aRunThatGoesOnMayGetOne() {
    ProfileScene scene;
    scene.run.state = RunState::running;
    scene.open();
    QTRY_VERIFY(scene.says("no profile yet"));
  }

  void whatCannotBeReadIsSaid() {
    ProfileScene scene;
    for (const QByteArray& content :
         {QByteArray("{"), QByteArray("[]"), QByteArray("{}"), QByteArray()}) {
      scene.files["/scratch/far/attempts/0002/profile/summary.json"] = content;
      scene.open();
      QTRY_VERIFY(scene.says("cannot be read"));
      QVERIFY(!scene.button("Profile in a new run"));
    }
    scene.failure = "The cluster is far away.";
    scene.open();
    QTRY_VERIFY(scene.says("far away"));
  }

  void theTraceIsSavedWhereAPersonSays() {
    ProfileScene scene;
    scene.files[folderOfFirst + "summary.json"] = summaryOfGpu();
    scene.open();
    QTRY_VERIFY(scene.button("Save trace…"));
    const auto save = [&] {
      QTest::mouseClick(scene.button("Save trace…"), Qt::LeftButton);
      auto* chooser = scene.dialog->findChild<QFileDialog*>();
      QVERIFY(chooser);
      emit chooser->fileSelected("/home/me/far trace.json");
      chooser->close();
    };
    save();
    QTRY_VERIFY(scene.says("ui.perfetto.dev"));
    QCOMPARE(scene.service.last("files.fetch")["path"].toString(), folderOfFirst + "trace.json");
    QCOMPARE(scene.service.last("files.fetch")["destination"].toString(),
             QString("/home/me/far trace.json"));
    QVERIFY(scene.says("/home/me/far trace.json"));
    scene.failure = "The disk is full.";
    save();
    QTRY_VERIFY(scene.says("The disk is full."));
    QVERIFY(scene.button("Save trace…")->isEnabled());
  }

  void thePageOfTheRunOpensIt() {
    RunRecord run = runRecord("r", RunState::completed);
    run.source = "/home/me/far.yaml";
    RunsScene scene({run});
    QTRY_VERIFY(scene.isReady());
    scene.page->view()->showPart("devices");
    QTRY_VERIFY(scene.button("Profile…") && scene.button("Profile…")->isEnabled());
    QSignalSpy copies(scene.page->view(), &RunView::openExperimentRequested);
    QTest::mouseClick(scene.button("Profile…"), Qt::LeftButton);
    auto* dialog = scene.page->view()->findChild<ProfileDialog*>();
    QVERIFY(dialog);
    emit dialog->experimentWanted({{"logging.profile_steps", "5"}});
    QCOMPARE(copies.count(), 1);
    const auto copy = copies[0][0].value<ExperimentCopy>();
    QCOMPARE(copy.run, QString("r"));
    QCOMPARE(copy.values.size(), 1);
    scene.service.drop();
    QTRY_VERIFY(!scene.button("Profile…")->isEnabled());
    dialog->close();
  }
};

TRAINYARD_WINDOW_TEST(ProfileDialogTest);
#include "profile_dialog_test.moc"
