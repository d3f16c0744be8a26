// SPDX-License-Identifier: GPL-3.0-or-later
// A cluster is asked about the document: not at every keystroke, not behind a login that nobody
// opened, and its answers are marked.
#include "gui/experiments/checks/target_check.h"

#include <QSettings>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include "engine/contract/experiment/reader.h"
#include "gui/experiments/document/document_targets.h"
#include "gui/experiments/checks/estimate.h"
#include "gui/experiments/document/experiment_document.h"
#include "gui/experiments/checks/preview.h"
#include "gui/experiments/review/review_row.h"
#include "gui/forms/contract_text.h"
#include "tests/gui/scripted_service.h"
#include "tests/qt_tests.h"

using namespace trainyard;

namespace {

TargetRecord cluster(TargetLink link) {
  TargetRecord target;
  target.settings.name = "practice";
  target.kind = "slurm";
  target.link = link;
  return target;
}

SubmitRequest request(const QByteArray& text, const QString& target = "practice") {
  SubmitRequest what;
  what.path = "/tmp/x.yaml";
  what.text = text;
  what.target = target;
  return what;
}

const QJsonObject tooManyGpus{{"severity", "error"},
                              {"code", "target.gpus"},
                              {"path", "resources.gpus_per_node"},
                              {"text", "no node has 16 GPUs"}};

Experiment experimentOf(const std::string& resources) {
  return read_experiment("format: 1\nname: x\nresources:\n" + resources, "x.yaml").experiment;
}

}  // namespace

class TargetCheckTest : public QObject {
  Q_OBJECT
 private slots:
  void init() {
    m_service = std::make_unique<ScriptedService>();
    m_service->answers["check"] = [](const QJsonObject&) {
      return QJsonObject{{"diagnostics", QJsonArray{tooManyGpus}},
                         {"estimate", QJsonObject{{"expected_start", 5000.0}}}};
    };
    m_client = std::make_unique<ServiceClient>(m_service->places());
    m_client->connectToService();
    QTRY_VERIFY(m_client->isConnected());
  }

  void asksOnceTheDocumentRests() {
    TargetList list(m_client.get());
    list.setTargets({cluster(TargetLink::connected)});
    TargetCheck check(m_client.get(), &list);
    std::vector<Diagnostic> findings;
    connect(&check, &TargetCheck::found, this,
            [&](const std::vector<Diagnostic>& found) { findings = found; });
    for (const char* text : {"a", "ab", "abc"}) {
      check.setRequest(request(text), TargetCheck::Document::checkable, 32);
      QTest::qWait(50);
    }
    check.setRequest(request("abc"), TargetCheck::Document::checkable,
                     32);  // the same again: not another rest
    QCOMPARE(m_service->count("check"), 0);
    QTRY_COMPARE(findings.size(), 1u);
    QCOMPARE(m_service->count("check"), 1);
    QCOMPARE(m_service->last("check")["text"].toString(), "abc");
    QCOMPARE(ContractText::finding(findings[0]), "practice: no node has 16 GPUs");
    QCOMPARE(check.summary(4700), "practice: at most 32 GPU-hours; would start in 5 min");
    check.setRequest(request("abc", "here"), TargetCheck::Document::checkable, 32);
    QVERIFY(findings.empty());
    QCOMPARE(check.summary(4700), QString());
  }

  void neverOpensALoginByItself() {
    TargetList list(m_client.get());
    list.setTargets({cluster(TargetLink::none)});
    TargetCheck check(m_client.get(), &list);
    check.setRequest(request("a"), TargetCheck::Document::checkable, {});
    QVERIFY(check.needsLogin());
    QTest::qWait(TargetCheck::debounceMilliseconds + 200);  // nothing tells that no question came
    QCOMPARE(m_service->count("check"), 0);
    // Connected by other means: what waited is asked.
    list.setTargets({cluster(TargetLink::connected)});
    QTRY_COMPARE(m_service->count("check"), 1);
  }

  void aPersonMayAskAndTheReasonOfAFailureIsSaid() {
    TargetList list(m_client.get());
    list.setTargets({cluster(TargetLink::none)});
    m_service->answers["check"] = [](const QJsonObject&) {
      return ScriptedService::error("host.unreachable", "practice does not answer");
    };
    TargetCheck check(m_client.get(), &list);
    check.setRequest(request("a"), TargetCheck::Document::checkable, {});
    check.askNow();
    QTRY_COMPARE(check.summary(0), "practice: practice does not answer");
    check.setRequest(request("b"), TargetCheck::Document::wrong, {});
    check.askNow();
    QTest::qWait(100);  // nothing tells that no second question came
    QCOMPARE(m_service->count("check"), 1);
  }

  void theFindingsOfAClusterStayUntilItSaysSomethingNew() {
    ExperimentDocument document;
    document.startFrom("format: 1\nname: x\nworkload: command\ncommand:\n  program: a.sh\n");
    Diagnostic finding;
    finding.code = "target.gpus";
    finding.path = "seed";
    finding.line = 2;
    document.showTargetFindings({finding});
    QCOMPARE(document.content().diagnostics.size(), 1u);
    QVERIFY(document.isSound());
    QVERIFY(document.setValue("seed", Value(7)).ok());
    QCOMPARE(document.content().diagnostics.size(), 1u);
    QCOMPARE(document.content().diagnostics[0].line, 0);
    document.showTargetFindings({});
    QVERIFY(document.content().diagnostics.empty());
    document.showTargetFindings({finding});
    document.startFrom(emptyExperiment());
    for (const Diagnostic& left : document.content().diagnostics)
      QVERIFY(left.code != "target.gpus");
  }

  void whatItCosts() {
    QCOMPARE(
        Estimate::gpuHours(experimentOf("  nodes: 2\n  gpus_per_node: 8\n  time_limit: 4:00:00\n")),
        64.0);
    QCOMPARE(Estimate::gpuHours(
                 experimentOf("  gpus_per_node: 1\n  time_limit: 30\n  array: 0-9:3%2\n")),
             2.0);
    QVERIFY(!Estimate::gpuHours(experimentOf("  gpus_per_node: 1\n")));
    QVERIFY(!Estimate::gpuHours(experimentOf("  nodes: 4\n  time_limit: 4:00:00\n")));
    QCOMPARE(Estimate::summary({}, 0, 100), QString());
    QCOMPARE(Estimate::summary(2.5, 0, 100), "at most 2.5 GPU-hours");
    QCOMPARE(Estimate::summary({}, 130, 100), "would start immediately");
  }

  void previewSaysWhatTravelsAndWhatIsWrong() {
    m_service->answers["render"] = [](const QJsonObject&) {
      return QJsonObject{{"script", "#!/bin/bash\n"}, {"command_line", "sbatch job.sh"}};
    };
    m_service->answers["sync.preview"] = [](const QJsonObject&) {
      return QJsonObject{{"code", QJsonObject{{"files", 2},
                                              {"bytes", 2048},
                                              {"missing_since_last", QJsonArray{"old.py"}}}},
                         {"data", QJsonArray{QJsonObject{
                                      {"path", "/a.txt"}, {"bytes", 1024}, {"is_there", true}}}},
                         {"engine", QJsonObject{{"bytes", 0}, {"is_there", true}}},
                         {"seconds", 3.0}};
    };
    Preview preview(m_client.get());
    QString text;
    connect(&preview, &Preview::syncReady, this, [&](const SyncPreviewAnswer& answer) {
      text = TravelRows::summary(answer);
      for (const ReviewRow& row : TravelRows::of(answer))
        text += '\n' + row.name + ": " + row.detail + "; " + row.right;
    });
    preview.request(request("a"));
    QTRY_VERIFY(!text.isEmpty());
    for (const char* part : {"Code: 2 files; 2.0 KiB", "a.txt: /a.txt; is there",
                             "Engine: ; is there", "about 3 s in total", "old.py"})
      QVERIFY2(text.contains(part), qPrintable(text));
    preview.request(request("a", "here"));
    QTRY_COMPARE(m_service->count("render"), 2);
    QTest::qWait(50);  // nothing tells that no second preview is asked for
    QCOMPARE(m_service->count("sync.preview"), 1);
    m_service->answers["render"] = [](const QJsonObject&) {
      QJsonObject answer = ScriptedService::error("experiment.invalid", "1 error");
      QJsonObject inner = answer["error"].toObject();
      inner["arguments"] = QJsonObject{{"diagnostics", QJsonArray{tooManyGpus}}};
      return QJsonObject{{"error", inner}};
    };
    std::vector<Diagnostic> findings;
    QSignalSpy failed(&preview, &Preview::failed);
    connect(&preview, &Preview::refused, this,
            [&](const std::vector<Diagnostic>& found) { findings = found; });
    preview.request(request("a"));
    QTRY_COMPARE(failed.count(), 1);
    QCOMPARE(findings.size(), 1u);
    QCOMPARE(findings[0].path, "resources.gpus_per_node");
  }

  void aFileRemembersItsTarget() {
    QTemporaryDir folder;
    QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, folder.path());
    QCoreApplication::setOrganizationName("trainyard-test");
    QCOMPARE(DocumentTargets::of("/a.yaml"), "here");
    DocumentTargets::remember("/a.yaml", "practice");
    DocumentTargets::remember("/b.yaml", "leonardo");
    DocumentTargets::remember("/a.yaml", "leonardo");
    QCOMPARE(DocumentTargets::of("/a.yaml"), "leonardo");
    DocumentTargets::remember("/b.yaml", "here");
    QCOMPARE(DocumentTargets::of("/b.yaml"), "here");
    QCOMPARE(DocumentTargets::of(""), "here");
  }

 private:
  std::unique_ptr<ScriptedService> m_service;
  std::unique_ptr<ServiceClient> m_client;
};

TRAINYARD_TEST(TargetCheckTest);
#include "target_check_test.moc"
