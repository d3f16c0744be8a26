// SPDX-License-Identifier: GPL-3.0-or-later
// A notice moves nothing, takes no click that was aimed at something else, and does not go away
// under the pointer.
#include "gui/forms/message_bar.h"

#include <QLabel>
#include <QPushButton>
#include <QTest>
#include <QVBoxLayout>
#include <QWindow>
#include <memory>

#include "tests/qt_tests.h"

using namespace trainyard;

namespace {

struct PageWithBar {
  PageWithBar() {
    auto* column = new QVBoxLayout(&widget);
    for (QPushButton* button : {&above, &below}) {
      button->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
      column->addWidget(button);
    }
    QObject::connect(&below, &QPushButton::clicked, [this] { ++clicks; });
    notice = new MessageBar(&widget);
    widget.resize(600, 300);
    widget.show();
  }
  ~PageWithBar() {
    above.setParent(nullptr);
    below.setParent(nullptr);
  }
  void click(const QPoint& at) { QTest::mouseClick(widget.windowHandle(), Qt::LeftButton, {}, at); }
  QWidget widget;
  QPushButton above, below;
  MessageBar* notice;
  int clicks = 0;
};

}  // namespace

class NoticeStripTest : public QObject {
  Q_OBJECT
 private slots:
  void nothingMovesAndAnAimedClickArrives() {
    PageWithBar page;
    QVERIFY(QTest::qWaitForWindowExposed(&page.widget));
    const QRect before = page.below.geometry();
    page.notice->showError("Something went wrong.");
    QVERIFY(page.notice->isVisible());
    QCOMPARE(page.below.geometry(), before);
    const QPoint onNotice = page.notice->geometry().center();
    QVERIFY(before.contains(onNotice));
    page.click(onNotice);
    QCOMPARE(page.clicks, 1);
    QTest::qWait(MessageBar::graceMilliseconds + 100);  // the time that it lets clicks through
    page.click(onNotice);
    QCOMPARE(page.clicks, 1);
  }

  void aChoiceOfAnotherNoticeIsNotHitByChance() {
    PageWithBar page;
    QVERIFY(QTest::qWaitForWindowExposed(&page.widget));
    int kept = 0, removed = 0;
    page.notice->ask("Keep it?", {{"Keep", [&] { ++kept; }}});
    QTest::qWait(MessageBar::graceMilliseconds + 100);  // until it can be answered
    const auto* button = page.notice->findChild<QPushButton*>();
    const QPoint aimed = button->mapTo(&page.widget, button->rect().center());
    page.notice->ask("Remove it?", {{"Remove", [&] { ++removed; }}});
    page.click(aimed);
    QCOMPARE(kept + removed + page.clicks, 0);
    QTest::qWait(MessageBar::graceMilliseconds + 100);  // until it can be answered
    page.click(aimed);
    QCOMPARE(removed, 1);
    QVERIFY(!page.notice->isVisible());
  }

  // Beside a long sentence the buttons would leave it a column of single words.
  void aLongQuestionHasItsAnswersBelow() {
    PageWithBar page;
    QVERIFY(QTest::qWaitForWindowExposed(&page.widget));
    const QList<MessageBar::Choice> answers{{"Keep my changes", [] {}},
                                            {"Read the file again", [] {}}};
    page.notice->ask("Changed.", answers);
    const auto* label = page.notice->findChild<QLabel*>();
    const auto buttonTop = [&] {
      int top = page.notice->height();
      for (const QPushButton* button : page.notice->findChildren<QPushButton*>())
        if (!button->isHidden()) top = std::min(top, button->mapTo(page.notice, QPoint()).y());
      return top;
    };
    page.notice->layout()->activate();
    QVERIFY(buttonTop() <= label->geometry().bottom());
    page.notice->ask(
        "The file experiment.yaml was changed by another program while it was open here with "
        "changes that are not saved. Which of the two is to stay?",
        answers);
    page.notice->layout()->activate();
    QVERIFY(buttonTop() > label->geometry().bottom());
    QVERIFY(label->width() > page.notice->width() * 3 / 4);
    QVERIFY(page.notice->geometry().top() >= 0);
  }

  void newsGoWithTheNextActElsewhere() {
    PageWithBar page;
    QVERIFY(QTest::qWaitForWindowExposed(&page.widget));
    page.notice->showInfo("Done.");
    QTest::qWait(MessageBar::newsMilliseconds + 200);  // nobody acts: it stays
    QVERIFY(page.notice->isVisible());
    page.click(page.above.geometry().center());
    QVERIFY(!page.notice->isVisible());
  }
};

TRAINYARD_WINDOW_TEST(NoticeStripTest);
#include "message_bar_test.moc"
