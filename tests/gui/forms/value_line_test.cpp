// SPDX-License-Identifier: GPL-3.0-or-later
// A field of one line: keys and clicks on its chips, its buttons and its unit.
#include "gui/forms/value_line.h"

#include <QAccessible>
#include <QClipboard>
#include <QGuiApplication>
#include <QSignalSpy>
#include <QTest>
#include <memory>

#include "gui/forms/choice_box.h"
#include "tests/qt_tests.h"

using namespace trainyard;

class ValueLineTest : public QObject {
  Q_OBJECT
 private slots:
  void cleanup() { m_window.reset(); }

  void aCommaMakesAChip() {
    ValueLine* line = shown(ValueLine::Takes::numbers);
    QTest::keyClicks(line, "1e-6");
    QVERIFY(!line->showsChips());
    QTest::keyClicks(line, ", 3e-6,1e-5");
    QVERIFY(line->showsChips());
    QCOMPARE(line->text(), "1e-6, 3e-6,1e-5");
    QCOMPARE(line->values(), (QStringList{"1e-6", "3e-6", "1e-5"}));
    // A second comma ends nothing.
    QTest::keyClicks(line, ",,");
    QCOMPARE(line->text(), "1e-6, 3e-6,1e-5,");
  }

  void returnAndTabEndAValue() {
    ValueLine* line = shown(ValueLine::Takes::numbers);
    QTest::keyClicks(line, "1");
    QTest::keyClick(line, Qt::Key_Return);
    QCOMPARE(line->text(), "1");  // one value is a plain field
    line->begin();
    QVERIFY(line->showsChips());
    QTest::keyClicks(line, "2");
    QTest::keyClick(line, Qt::Key_Return);
    QTest::keyClicks(line, "3");
    QTest::keyClick(line, Qt::Key_Tab);
    QVERIFY(line->hasFocus());
    QCOMPARE(line->values(), (QStringList{"1", "2", "3"}));
    // Nothing is being typed: Tab leads on, and no separator stays behind.
    QTest::keyClick(line, Qt::Key_Tab);
    QVERIFY(!line->hasFocus());
    QCOMPARE(line->text(), "1, 2, 3");
  }

  void endLeadsBehindTheLastValue() {
    ValueLine* line = shown(ValueLine::Takes::numbers);
    QTest::keyClicks(line, "1, 2, 3");
    QTest::keyClick(line, Qt::Key_Home);
    QTest::keyClick(line, Qt::Key_End);
    QTest::keyClicks(line, "4");
    QCOMPARE(line->values(), (QStringList{"1", "2", "3", "4"}));
  }

  void aValueThatStandsThereIsNotAddedAgain() {
    ValueLine* line = shown(ValueLine::Takes::numbers);
    QTest::keyClicks(line, "1e-3, 2,0.001");
    QTest::keyClick(line, Qt::Key_Return);
    QCOMPARE(line->values(), (QStringList{"1e-3", "2"}));
  }

  void keysWalkAndRemove() {
    ValueLine* line = shown(ValueLine::Takes::numbers);
    QTest::keyClicks(line, "1, 2, 3, 4,");
    QSignalSpy edited(line, &QLineEdit::textEdited);
    QTest::keyClick(line, Qt::Key_Backspace);
    QCOMPARE(line->values(), (QStringList{"1", "2", "3"}));
    QCOMPARE(edited.count(), 1);
    QTest::keyClick(line, Qt::Key_Left);
    QCOMPARE(line->selectedText(), "3");
    QTest::keyClick(line, Qt::Key_Left);
    QCOMPARE(line->selectedText(), "2");
    QTest::keyClick(line, Qt::Key_Delete);
    QCOMPARE(line->values(), (QStringList{"1", "3"}));
    QCOMPARE(line->selectedText(), "3");  // the next one
    QTest::keyClick(line, Qt::Key_Left);
    QTest::keyClick(line, Qt::Key_Left);
    QCOMPARE(line->selectedText(), "1");  // there is nothing before it
    QTest::keyClicks(line, "7");          // in its place
    QCOMPARE(line->values(), (QStringList{"7", "3"}));
    QTest::keyClick(line, Qt::Key_Right);
    QCOMPARE(line->selectedText(), "3");
    QTest::keyClick(line, Qt::Key_F2);
    QTest::keyClicks(line, "5");
    QCOMPARE(line->values(), (QStringList{"7", "35"}));
    QTest::keyClick(line, Qt::Key_Home);
    QCOMPARE(line->selectedText(), "7");
    QTest::keyClick(line, Qt::Key_A, Qt::ControlModifier);
    QTest::keyClick(line, Qt::Key_Delete);
    QCOMPARE(line->text(), "");
    QVERIFY(!line->showsChips());
  }

  void numbersArePastedHoweverTheyAreDivided() {
    ValueLine* line = shown(ValueLine::Takes::numbers);
    QGuiApplication::clipboard()->setText("1e-6, 3e-6 1e-5");
    QTest::keyClick(line, Qt::Key_V, Qt::ControlModifier);
    QCOMPARE(line->values(), (QStringList{"1e-6", "3e-6", "1e-5"}));
    QVERIFY(line->showsChips());
    // What is not of numbers is pasted as it is.
    line->selectAll();
    QGuiApplication::clipboard()->setText("a b");
    QTest::keyClick(line, Qt::Key_V, Qt::ControlModifier);
    QCOMPARE(line->text(), "a b");
  }

  void textsMayHoldCommas() {
    ValueLine* line = shown(ValueLine::Takes::texts);
    QTest::keyClicks(line, "a, b");
    QVERIFY(!line->showsChips());
    line->begin();
    QTest::keyClicks(line, "c");
    QTest::keyClick(line, Qt::Key_Return);
    QCOMPARE(line->values(), (QStringList{"a, b", "c"}));
    QTest::keyClick(line, Qt::Key_Backspace);
    QTest::keyClick(line, Qt::Key_Tab);
    QCOMPARE(line->text(), "a, b");
  }

  void itemsOfAListAreChips() {
    ValueLine* line = shown(ValueLine::Takes::list);
    line->setDividedByCommas(true);
    QTest::keyClicks(line, "one,two");
    QTest::keyClick(line, Qt::Key_Return);
    QTest::keyClicks(line, "three");
    QCOMPARE(line->text(), "one\ntwo\nthree");
    QVERIFY(line->showsChips());
    QGuiApplication::clipboard()->setText("four, five");
    QTest::keyClick(line, Qt::Key_Return);
    QTest::keyClick(line, Qt::Key_V, Qt::ControlModifier);
    QCOMPARE(line->values(), (QStringList{"one", "two", "three", "four", "five"}));
  }

  void aRowThatIsFullIsFollowedByAnother() {
    ValueLine* line = shown(ValueLine::Takes::list);
    const int one = line->sizeHint().height();
    const QStringList items{"train-00000", "train-00001", "train-00002", "train-00003"};
    line->setText(items.join('\n'));
    line->begin();
    const int both = line->sizeHint().height();
    QVERIFY2(both > one + 20 && both < one + 40, qPrintable(QString::number(both)));
    QVERIFY(line->minimumSizeHint().height() > one);
    line->resize(line->width(), both);
    // Its last item stands at the left, below the first.
    QTest::mouseClick(line, Qt::LeftButton, {}, {12, both - 14});
    QVERIFY2(items.indexOf(line->selectedText()) >= 2, qPrintable(line->selectedText()));
    QTest::mouseClick(line, Qt::LeftButton, {}, {12, 14});
    QCOMPARE(line->selectedText(), items.front());
    QTest::keyClick(line, Qt::Key_Delete);
    QTest::keyClick(line, Qt::Key_Delete);
    QCOMPARE(line->values(), items.sliced(2));
    QCOMPARE(line->sizeHint().height(), one);
    // A narrow field has more rows.
    line->setText(items.join('\n'));
    line->resize(120, both);
    QVERIFY(line->sizeHint().height() > both);
  }

  void aLongListShowsWhatIsWorkedOn() {
    QList<Chip> chips;
    for (int i = 0; i < 100; ++i) chips.append({QString("train-%1").arg(i)});
    const QRectF room(5, 1, 300, 210);
    const ChipRow first(chips, room, 8);
    QCOMPARE(first.rows(), 8);
    QVERIFY(room.contains(first.boxOf(0)));
    QVERIFY(first.numBelow() > 50);
    QVERIFY(!room.intersects(first.boxOf(99)));
    QCOMPARE(first.at(first.boxOf(99).center()), -1);
    const ChipRow last(chips, room, 8, 99);
    QVERIFY(room.contains(last.boxOf(99)));
    QVERIFY(!room.intersects(last.boxOf(0)));
    QCOMPARE(last.numBelow(), 0);
    // No two of those that are seen lie over each other.
    for (int i = 0; i < 100; ++i)
      for (int j = 0; j < i; ++j)
        if (room.intersects(last.boxOf(i)) && room.intersects(last.boxOf(j)))
          QVERIFY(!last.boxOf(i).intersects(last.boxOf(j)));
  }

  void whatIsTypedIsSeenWhereItsCursorIs() {
    const QRectF room(5, 1, 300, 30);
    Chip typed{"a long path"};
    typed.textWidth = 900;
    typed.seenTo = 900;
    const ChipRow atEnd({{"one"}, typed}, room, 8, 1);
    QCOMPARE(atEnd.boxOf(1).right(), room.right());
    typed.seenTo = 4;
    const ChipRow atBegin({{"one"}, typed}, room, 8, 1);
    QCOMPARE(atBegin.boxOf(1).left(), room.left());
    QVERIFY(atBegin.rows() == 2 && atEnd.rows() == 2);
  }

  void longPathsAreShortenedInTheirMiddle() {
    const QString path = "/home/someone/with/a/long/name/data/of/this/year/train-00000.jsonl";
    const QRectF room(5, 1, 300, 30);
    const ChipRow ofPaths({{path}}, room, 8, -1, ChipRow::Of::paths);
    const ChipRow ofValues({{path}}, room, 8);
    QVERIFY(ofPaths.isShortened(0) && ofValues.isShortened(0));
    QVERIFY(ofPaths.boxOf(0).width() > ofValues.boxOf(0).width());
    QVERIFY(room.contains(ofPaths.boxOf(0)));
    QVERIFY(!ChipRow({{"a.txt"}}, room, 8).isShortened(0));
  }

  void aLongListIsWhole() {
    ValueLine* line = shown(ValueLine::Takes::list);
    QStringList items;
    for (int i = 0; i < 3000; ++i) items << QString("/data/set/shard-%1.jsonl").arg(i, 6);
    line->setText(items.join('\n'));  // more than a line holds otherwise
    QCOMPARE(line->values().size(), 3000);
    QVERIFY(line->sizeHint().height() < 260);
  }

  void choicesOfAStudyWrapToo() {
    const QStringList kinds{"linear", "cosine", "cosine_with_restarts", "polynomial", "constant"};
    ChoiceBox box(kinds);
    box.resize(200, box.sizeHint().height());
    const int one = box.sizeHint().height();
    box.setValues(kinds);
    QVERIFY(box.sizeHint().height() > one + 20);
    box.setValues({"linear"});
    QCOMPARE(box.sizeHint().height(), one);
  }

  void clicksChooseAndRemove() {
    ValueLine* line = shown(ValueLine::Takes::numbers);
    QTest::keyClicks(line, "10, 20, 30,");
    // The first chip begins at the field's left end.
    const int y = line->height() / 2;
    QTest::mouseClick(line, Qt::LeftButton, {}, {12, y});
    QCOMPARE(line->selectedText(), "10");
    QTest::mouseDClick(line, Qt::LeftButton, {}, {12, y});
    QTest::keyClicks(line, "5");
    QCOMPARE(line->values(), (QStringList{"105", "20", "30"}));
    // Behind the last one typing goes on.
    QTest::mouseClick(line, Qt::LeftButton, {}, {line->width() - 12, y});
    QTest::keyClicks(line, "40");
    QCOMPARE(line->values(), (QStringList{"105", "20", "30", "40"}));
    QTest::mouseClick(line, Qt::LeftButton, {}, {12, y});
    QCOMPARE(line->selectedText(), "105");
    // The chosen one's cross is at its right end.
    for (int x = 12; line->values().size() == 4 && x < 80; x += 2)
      QTest::mouseClick(line, Qt::LeftButton, {}, {x, y});
    QCOMPARE(line->values(), (QStringList{"20", "30", "40"}));
  }

  void buttonsAndKeysStep() {
    ValueLine* line = shown(ValueLine::Takes::numbers);
    line->setText("4");
    line->setNext([](const QString& text, int direction) {
      const int next = text.toInt() + direction;
      return next < 3 ? QString() : QString::number(next);
    });
    QSignalSpy edited(line, &QLineEdit::textEdited);
    QTest::keyClick(line, Qt::Key_Up);
    QCOMPARE(line->text(), "5");
    QCOMPARE(edited.count(), 1);
    const QPoint more(line->width() - 8, line->height() / 2);
    QTest::mouseClick(line, Qt::LeftButton, {}, more);
    QCOMPARE(line->text(), "6");
    const QPoint less(line->width() - 32, line->height() / 2);
    for (int i = 0; i < 9; ++i) QTest::mouseClick(line, Qt::LeftButton, {}, less);
    QCOMPARE(line->text(), "3");
    turnWheel(line, 120);
    QCOMPARE(line->text(), "4");
    m_other->setFocus();
    turnWheel(line, 120);
    QCOMPARE(line->text(), "4");  // only while it has the focus
  }

  void allValuesAreReadOut() {
    ValueLine* line = shown(ValueLine::Takes::numbers);
    line->setAccessibleName("Learning rate");
    QTest::keyClicks(line, "1e-6, 3e-6");
    QAccessibleInterface* about = QAccessible::queryAccessibleInterface(line);
    QVERIFY(about);
    QCOMPARE(about->role(), QAccessible::EditableText);
    QCOMPARE(about->text(QAccessible::Name), "Learning rate");
    QCOMPARE(about->text(QAccessible::Value), "1e-6, 3e-6");
  }

 private:
  ValueLine* shown(ValueLine::Takes takes) {
    m_window = std::make_unique<QWidget>();
    m_window->resize(400, 120);
    auto* line = new ValueLine(takes, m_window.get());
    line->setGeometry(10, 10, 308, 32);
    m_other = new QLineEdit(m_window.get());
    m_other->move(10, 60);
    m_window->show();
    m_window->activateWindow();
    if (!QTest::qWaitForWindowActive(m_window.get())) qFatal("the window does not open");
    line->setFocus();
    return line;
  }

  static void turnWheel(QWidget* line, int by) {
    const QPointF at = line->rect().center();
    QWheelEvent wheel(at, line->mapToGlobal(at), {}, {0, by}, Qt::NoButton, Qt::NoModifier,
                      Qt::NoScrollPhase, false);
    QCoreApplication::sendEvent(line, &wheel);
  }

  std::unique_ptr<QWidget> m_window;
  QLineEdit* m_other = nullptr;
};

TRAINYARD_WINDOW_TEST(ValueLineTest);
#include "value_line_test.moc"
