// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "remote/cli/escape_keys.h"
#include "tests/qt_tests.h"

using namespace trainyard;

class EscapeKeysTest : public QObject {
  Q_OBJECT

 private slots:
  void aTildeAndADotLeaveAtTheStartOfALine() {
    EscapeKeys keys;
    QCOMPARE(keys.pass("ls\r"), std::optional<QByteArray>("ls\r"));
    QCOMPARE(keys.pass("~"), std::optional<QByteArray>(""));
    QCOMPARE(keys.pass("."), std::nullopt);
    QCOMPARE(EscapeKeys().pass("~."), std::nullopt);
  }
  void everythingElseIsPassedOn() {
    EscapeKeys keys;
    QCOMPARE(keys.pass("cd ~.ssh\r"), std::optional<QByteArray>("cd ~.ssh\r"));
    QCOMPARE(keys.pass("~~.\r"), std::optional<QByteArray>("~.\r"));
    QCOMPARE(keys.pass("~/a\r"), std::optional<QByteArray>("~/a\r"));
    QCOMPARE(keys.pass("\x03\x04"), std::optional<QByteArray>("\x03\x04"));
  }
};

TRAINYARD_TEST(EscapeKeysTest);
#include "escape_keys_test.moc"
