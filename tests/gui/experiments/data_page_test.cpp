// SPDX-License-Identifier: GPL-3.0-or-later
// The page of the data says where it stands, also when there is nothing to show.
#include "gui/experiments/data/data_page.h"

#include <QLabel>
#include <QTest>
#include <QTextBrowser>

#include "tests/gui/scripted_service.h"
#include "tests/qt_tests.h"

using namespace trainyard;

namespace {

SubmitRequest requestTo(const QString& target) {
  SubmitRequest what;
  what.path = "/tmp/x.yaml";
  what.text = "a";
  what.target = target;
  return what;
}

bool says(const DataPage& page, const QString& words) {
  for (const QLabel* label : page.findChildren<QLabel*>())
    if (label->isVisible() && label->text().contains(words)) return true;
  return false;
}

}  // namespace

class DataPageTest : public QObject {
  Q_OBJECT
 private slots:
  void anotherTargetIsNotLookedAtYetAndThatIsSaid() {
    ScriptedService service;
    service.answers["inspect"] = [](const QJsonObject&) {
      return QJsonObject{
          {"format", 1},
          {"kind", "sequences"},
          {"sequence_length", 32},
          // Edges that are not one more than the bins are not drawn.
          {"splits", QJsonArray{QJsonObject{{"name", "train"},
                                            {"examples", 1},
                                            {"lengths", QJsonObject{{"edges", QJsonArray{1}},
                                                                    {"counts", QJsonArray{5, 6}},
                                                                    {"min", 1},
                                                                    {"max", 1}}}}}},
          {"samples", QJsonArray{QJsonObject{
                          {"split", "train"},
                          {"index", 0},
                          {"length", 1},
                          {"tokens", QJsonArray{QJsonObject{
                                         {"id", 1}, {"text", "The"}, {"learned", true}}}}}}}};
    };
    ServiceClient client(service.places());
    client.connectToService();
    QTRY_VERIFY(client.isConnected());
    DataPage page(&client);
    page.resize(900, 600);
    page.show();
    page.setAvailable(false);
    QVERIFY(says(page, "The data can be inspected once the experiment is saved"));
    page.inspection()->setRequest(requestTo("here"));
    page.setAvailable(true);
    page.enter();
    QTRY_VERIFY(page.text()->toPlainText().contains("The"));
    QVERIFY(!says(page, "Not inspected yet"));
    QVERIFY(says(page, "All have 1 tokens"));
    page.inspection()->setRequest(requestTo("far"));
    QCOMPARE(page.text()->toPlainText(), "");
    QVERIFY(says(page, "Not inspected yet for far"));
    page.inspection()->look(DataInspection::Scope::firstRecords);
    QTRY_VERIFY(page.text()->toPlainText().contains("The"));
    QVERIFY(!says(page, "Not inspected yet"));
    QCOMPARE(service.last("inspect")["target"].toString(), "far");
  }
};

TRAINYARD_WINDOW_TEST(DataPageTest);
#include "data_page_test.moc"
