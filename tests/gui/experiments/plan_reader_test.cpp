// SPDX-License-Identifier: GPL-3.0-or-later
// A document's plan is asked for once it rests, only for what a plan depends on, and only while
// somebody sees it.
#include "gui/experiments/checks/plan_reader.h"

#include <QSignalSpy>
#include <QTest>

#include "engine/contract/experiment/reader.h"
#include "tests/gui/scripted_service.h"
#include "tests/qt_tests.h"

using namespace trainyard;

namespace {

constexpr int restAndMore = PlanReader::restMilliseconds + 300;

}  // namespace

class PlanReaderTest : public QObject {
  Q_OBJECT

  std::unique_ptr<ScriptedService> m_service;
  std::unique_ptr<ServiceClient> m_client;

  static void set(PlanReader& reader, const std::string& more,
                  const QString& path = "/tmp/x.yaml") {
    const std::string text = "format: 1\nname: x\nworkload: engine\n" + more;
    SubmitRequest request;
    request.path = path;
    request.text = QByteArray::fromStdString(text);
    reader.setRequest(request, read_experiment(text, "x.yaml").experiment, true);
  }

 private slots:
  void init() {
    m_service = std::make_unique<ScriptedService>();
    m_service->answers["plan"] = [](const QJsonObject&) {
      return QJsonObject{
          {"format", 1}, {"architecture", "gpt2"}, {"per_device", 4}, {"num_steps", 12}};
    };
    m_client = std::make_unique<ServiceClient>(m_service->places());
    m_client->connectToService();
    QTRY_VERIFY(m_client->isConnected());
  }

  void asksOnceItRestsAndOnlyForWhatMatters() {
    PlanReader reader(m_client.get());
    reader.setWatched(true);
    for (const char* size : {"2", "3", "4"})
      set(reader, "batch: {per_device: " + std::string(size) + "}\n");
    QCOMPARE(m_service->count("plan"), 0);
    QTRY_VERIFY(reader.plan());
    QCOMPARE(m_service->count("plan"), 1);
    QCOMPARE(*reader.plan()->num_steps, 12);
    // Neither the learning rate nor the notes change it.
    set(reader, "batch: {per_device: 4}\noptimizer: {learning_rate: 0.5}\n");
    set(reader, "notes: other words\nbatch: {per_device: 4}\n");
    QTest::qWait(restAndMore);  // nothing tells that no plan is asked for
    QCOMPARE(m_service->count("plan"), 1);
    // What is known stays until more is known.
    set(reader, "batch: {per_device: 8}\n");
    QVERIFY(reader.plan());
    QTRY_COMPARE(m_service->count("plan"), 2);
  }

  void whatNobodySeesIsNotAsked() {
    PlanReader reader(m_client.get());
    set(reader, "batch: {per_device: 2}\n");
    QTest::qWait(restAndMore);  // nothing tells that no plan is asked for
    QCOMPARE(m_service->count("plan"), 0);
    reader.setWatched(true);
    QTRY_COMPARE(m_service->count("plan"), 1);
  }

  void whyThereIsNoneIsSaid() {
    m_service->answers["plan"] = [](const QJsonObject&) {
      return ScriptedService::error("data.missing", "corpus.txt does not exist");
    };
    PlanReader reader(m_client.get());
    reader.setWatched(true);
    set(reader, "batch: {per_device: 2}\n");
    QTRY_COMPARE(reader.whyNot(), "corpus.txt does not exist");
    QVERIFY(!reader.plan());
    // A program of one's own has none, and no reason is needed.
    const std::string command =
        "format: 1\nname: x\nworkload: command\ncommand: {program: /bin/true}\n";
    SubmitRequest request;
    request.path = "/tmp/x.yaml";
    reader.setRequest(request, read_experiment(command, "x.yaml").experiment, true);
    QTest::qWait(restAndMore);  // nothing tells that no plan is asked for
    QCOMPARE(m_service->count("plan"), 1);
    QCOMPARE(reader.whyNot(), QString());
  }
};

TRAINYARD_TEST(PlanReaderTest);
#include "plan_reader_test.moc"
