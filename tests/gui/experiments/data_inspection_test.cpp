// SPDX-License-Identifier: GPL-3.0-or-later
// The page "Data": what is asked, what is shown, and that neighbours are asked for once.
#include "gui/experiments/checks/data_inspection.h"

#include <QSignalSpy>
#include <QTest>
#include <QTextBlock>
#include <QTextDocument>

#include "gui/experiments/data/data_text.h"
#include "remote/values/records.h"
#include "tests/gui/scripted_service.h"
#include "tests/qt_tests.h"

using namespace trainyard;

namespace {

QJsonObject token(int id, const char* text, bool learned) {
  return {{"id", id}, {"text", text}, {"learned", learned}};
}

QJsonObject hiddenToken() {
  QJsonObject hidden = token(4, " [MASK]", true);
  hidden.insert("hidden", QJsonObject{{"id", 9}, {"text", "<b>home</b>"}});
  return hidden;
}

QJsonObject splitOf(const char* name, int examples, bool counts) {
  QJsonObject split{{"name", name}, {"examples", examples}};
  if (!counts) return split;
  split.insert("tokens", 300);
  split.insert("learned_tokens", 75);
  split.insert("padding", 0.125);
  split.insert("lengths", QJsonObject{{"edges", QJsonArray{2, 4, 6}},
                                      {"counts", QJsonArray{20, 10}},
                                      {"min", 2},
                                      {"median", 3.0},
                                      {"p95", 5.0},
                                      {"max", 5}});
  split.insert("labels", QJsonArray{QJsonObject{{"name", "yes"}, {"count", 12}}});
  return split;
}

// As the service answers: examples from `from` on.
QJsonObject answer(const QJsonObject& parameters) {
  const bool counts = parameters["counts"].toBool();
  QJsonArray samples;
  for (int i = 0; i < parameters["samples"].toInt() && parameters["from"].toInt() + i < 30; ++i)
    samples.append(QJsonObject{
        {"split", parameters["split"]},
        {"index", parameters["from"].toInt() + i},
        {"length", 3},
        {"label", "yes"},
        {"tokens", QJsonArray{token(1, "The", false), hiddenToken(), token(2, "\n", true)}}});
  return {{"format", 1},
          {"kind", "sequences"},
          {"tokenizer", ""},
          {"vocab_size", 90},
          {"sequence_length", 32},
          {"raw", 1000},
          {"splits", QJsonArray{splitOf("train", 30, counts), splitOf("validation", 7, counts)}},
          {"samples", samples}};
}

SubmitRequest request(const QByteArray& text) {
  SubmitRequest what;
  what.path = "/tmp/x.yaml";
  what.text = text;
  return what;
}

}  // namespace

class DataInspectionTest : public QObject {
  Q_OBJECT
 private slots:
  void init() {
    m_service = std::make_unique<ScriptedService>();
    m_service->answers["inspect"] = answer;
    m_client = std::make_unique<ServiceClient>(m_service->places());
    m_client->connectToService();
    QTRY_VERIFY(m_client->isConnected());
  }

  void looksAtTheFirstRecordsAndThenAtAll() {
    DataInspection data(m_client.get());
    data.setRequest(request("a"));
    QCOMPARE(data.state(), DataInspection::State::nothing);
    data.look(DataInspection::Scope::firstRecords);
    QCOMPARE(data.state(), DataInspection::State::asking);
    QTRY_COMPARE(data.state(), DataInspection::State::answered);
    QCOMPARE(m_service->last("inspect")["raw"].toInt(), 1000);
    QCOMPARE(data.numExamples(), 30);
    QCOMPARE(data.split()->learned_tokens, 75);
    data.look(DataInspection::Scope::all);
    QTRY_COMPARE(data.state(), DataInspection::State::answered);
    QVERIFY(!m_service->last("inspect").contains("raw"));
    QVERIFY(!data.isOutOfDate());
    data.setRequest(request("b"));
    QVERIFY(data.isOutOfDate());
  }

  void asksForNeighboursTogether() {
    DataInspection data(m_client.get());
    data.setRequest(request("a"));
    data.look(DataInspection::Scope::firstRecords);
    QTRY_COMPARE(data.state(), DataInspection::State::answered);
    for (int place = 1; place < DataInspection::examplesAtOnce; ++place) {
      data.next();
      QCOMPARE(data.example()->index, place);
    }
    QCOMPARE(m_service->count("inspect"), 1);
    data.next();
    QTRY_VERIFY(data.example());
    QCOMPARE(data.example()->index, 8);
    QVERIFY(!m_service->last("inspect")["counts"].toBool());
    QCOMPARE(data.split()->tokens, 300);  // still known
    data.previous();
    QTRY_VERIFY(data.example());
    QCOMPARE(data.example()->index, 7);
    data.previous();
    QCOMPARE(data.example()->index, 6);
    QCOMPARE(m_service->count("inspect"), 3);
    data.showExampleAt(30);  // there is none
    QCOMPARE(data.place(), 6);
  }

  void randomOrderAndOtherSplit() {
    DataInspection data(m_client.get());
    data.setRequest(request("a"));
    data.look(DataInspection::Scope::firstRecords);
    QTRY_COMPARE(data.state(), DataInspection::State::answered);
    data.shuffle(3);
    QTRY_COMPARE(data.state(), DataInspection::State::answered);
    QCOMPARE(m_service->last("inspect")["random"].toInt(), 3);
    data.chooseSplit("validation");
    QTRY_COMPARE(data.state(), DataInspection::State::answered);
    QCOMPARE(m_service->last("inspect")["split"].toString(), QString("validation"));
    QCOMPARE(data.numExamples(), 7);
    data.showInOrder();
    QTRY_COMPARE(data.state(), DataInspection::State::answered);
    QVERIFY(!m_service->last("inspect").contains("random"));
  }

  void saysWhatIsDoneAndStops() {
    m_service->answers.erase("inspect");
    DataInspection data(m_client.get());
    data.setRequest(request("a"));
    data.look(DataInspection::Scope::all);
    QTRY_COMPARE(m_service->count("inspect"), 1);
    m_service->notify("progress", {{"target", "here"},
                                   {"what", "phase.tokenizing"},
                                   {"bytes_done", 30},
                                   {"bytes_total", 60}});
    QTRY_COMPARE(data.progress(), QString("tokenizing, 50 %"));
    data.stop();
    QCOMPARE(data.state(), DataInspection::State::nothing);
  }

  void anErrorIsASentence() {
    m_service->answers["inspect"] = [](const QJsonObject&) {
      return QJsonObject{
          {"error", QJsonObject{{"code", "inspect.command"}, {"message", "no data"}}}};
    };
    DataInspection data(m_client.get());
    data.setRequest(request("a"));
    data.look(DataInspection::Scope::all);
    QTRY_COMPARE(data.state(), DataInspection::State::failed);
    QVERIFY(!data.failure().isEmpty());
  }

  void marksTokens() {
    const auto data = fromJson<Inspection>(answer({{"counts", true}, {"samples", 1}, {"from", 0}}));
    const DataSample example = data.samples.front();
    QTextDocument document;
    DataText::fill(document, data, example, QPalette(), DataText::Ids::hidden);
    QCOMPARE(document.toPlainText(), QString("The [MASK]⏎\n"));
    DataText::fill(document, data, example, QPalette(), DataText::Ids::shown);
    QCOMPARE(document.toPlainText(), QString("The1 [MASK]4⏎\n2"));
    bool hasTip = false;
    const QTextBlock block = document.begin();
    for (auto part = block.begin(); !part.atEnd(); ++part)
      hasTip |= part.fragment().charFormat().toolTip().contains("&lt;b&gt;home");
    QVERIFY(hasTip);
    const QString words = DataText::counts(data, data.splits.front());
    QVERIFY2(words.contains("75 tokens are learned (25 %)"), qPrintable(words));
    QVERIFY2(words.contains("12.5 % of the computed tokens are padding"), qPrintable(words));
    QVERIFY2(words.contains("Label yes: 12"), qPrintable(words));
  }

  void warnsOfTheFilesOfASplit() {
    QJsonObject said = answer({{"counts", true}, {"samples", 0}, {"from", 0}});
    said["warnings"] = QJsonArray{
        QJsonObject{{"code", "of.another.engine"},
                    {"arguments", QJsonObject{{"split", "train"}}},
                    {"text", "the first column is read"}},
        QJsonObject{{"code", "x"}, {"arguments", QJsonObject{{"split", "other"}}}, {"text", "y"}},
        "none"};
    const auto data = fromJson<Inspection>(said);
    const QString words = DataText::counts(data, data.splits.front());
    QVERIFY2(words.startsWith("the first column is read\n"), qPrintable(words));
    QVERIFY(!DataText::counts(data, data.splits.back()).contains("the first column"));
  }

  void whatMakesNoSenseStaysEmpty() {
    const auto data = fromJson<Inspection>(
        {{"splits", QJsonArray{1, "x", QJsonObject{{"name", "y"}, {"lengths", 3}}}},
         {"samples", QJsonArray{QJsonValue(), QJsonObject{{"tokens", QJsonArray{"z"}}}}},
         {"vocab_size", 90},
         {"raw", "many"}});
    QCOMPARE(data.splits.size(), std::size_t(1));
    QVERIFY(data.splits[0].name == "y" && !data.splits[0].lengths);
    QCOMPARE(data.samples.size(), std::size_t(1));
    QVERIFY(data.samples[0].tokens.empty());
    QVERIFY(!data.raw && data.vocab_size == 90);
  }

 private:
  std::unique_ptr<ScriptedService> m_service;
  std::unique_ptr<ServiceClient> m_client;
};

TRAINYARD_TEST(DataInspectionTest);
#include "data_inspection_test.moc"
