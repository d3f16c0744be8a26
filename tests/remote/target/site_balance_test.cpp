// SPDX-License-Identifier: GPL-3.0-or-later
// What is left of an account: the tables of sites' own commands, and programs that print none.
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include "remote/host/local_host.h"
#include "remote/target/site_balance.h"
#include "tests/qt_tests.h"
#include "tests/remote/result_of.h"

using namespace trainyard;

namespace {

// As CINECA's documentation shows it.
constexpr const char* saldo = R"(
-----------------------------------------------------------------------------------------------
account      start     end       total  localCluster       totConsumed totConsumed monthTotal  monthConsumed
                                 (local h) Consumed(local h) (local h)  %           (local h)   (local h)
-----------------------------------------------------------------------------------------------
Proj_A       20110323  20300323   50000     25000          55027726     50.0        600         600
Proj_B       20220427  20301231  100000     10000             27086     10.0        731         731
)";

constexpr const char* shares = R"(
   Project            Allocation     Used   Remaining
   astro-101            12,500.5   13,000      -499.5
   (none)                      -        -           -
)";

}  // namespace

class SiteBalanceTest : public QObject {
  Q_OBJECT

  static SiteBalance columns() {
    SiteBalance balance{QStringLiteral("saldo -b"), QStringLiteral("core-hours")};
    balance.granted = 4;
    balance.used = 5;
    return balance;
  }

  QString program(const QByteArray& script) const {
    const QString path = m_folder.filePath(QStringLiteral("saldo"));
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly | QIODevice::Truncate)) qFatal("%s", qPrintable(path));
    file.write("#!/bin/sh\n" + script);
    file.close();
    file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    return path;
  }

  QTemporaryDir m_folder;

 private slots:
  void usedIsTakenFromWhatWasGranted() {
    const auto found = balancesFrom(saldo, columns());
    QCOMPARE(found.size(), 2);
    QCOMPARE(found[0].account, QStringLiteral("Proj_A"));
    QCOMPARE(found[0].granted, 50000.0);
    QCOMPARE(found[0].left, 25000.0);
    QCOMPARE(found[1].left, 90000.0);
    QCOMPARE(found[1].unit, QStringLiteral("core-hours"));
  }

  void whatIsLeftMayStandThereItself() {
    SiteBalance balance{QStringLiteral("mybalance"), QStringLiteral("hours")};
    balance.left = 4;
    const auto found = balancesFrom(shares, balance);
    QCOMPARE(found.size(), 1);
    QCOMPARE(found[0].account, QStringLiteral("astro-101"));
    QCOMPARE(found[0].left, -499.5);
    QVERIFY(!found[0].granted);
  }

  void nothingElseIsTakenForATable() {
    SiteBalance balance = columns();
    balance.granted = 64;
    for (const QByteArray& text :
         {QByteArray(), QByteArray(saldo), QByteArray(100000, '\0'),
          QByteArray("a b c nan inf 1e999\n"), QByteArray("\x1b[2J 1 2 3")})
      QVERIFY(balancesFrom(text, balance).isEmpty());
    QByteArray many;
    for (int i = 0; i < 5000; ++i) many += "p" + QByteArray::number(i) + " 1 2 3 4\n";
    balance = columns();
    QCOMPARE(balancesFrom(many, balance).size(), 256);
  }

  void theCommandIsRunAsWords() {
    LocalHost host;
    SiteBalance balance = columns();
    balance.command = program(QByteArray("[ \"$#\" = 2 ] && [ \"$1\" = -b ] || exit 3\ncat <<'X'") +
                              saldo + "X\n") +
                      QStringLiteral(" -b $(x)");
    const auto found = resultOf(probeBalances(host, balance, {}));
    QVERIFY2(found, found ? "" : found.error().message.c_str());
    QCOMPARE(found->size(), 2);
    balance.command = program("echo 'no such project' >&2; exit 1");
    const auto refused = resultOf(probeBalances(host, balance, {}));
    QCOMPARE(refused.error().code, std::string("site.no_balance"));
    QVERIFY(refused.error().message.find("no such project") != std::string::npos);
    balance.command = QStringLiteral("/no/such/program");
    QCOMPARE(resultOf(probeBalances(host, balance, {})).error().code,
             std::string("site.no_balance"));
  }

  void aSiteNamesIt() {
    const auto site = readSite(QStringLiteral("leonardo"));
    QVERIFY2(site, site ? "" : site.error().message.c_str());
    QCOMPARE(balancesFrom(saldo, site->balance).size(), 2);
    for (const char* command : {"saldo; rm -rf x", "$(saldo)", "saldo 'a'", "saldo\\n-b"}) {
      const QByteArray text = QByteArray("format: 1\nname: x\nbalance: {command: \"") + command +
                              "\", unit: hours, left: 2}\n";
      QVERIFY(!siteProfileFrom(text, QStringLiteral("x.yaml")));
    }
  }
};

TRAINYARD_TEST(SiteBalanceTest);
#include "site_balance_test.moc"
