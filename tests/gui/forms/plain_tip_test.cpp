// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/forms/plain_tip.h"

#include <QTest>

#include "tests/qt_tests.h"

using namespace trainyard;

class PlainTipTest : public QObject {
  Q_OBJECT
 private slots:
  // Qt draws a tooltip as rich text where it looks like one.
  void aTooltipShowsForeignTextAsItIs() {
    QCOMPARE(plainTip("<img src=x>\n<b>a & b</b>"),
             "<qt>&lt;img src=x&gt;<br>&lt;b&gt;a &amp; b&lt;/b&gt;</qt>");
    QCOMPARE(plainTip({}), QString());
  }
};

TRAINYARD_TEST(PlainTipTest);
#include "plain_tip_test.moc"
