// SPDX-License-Identifier: GPL-3.0-or-later
// Texts, tables, images and histograms of a run, over a real store.
#include <QClipboard>
#include <QFileDialog>
#include <QGuiApplication>
#include <QPlainTextEdit>
#include <QSignalSpy>
#include <QTableView>
#include <QTest>

#include "gui/forms/image_view.h"
#include "gui/runs/records/other_run_box.h"
#include "gui/runs/samples/histogram_picture.h"
#include "tests/gui/runs/samples_scene.h"
#include "tests/qt_tests.h"

using namespace trainyard;

namespace {

SampleEvent sampleOf(SampleKind kind, const std::string& content, std::int64_t step = 10,
                     bool isCut = false) {
  return {"shown", kind, step, content, "", isCut};
}

}  // namespace

class SamplesViewTest : public QObject {
  Q_OBJECT

 private slots:
  void whatAProgramHasToLogIsSaid() {
    SamplesScene scene;
    scene.choose();
    QTRY_VERIFY(SamplesScene::says(scene.view.get(), "add_histogram"));
    SamplesScene engine("engine");
    engine.choose();
    QTRY_VERIFY(SamplesScene::says(engine.view.get(), "judged worst"));
    scene.addTexts("run-a", {10});
    scene.refresh();
    QTRY_COMPARE(scene.text(), QString("at 10"));
    QVERIFY(!SamplesScene::says(scene.view.get(), "add_histogram"));
  }

  void theNewestIsShownAndFollowed() {
    SamplesScene scene;
    scene.addTexts("run-a", {10, 20, 40});
    scene.choose();
    QTRY_COMPARE(scene.text(), QString("at 40"));
    QCOMPARE(scene.step()->text(), QString("40"));
    QVERIFY(SamplesScene::says(scene.pane(), "prompt one"));
    scene.addTexts("run-a", {50});
    scene.refresh();
    QTRY_COMPARE(scene.text(), QString("at 50"));
    // Whoever looks at an earlier one keeps it.
    scene.slider()->setValue(1);
    QTRY_COMPARE(scene.text(), QString("at 20"));
    scene.addTexts("run-a", {60});
    scene.refresh();
    QTRY_COMPARE(scene.slider()->maximum(), 4);
    QCOMPARE(scene.slider()->value(), 1);
    QCOMPARE(scene.text(), QString("at 20"));
    QCOMPARE(scene.step()->text(), QString("20"));
  }

  void keysGoFromStepToStep() {
    SamplesScene scene;
    scene.addTexts("run-a", {10, 20, 4000});
    scene.add("run-a", {sampleOf(SampleKind::text, "other", 20)});
    scene.choose();
    QTRY_COMPARE(scene.text(), QString("at 4000"));
    QTest::keyClick(scene.slider(), Qt::Key_Left);
    QTRY_COMPARE(scene.text(), QString("at 20"));
    QTest::keyClick(scene.slider(), Qt::Key_Home);
    QTRY_COMPARE(scene.text(), QString("at 10"));
    QTest::keyClick(scene.slider(), Qt::Key_Right);
    QTRY_COMPARE(scene.text(), QString("at 20"));
    QTest::keyClick(scene.slider(), Qt::Key_End);
    QTRY_COMPARE(scene.text(), QString("at 4000"));
    scene.step()->setFocus();
    scene.step()->selectAll();
    QTest::keyClicks(scene.step(), "14");
    QTest::keyClick(scene.step(), Qt::Key_Return);
    QTRY_COMPARE(scene.text(), QString("at 10"));
    QCOMPARE(scene.step()->text(), QString("10"));
    QTest::keyClicks(scene.step(), "no number");
    QTest::keyClick(scene.step(), Qt::Key_Return);
    QCOMPARE(scene.step()->text(), QString("10"));
    QTest::keyClick(scene.slider(), Qt::Key_PageDown);
    QTRY_COMPARE(scene.text(), QString("other"));
    QTest::keyClick(scene.slider(), Qt::Key_PageUp);
    QTRY_COMPARE(scene.text(), QString("at 20"));  // where the other one was
  }

  void aClickGoesToTheNearestDot() {
    SamplesScene scene;
    scene.addTexts("run-a", {0, 50, 100});
    scene.choose();
    QTRY_COMPARE(scene.text(), QString("at 100"));
    QTest::mouseClick(scene.slider(), Qt::LeftButton, {}, scene.slider()->rect().center());
    QTRY_COMPARE(scene.text(), QString("at 50"));
  }

  void whatWasSupersededIsNotShown() {
    SamplesScene scene;
    scene.addTexts("run-a", {10, 20});
    StartEvent start;
    start.resume_step = 10;
    scene.add("run-a", {start, sampleOf(SampleKind::text, "again", 15)}, 2);
    scene.choose();
    QTRY_COMPARE(scene.text(), QString("at 10"));
    QCOMPARE(scene.slider()->maximum(), 0);
    QCOMPARE(scene.nameList(), (QStringList{"generated", "shown"}));
  }

  void rowsOfATableAreCopied() {
    SamplesScene scene;
    scene.add("run-a",
              {sampleOf(SampleKind::table,
                        R"({"columns":["text","p"],"rows":[["a\tb\nc",0.5],["d",1]]})", 10, true)});
    scene.choose();
    auto* table = scene.pane()->findChild<QTableView*>();
    QTRY_VERIFY(table->isVisible());
    QVERIFY(SamplesScene::says(scene.pane(), "There was more of it"));
    QCOMPARE(table->model()->headerData(0, Qt::Horizontal).toString(), QString("text"));
    QVERIFY(table->model()->index(0, 1).data(Qt::TextAlignmentRole).toInt() & Qt::AlignRight);
    scene.tool("Copy")->click();
    QCOMPARE(QGuiApplication::clipboard()->text(), QString("text\tp\na b c\t0.5\nd\t1"));
    table->selectRow(1);
    table->actions().first()->trigger();  // Ctrl+C
    QCOMPARE(QGuiApplication::clipboard()->text(), QString("d\t1"));
  }

  void anImageIsShownAndSaved() {
    SamplesScene scene;
    QImage image(8, 4, QImage::Format_RGB32);
    image.fill(Qt::red);
    scene.add("run-a", {sampleOf(SampleKind::image, pngInBase64(image))});
    scene.choose();
    auto* shown = scene.pane()->findChild<ImageView*>();
    QTRY_VERIFY(shown->isVisible());
    QCOMPARE(shown->image().size(), QSize(8, 4));
    const QImage grabbed = shown->grab().toImage();
    QCOMPARE(grabbed.pixelColor(grabbed.rect().center()), QColor(Qt::red));
    QSignalSpy done(scene.view.get(), &SamplesView::done);
    scene.tool("Save to a file")->click();
    auto* dialog = scene.pane()->findChild<QFileDialog*>();
    QVERIFY(dialog);
    const QString path = scene.folder.filePath("saved.png");
    emit dialog->fileSelected(path);
    dialog->close();
    QTRY_COMPARE(done.count(), 1);
    QCOMPARE(QImage(path).size(), QSize(8, 4));
  }

  void whatIsDamagedIsSaid_data() {
    QTest::addColumn<SampleKind>("kind");
    QTest::addColumn<std::string>("content");
    QTest::addColumn<QString>("words");
    QImage image(64, 64, QImage::Format_RGB32);
    for (int at = 0; at < 64 * 64; ++at)
      image.setPixel(at % 64, at / 64, static_cast<uint>(at) * 2654435761u);
    QByteArray png = QByteArray::fromBase64(QByteArray::fromStdString(pngInBase64(image)));
    QTest::newRow("half an image")
        << SampleKind::image << png.left(png.size() / 2).toBase64().toStdString() << "damaged";
    // Width and height of the header, whose checksum is not looked at.
    png[16] = '\x7f', png[20] = '\x7f';
    QTest::newRow("huge") << SampleKind::image << png.toBase64().toStdString() << "";
    QTest::newRow("no image") << SampleKind::image << std::string("PHN2Zz4=") << "no picture";
    QTest::newRow("no table") << SampleKind::table << std::string("[1]") << "cannot be read";
    QTest::newRow("buckets") << SampleKind::histogram
                             << std::string(R"({"edges":[0,1],"counts":[1,2]})")
                             << "cannot be read";
    QTest::newRow("order") << SampleKind::histogram
                           << std::string(R"({"edges":[1,0],"counts":[1]})") << "cannot be read";
    QTest::newRow("numbers") << SampleKind::histogram
                             << std::string(R"({"edges":[0,1e400],"counts":["a"]})")
                             << "cannot be read";
  }
  void whatIsDamagedIsSaid() {
    QFETCH(SampleKind, kind);
    QFETCH(std::string, content);
    QFETCH(QString, words);
    SamplesScene scene;
    scene.add("run-a", {sampleOf(kind, content)});
    scene.choose();
    QTRY_VERIFY(!scene.pane()->shown().problem.isEmpty());
    QVERIFY2(scene.pane()->shown().problem.contains(words),
             qPrintable(scene.pane()->shown().problem));
    QVERIFY(SamplesScene::says(scene.pane(), scene.pane()->shown().problem));
    QVERIFY(scene.pane()->shown().image.isNull());
    QVERIFY(!scene.tool("Copy")->isEnabled());
  }

  void histogramsHaveAHistory() {
    SamplesScene scene;
    for (int step = 0; step <= 100; step += 20)
      scene.add("run-a", {sampleOf(SampleKind::histogram, histogramAround(step / 50.0), step)});
    scene.choose();
    auto* view = scene.pane()->findChild<HistogramView*>();
    const auto picture = [&] { return static_cast<const HistogramPicture*>(view->picture()); };
    QTRY_VERIFY(view->isVisible() && picture() && picture()->history);
    QCOMPARE(picture()->history->columns.size(), std::size_t(6));
    QCOMPARE(picture()->step, 100.0);
    // The left end is the first step.
    QPointF first;
    for (int x = 0; x < view->width() && first.isNull(); ++x)
      if (picture()->stepAt(QPointF(x, view->height() / 4), view->rect()))
        first = QPointF(x + 2, view->height() / 4);
    QVERIFY(!first.isNull());
    QVERIFY(picture()->words(first, view->rect(), view->font()).startsWith("step 0: "));
    QTest::mouseClick(view, Qt::LeftButton, {}, first.toPoint());
    QTRY_COMPARE(picture()->step, 0.0);
    QCOMPARE(scene.slider()->value(), 0);
    scene.tool("Copy")->click();
    QCOMPARE(QGuiApplication::clipboard()->text().count('\n'), 20);
  }

  void anOutlierDoesNotHideTheOthers() {
    SampleHistogram narrow{{0, 1, 2}, {500, 500}}, wide{{0, 1, 2, 1e6}, {5000, 5000, 1}};
    const HistogramHistory history = HistogramHistory::of({{0, narrow}, {10, wide}});
    QCOMPARE(history.low, 0.0);
    QCOMPARE(history.high, 2.0);
    double sum = 0;
    for (const double share : history.columns[0].shares) sum += share;
    QVERIFY(std::abs(sum - 1) < 1e-9);
    QCOMPARE(history.columns[0].shares.size(), std::size_t(HistogramHistory::numBins));
    // A bucket without width, and no values at all.
    QCOMPARE(HistogramHistory::of({{0, {{3, 3}, {7}}}}).columns.size(), std::size_t(1));
    QVERIFY(HistogramHistory::of({{0, {{0, 1}, {0}}}}).columns.empty());
  }

  void foreignWordsAreShownAsTheyAre() {
    SamplesScene scene;
    const std::string markup = "<img src='file:///etc/passwd'><b>x</b>";
    scene.add(
        "run-a",
        {SampleEvent{markup + "\n\x1b[31m", SampleKind::text, 1, markup + "\x1b[2J", markup, false},
         SampleEvent{std::string(5000, 'n'), SampleKind::table, 1,
                     R"({"columns":["<b>c</b>"],"rows":[["<i>cell</i>\u202e"]]})", "", false}});
    scene.choose();
    QTRY_VERIFY(scene.text().startsWith("<img src="));
    QVERIFY(!scene.text().contains(QChar(0x1b)));
    QVERIFY(scene.nameList()[0].startsWith("<img"));
    for (const QString& name : scene.nameList())
      for (const QChar c : name) QVERIFY(c.category() != QChar::Other_Control);
    for (const QLabel* label : scene.view->findChildren<QLabel*>())
      QCOMPARE(label->textFormat(), Qt::PlainText);
    QVERIFY(
        scene.names()->model()->index(0, 0).data(Qt::ToolTipRole).toString().contains("&lt;img"));
    scene.names()->setCurrentIndex(scene.names()->model()->index(1, 0));
    auto* table = scene.pane()->findChild<QTableView*>();
    QTRY_VERIFY(table->isVisible());
    QVERIFY(table->model()->index(0, 0).data().toString().startsWith("<i>cell</i>\uFFFD"));
    QVERIFY(table->model()->index(0, 0).data(Qt::ToolTipRole).toString().contains("&lt;i&gt;"));
  }

  void twoRunsStandBesideEachOther() {
    SamplesScene scene;
    scene.addTexts("run-a", {10, 20, 30});
    scene.add("run-a", {sampleOf(SampleKind::text, "alone", 20)});
    scene.addTexts("run-b", {10, 28});
    scene.choose();
    QTRY_COMPARE(scene.text(), QString("at 30"));
    QVERIFY(!scene.beside()->isVisible());
    auto* others = scene.view->findChild<OtherRunBox*>();
    QCOMPARE(others->findData("run-a"), -1);
    emit others->activated(others->findData("run-b"));
    QTRY_COMPARE(scene.beside()->shown().text, QString("at 28"));
    QVERIFY(SamplesScene::says(scene.beside(), "none at step 30"));
    QVERIFY(SamplesScene::says(scene.beside(), "step 28"));
    QTest::keyClick(scene.slider(), Qt::Key_Home);
    QTRY_COMPARE(scene.beside()->shown().text, QString("at 10"));
    QVERIFY(!SamplesScene::says(scene.beside(), "none at step"));
    scene.view->chooseName("shown");
    QTRY_COMPARE(scene.text(), QString("alone"));
    QTRY_VERIFY(SamplesScene::says(scene.beside(), "nothing under this name"));
    emit others->activated(0);
    QVERIFY(!scene.beside()->isVisible());
    // Another run has neither the names nor the company of this one.
    scene.view->showBeside("run-b");
    scene.choose("run-b");
    QTRY_COMPARE(scene.text(), QString("at 28"));
    QVERIFY(!scene.beside()->isVisible());
  }

  void severalAtOneStepAreCounted() {
    SamplesScene scene;
    scene.add("run-a", {sampleOf(SampleKind::text, "first"), sampleOf(SampleKind::text, "second")});
    scene.choose();
    QTRY_COMPARE(scene.text(), QString("second"));
    QVERIFY(SamplesScene::says(scene.pane(), "step 10 (2/2)"));
    QTest::keyClick(scene.slider(), Qt::Key_Left);
    QTRY_COMPARE(scene.text(), QString("first"));
    QVERIFY(SamplesScene::says(scene.pane(), "step 10 (1/2)"));
  }
};

TRAINYARD_WINDOW_TEST(SamplesViewTest);
#include "samples_view_test.moc"
