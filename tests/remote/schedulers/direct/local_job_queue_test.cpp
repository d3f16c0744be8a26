// SPDX-License-Identifier: GPL-3.0-or-later
// Who may run when, on a computer with four processors and two GPUs.
#include <filesystem>

#include <QDir>
#include <QSet>
#include <QTemporaryDir>
#include <QTest>

#include <unistd.h>

#include "remote/schedulers/direct/local_job_queue.h"
#include "tests/qt_tests.h"

using namespace trainyard;

class TurnQueueTest : public QObject {
  Q_OBJECT

  const Machine m_machine{{0, 1, 2, 3}, {0, 1}};

  // What the system does at the end of the process that holds the ticket.
  static void endHolder(const QString& folder, int ticket) {
    const QString file =
        folder + QStringLiteral("/tickets/") +
        QDir(folder + QStringLiteral("/tickets")).entryList(QDir::Files, QDir::Name).at(ticket);
    std::vector<int> held;
    for (const auto& entry : std::filesystem::directory_iterator("/proc/self/fd")) {
      std::error_code gone;
      if (std::filesystem::read_symlink(entry, gone) == file.toStdString())
        held.push_back(std::stoi(entry.path().filename()));
    }
    QVERIFY(!held.empty());
    for (int descriptor : held) ::close(descriptor);
  }

 private slots:
  void processorsAndGpusAreGivenInOrder() {
    const QTemporaryDir folder;
    LocalJobQueue first(folder.path(), m_machine), second(folder.path(), m_machine),
        third(folder.path(), m_machine), fourth(folder.path(), m_machine);
    QVERIFY(first.enter({2, 1}).ok() && second.enter({1, 1}).ok() && third.enter({1, 1}).ok() &&
            fourth.enter({1, 0}).ok());
    const auto one = first.look(), two = second.look();
    QVERIFY(one->admitted && two->admitted);
    QCOMPARE(one->turn.processors, (QList<int>{0, 1}));
    QCOMPARE(one->turn.gpus, QList<int>{0});
    QCOMPARE(two->turn.processors, QList<int>{2});
    QCOMPARE(two->turn.gpus, QList<int>{1});

    auto three = third.look(), four = fourth.look();
    QVERIFY(!three->admitted && !four->admitted);
    QCOMPARE(three->reason.text, QStringLiteral("waiting for 1 of 4 CPUs (1 free) and 1 of 2 "
                                                "GPUs (0 free)"));
    // It would fit, and does not overtake.
    QCOMPARE(four->reason.text,
             QStringLiteral("waiting for 1 of 4 CPUs (1 free); 1 ahead of it in the queue"));

    endHolder(folder.path(), 0);
    three = third.look();
    four = fourth.look();
    QVERIFY(three->admitted && four->admitted);
    QCOMPARE(three->turn.gpus, QList<int>{0});
    QSet<int> given{two->turn.processors.first(), three->turn.processors.first(),
                    four->turn.processors.first()};
    QCOMPARE(given.size(), 3);
  }

  // Only who comes next looks at all tickets again and again.
  void theOthersLookAtTheOneBeforeThem() {
    const QTemporaryDir folder;
    LocalJobQueue first(folder.path(), m_machine), second(folder.path(), m_machine),
        third(folder.path(), m_machine);
    QVERIFY(first.enter({4, 0}).ok() && second.enter({4, 0}).ok() && third.enter({1, 0}).ok());
    QVERIFY(first.look()->admitted);
    QCOMPARE(second.look()->ahead, 0);
    QCOMPARE(third.look()->ahead, 1);
    QVERIFY(!second.isBehind());
    QVERIFY(third.isBehind());
    endHolder(folder.path(), 0);
    QVERIFY(third.isBehind());
    QVERIFY(second.look()->admitted);
    QVERIFY(!third.isBehind());
    QCOMPARE(third.look()->ahead, 0);
    QVERIFY(!third.isBehind());
  }

  void whoeverGaveUpIsNotWaitedFor() {
    const QTemporaryDir folder;
    LocalJobQueue first(folder.path(), m_machine), second(folder.path(), m_machine),
        third(folder.path(), m_machine);
    QVERIFY(first.enter({4, 0}).ok() && second.enter({4, 0}).ok() && third.enter({1, 2}).ok());
    QVERIFY(first.look()->admitted);
    QVERIFY(!third.look()->admitted);
    endHolder(folder.path(), 1);
    endHolder(folder.path(), 0);
    const auto look = third.look();
    QVERIFY(look->admitted);
    QCOMPARE(look->turn.gpus, (QList<int>{0, 1}));
  }
};

TRAINYARD_TEST(TurnQueueTest);
#include "local_job_queue_test.moc"
