// SPDX-License-Identifier: GPL-3.0-or-later
// The page of results, before a service that has files of them.
#include "gui/runs/results/results_view.h"

#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QLabel>
#include <QPainter>
#include <QSet>
#include <QTest>
#include <QToolButton>
#include <QXmlStreamReader>

#include "gui/charts/matrix_picture.h"
#include "gui/charts/unit_picture.h"
#include "gui/runs/records/run_model.h"
#include "gui/runs/results/result_pictures.h"
#include "tests/gui/runs/result_sample.h"
#include "tests/gui/scripted_service.h"
#include "tests/qt_tests.h"

using namespace trainyard;

namespace {

struct ResultsScene {
  explicit ResultsScene(RunState state = RunState::completed) {
    service.answers["results.list"] = [this](const QJsonObject&) {
      if (!failure.isEmpty()) return ScriptedService::error("test.foreign", failure);
      QJsonArray list;
      for (const auto& [split, text] : files)
        list.append(QJsonObject{{"split", split}, {"bytes", text.size()}});
      return QJsonObject{{"splits", list}};
    };
    service.answers["results.read"] = [this](const QJsonObject& parameters) {
      QByteArray text;
      for (const auto& [split, all] : files)
        if (split == parameters["split"].toString()) text = all;
      const QByteArray part = text.mid(parameters["offset"].toInteger(), pieceBytes);
      return QJsonObject{{"data", QString::fromLatin1(part.toBase64())},
                         {"next_offset", parameters["offset"].toInteger() + part.size()}};
    };
    view.resize(900, 700);
    client.connectToService();
    if (!QTest::qWaitFor([this] { return client.isConnected(); })) qFatal("no service");
    choose("r", state);
  }

  void choose(const QString& name, RunState state) {
    RunRecord run;
    run.run = name;
    run.state = state;
    model.choose(run);
  }
  void end() {
    RunRecord run = model.record();
    run.state = RunState::completed;
    model.showRecord(run);
  }
  bool says(const QString& words) const {
    for (const QLabel* label : view.findChildren<QLabel*>())
      if (label->isVisible() && label->text().contains(words)) return true;
    return false;
  }
  const Picture* picture(const QString& title) const {
    for (const PictureView* one : view.findChildren<PictureView*>())
      if (one->isVisible() && one->picture() && one->picture()->title() == title)
        return one->picture();
    return nullptr;
  }
  QComboBox* box(const QString& name) const {
    for (QComboBox* one : view.findChildren<QComboBox*>())
      if (one->accessibleName() == name) return one;
    return nullptr;
  }

  qsizetype pieceBytes = 100;
  std::vector<std::pair<QString, QByteArray>> files;
  QString failure;
  ScriptedService service;
  ServiceClient client{service.places()};
  RunModel model;
  RunActions actions{&client};
  ResultsView view{&model, &actions};
};

// Of three labels.
QByteArray threeLabels() {
  return R"({"format":1,"split":"validation","rows":9,"metrics":{},"labels":["a","b","c"],)"
         R"("roc":[{"label":"a","auc":0.5,"points":[[0,0],[1,1]]},)"
         R"({"label":"b","auc":null,"points":[]},{"label":"c","auc":1,"points":[[0,0],[0,1],[1,1]]}],)"
         R"("confusion":[[3,0,0],[1,2,0],[0,0,3]]})";
}

bool hasInk(const QImage& image) {
  const QRgb ground = image.pixel(1, 1);
  int other = 0;
  for (int y = 0; y < image.height(); ++y)
    for (int x = 0; x < image.width(); ++x) other += image.pixel(x, y) != ground;
  return other > image.width() * image.height() / 200;
}

}  // namespace

class ResultsViewTest : public QObject {
  Q_OBJECT
 private slots:
  void nothingIsAskedForBeforeItIsSeen() {
    ResultsScene scene;
    scene.files = {{"test", resultSample()}};
    // Long enough for a question to be asked, were there one.
    QTest::qWait(100);
    QCOMPARE(scene.service.count("results.list"), 0);
    scene.view.show();
    QTRY_VERIFY(scene.picture("ROC"));
    QCOMPARE(scene.service.last("results.read")["split"].toString(), QString("test"));
    QVERIFY(scene.says("rows: 120"));
    QVERIFY(scene.says("ROC-AUC"));
    const auto* roc = dynamic_cast<const UnitPicture*>(scene.picture("ROC"));
    QCOMPARE(roc->curves[0].name, QString("yes"));
    QCOMPARE(roc->curves[0].area, QString("AUC 0.87500"));
    QVERIFY(scene.picture("Confusion") && scene.picture("Precision and recall"));
    QVERIFY(!scene.box("Which label")->isVisible());
  }

  void anotherSplitAndAnotherLabel() {
    ResultsScene scene;
    scene.files = {{"test", resultSample()}, {"validation", threeLabels()}};
    scene.view.show();
    QTRY_VERIFY(scene.picture("ROC"));
    QComboBox* splits = scene.box("Which rows");
    QCOMPARE(splits->count(), 2);
    splits->setCurrentIndex(1);
    emit splits->activated(1);
    QTRY_VERIFY(scene.says("rows: 9"));
    QComboBox* labels = scene.box("Which label");
    QVERIFY(labels->isVisible());
    QCOMPARE(labels->count(), 4);
    labels->setCurrentIndex(3);
    emit labels->activated(3);
    const auto* roc = dynamic_cast<const UnitPicture*>(scene.picture("ROC"));
    QCOMPARE(roc->curves.size(), 1);
    QCOMPARE(roc->curves[0].name, QString("c"));
    QCOMPARE(roc->curves[0].area, QString("AUC 1"));
    QCOMPARE(roc->curves[0].colour, 2);  // that it had among all
  }

  void withoutResultsThePageSaysWhatWritesThem() {
    ResultsScene scene(RunState::running);
    scene.view.show();
    QTRY_VERIFY(scene.service.count("results.list") > 0);
    QVERIFY(scene.says("when the training has finished"));
    scene.end();
    QTRY_VERIFY(scene.says("no results to draw"));
    QVERIFY(!scene.picture("ROC"));
  }

  void aRunThatEndsShowsItsResults() {
    ResultsScene scene(RunState::running);
    scene.view.show();
    QTRY_VERIFY(scene.service.count("results.list") > 0);
    scene.files = {{"test", resultSample()}};
    scene.end();
    QTRY_VERIFY(scene.picture("ROC"));
  }

  void anotherRunBeginsAnew() {
    ResultsScene scene;
    scene.files = {{"test", resultSample()}};
    scene.view.show();
    QTRY_VERIFY(scene.picture("ROC"));
    scene.files.clear();
    scene.choose("s", RunState::completed);
    QVERIFY(!scene.picture("ROC"));
    QTRY_COMPARE(scene.service.last("results.list")["run"].toString(), QString("s"));
    QTRY_VERIFY(scene.says("no results to draw"));
  }

  void badFilesAndFailuresAreSaid() {
    ResultsScene scene;
    scene.files = {{"test", "no results at all"}};
    scene.view.show();
    QTRY_VERIFY(scene.says("cannot be read"));
    scene.failure = "<b>out of reach</b>";
    scene.choose("s", RunState::completed);
    QTRY_VERIFY(scene.says("<b>out of reach</b>"));
  }

  // It is not read to its end, however long that is.
  void anEndlessFileIsRefused() {
    ResultsScene scene;
    scene.pieceBytes = 1 << 20;
    scene.files = {{"test", QByteArray(64 << 20, ' ')}};
    scene.view.show();
    QTRY_VERIFY_WITH_TIMEOUT(scene.says("cannot be read"), 20000);
    QVERIFY(scene.service.count("results.read") <= 18);
  }

  void itIsCopiedAndExported() {
    ResultsScene scene;
    scene.files = {{"test", resultSample()}};
    scene.view.show();
    QTRY_VERIFY(scene.picture("ROC"));
    for (QToolButton* button : scene.view.findChildren<QToolButton*>())
      if (button->text() == "Copy") button->click();
    QVERIFY(QApplication::clipboard()->text().contains("no\t60\t10"));
    ResultCurves foreign = *scene.view.shown();
    foreign.labels[1] = foreign.roc[0].label = "</text> & \"yes\"";
    const auto pictures = ResultPictures::of(foreign, {});
    QCOMPARE(pictures.size(), 4);
    const QImage image = ResultPictures::image(pictures, scene.view.font());
    QVERIFY(hasInk(image));
    const QByteArray svg = ResultPictures::svg(pictures, scene.view.font());
    QXmlStreamReader reader(svg);
    int lines = 0;
    while (!reader.atEnd())
      if (reader.readNext() == QXmlStreamReader::StartElement)
        lines += reader.name() == u"polyline";
    QVERIFY2(!reader.hasError(), qPrintable(reader.errorString()));
    QVERIFY2(lines >= 3, svg.left(2000));
  }

  void thePointerReadsOut() {
    const auto results = *ResultCurves::parse(resultSample());
    const auto pictures = ResultPictures::of(results, {});
    const QRectF room(0, 0, 400, 300);
    QString confusion, roc;
    for (int y = 0; y < 300; y += 5)
      for (int x = 0; x < 400; x += 5) {
        const QString one = pictures[3]->words(QPointF(x, y), room, QFont());
        if (one.contains("yes, said to be no")) confusion = one;
        if (const QString other = pictures[0]->words(QPointF(x, y), room, QFont());
            other.contains("0.14"))
          roc = other;
      }
    QCOMPARE(confusion, QString("yes, said to be no: 5 rows, 10.0 % of its label"));
    QVERIFY2(roc.contains("AUC 0.875"), qPrintable(roc));
    QCOMPARE(pictures[0]->words(QPointF(-50, -50), room, QFont()), QString());
  }

  void theConfusionOfALabelThatIsChosen() {
    auto results = *ResultCurves::parse(resultSample());
    results.confusion.clear();
    results.labelConfusions = {{"yes", {{60, 10}, {5, 45}}}};
    const QRectF room(0, 0, 400, 300);
    const auto said = [&](const QString& label) {
      QSet<QString> words;
      const auto pictures = ResultPictures::of(results, label);
      for (int y = 0; y < 300; y += 5)
        for (int x = 0; x < 400; x += 5) words << pictures[3]->words(QPointF(x, y), room, QFont());
      return words;
    };
    QVERIFY(said("yes").contains("yes, said to be not yes: 5 rows, 10.0 % of its label"));
    QCOMPARE(said({}), QSet<QString>{QString()});  // of all labels together there is none
  }

  // Also a picture without room, or without anything.
  void everySizeIsDrawn() {
    const auto results = *ResultCurves::parse(resultSample());
    auto pictures = ResultPictures::of(results, {});
    pictures += ResultPictures::of({}, {});
    QImage image(300, 300, QImage::Format_ARGB32);
    QPainter painter(&image);
    for (const auto& picture : pictures)
      for (int size : {0, 1, 30, 90, 300})
        picture->draw(painter, QRectF(0, 0, size, size), QPalette(), QFont());
    QVERIFY(painter.end());
  }
};

TRAINYARD_WINDOW_TEST(ResultsViewTest);
#include "results_view_test.moc"
