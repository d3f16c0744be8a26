// SPDX-License-Identifier: GPL-3.0-or-later
// squeue and sacct of ten Slurm versions, read against what the jobs are; and the same texts cut
// and damaged.
#include <random>

#include <QSet>
#include <QTest>

#include "remote/schedulers/slurm/slurm_job_text.h"
#include "remote/schedulers/slurm/slurm_states.h"
#include "tests/remote/schedulers/slurm/slurm_recordings.h"
#include "tests/qt_tests.h"

using namespace trainyard;

namespace {

// The recorded columns: %i %A %F %K %P %j %T %r %S %M %l %D %R.
SlurmLayout queueLayout(char separator) {
  using enum SlurmColumn;
  return {{shownId, other, arrayId, task, other, name, state, reason, start, elapsed, limit, number,
           nodes},
          separator};
}
SlurmLayout recordLayout(const QString& command, char separator) {
  using enum SlurmColumn;
  SlurmLayout layout{{rawId, shownId, name, state, exitCode, derivedExitCode, elapsed, start, end,
                      nodes, reason, submitted},
                     separator};
  if (command.contains(QLatin1String("Restarts"))) layout.columns << restarts;
  return layout;
}

SlurmLayout shortRecordLayout() {
  using enum SlurmColumn;
  return {{rawId, shownId, name, state, exitCode, derivedExitCode, elapsed, nodes, reason}, '|'};
}

QString limitText(const SlurmJobRow& row) {
  return row.limitSeconds ? QString::number(*row.limitSeconds) : QStringLiteral("-");
}
QString exitText(const std::optional<SlurmExit>& exit) {
  return exit ? QStringLiteral("%1:%2").arg(exit->code).arg(exit->signal) : QString();
}

// "-", "3", "2..15", "1,3,5"
QList<std::optional<int>> tasksOf(const QString& text) {
  if (text == QLatin1String("-")) return {std::nullopt};
  QList<std::optional<int>> tasks;
  for (const QString& item : text.split(QLatin1Char(','))) {
    const QStringList ends = item.split(QStringLiteral(".."));
    for (int task = ends.first().toInt(); task <= ends.last().toInt(); ++task) tasks << task;
  }
  return tasks;
}

QList<SlurmJobRow> rowsOf(const SlurmJobRows& rows, qint64 job, std::optional<int> task) {
  QList<SlurmJobRow> found;
  for (const SlurmJobRow& row : rows.rows)
    if (row.job == job &&
        (row.tasks ? task && row.tasks->holds(*task).value_or(false) : row.task == task))
      found << row;
  return found;
}

QString identity(const SlurmJobRow& row) {
  return QStringLiteral("%1_%2").arg(row.job).arg(row.task    ? QString::number(*row.task)
                                                  : row.tasks ? QStringLiteral("[]")
                                                              : QString());
}

}  // namespace

class SlurmJobTextTest : public QObject {
  Q_OBJECT

  static void eachVersion(const QStringList& names) {
    QTest::addColumn<QString>("version");
    QTest::addColumn<QString>("file");
    for (const QString& version : recordings::versions())
      for (const QString& name : names)
        QTest::newRow(qPrintable(version + QLatin1Char(' ') + name)) << version << name;
  }

 private slots:
  void allVersionsAreThere() { QCOMPARE(recordings::versions().size(), 10); }

  void queueIsReadAsTheJobsAre_data() {
    eachVersion({QStringLiteral("squeue_me_pipe"), QStringLiteral("squeue_me_x1f"),
                 QStringLiteral("squeue_me_pipe_r"), QStringLiteral("squeue_me_x1f_r")});
  }
  void queueIsReadAsTheJobsAre() {
    QFETCH(QString, version);
    QFETCH(QString, file);
    const auto text = recordings::stream(version, file, "stdout").text;
    const SlurmJobRows rows =
        readJobRows(text, queueLayout(file.contains(QLatin1String("x1f")) ? '\x1f' : '|'));
    QCOMPARE(rows.damaged, 0);
    QCOMPARE(rows.rows.size(), text.count('\n'));  // no name in these has a line break
    const auto jobs = recordings::jobs(version);
    const auto expected = recordings::expected("queue");
    QVERIFY(expected.size() > 25);
    for (const QStringList& row : expected) {
      QVERIFY2(jobs.contains(row[0]), qPrintable(row[0]));
      for (const std::optional<int> task : tasksOf(row[1])) {
        const auto found = rowsOf(rows, jobs[row[0]], task);
        const bool isCutAway = task && row[0].startsWith(QLatin1String("sparse")) &&
                               !file.endsWith(QLatin1String("_r")) && *task > 125;
        if (isCutAway) continue;
        QVERIFY2(found.size() == 1, qPrintable(row.join(QLatin1Char(' '))));
        QCOMPARE(QString::fromUtf8(found[0].name), row[2]);
        QCOMPARE(QString::fromLatin1(found[0].state), row[3]);
        QCOMPARE(QString::fromLatin1(found[0].reason), row[4]);
        QVERIFY2(recordings::isEither(limitText(found[0]), row[5]),
                 qPrintable(row.join(QLatin1Char(' ')) + limitText(found[0])));
        QVERIFY(isFinalState(found[0].state) == std::optional(false));
      }
    }
  }

  // Every line of the recordings with a separator that no name has, against plain splitting.
  void everyQueueLineIsRead_data() {
    eachVersion({QStringLiteral("squeue_me_x1f"), QStringLiteral("squeue_me_x1f_r")});
  }
  void everyQueueLineIsRead() {
    QFETCH(QString, version);
    QFETCH(QString, file);
    const auto text = recordings::stream(version, file, "stdout").text;
    const SlurmJobRows rows = readJobRows(text, queueLayout('\x1f'));
    const auto lines = text.chopped(1).split('\n');
    QCOMPARE(rows.rows.size(), lines.size());
    for (qsizetype i = 0; i < lines.size(); ++i) {
      const auto columns = lines[i].split('\x1f');
      const SlurmJobRow& row = rows.rows[i];
      QCOMPARE(QByteArray::number(row.job), columns[2]);
      QCOMPARE(row.task.has_value(),
               columns[3] != "N/A" && columns[3].indexOf('-') < 0 && columns[3].indexOf(',') < 0);
      if (row.task) QCOMPARE(QByteArray::number(*row.task), columns[3]);
      QCOMPARE(row.name, columns[5]);
      QCOMPARE(row.state, columns[6]);
      QCOMPARE(row.reason, columns[7]);
      QCOMPARE(row.start.has_value(), columns[8] != "N/A");
      QCOMPARE(row.nodes, columns[12].startsWith('(') ? QByteArray() : columns[12]);
    }
  }

  void recordsAreReadAsTheJobsAre_data() {
    eachVersion({QStringLiteral("sacct"), QStringLiteral("sacct_delim_x1f")});
  }
  void recordsAreReadAsTheJobsAre() {
    QFETCH(QString, version);
    QFETCH(QString, file);
    const auto stream = recordings::stream(version, file, "stdout");
    const SlurmJobRows rows = readJobRows(
        stream.text,
        recordLayout(stream.command, file.contains(QLatin1String("x1f")) ? '\x1f' : '|'));
    QCOMPARE(rows.damaged, 0);
    QCOMPARE(rows.rows.size(), stream.text.count('\n'));
    const auto jobs = recordings::jobs(version);
    for (const QStringList& row : recordings::expected("record")) {
      for (const std::optional<int> task : tasksOf(row[1])) {
        const auto found = rowsOf(rows, jobs[row[0]], task);
        // The plain file was asked for before all had ended.
        if (file == QLatin1String("sacct") && found.size() == 1 &&
            !recordings::isEither(QString::fromLatin1(found[0].state), row[3])) {
          QVERIFY2(QList<QByteArray>({"RUNNING", "PENDING", "REQUEUED", "NODE_FAIL"})
                       .contains(found[0].state),
                   found[0].state.constData());
          continue;
        }
        QVERIFY2(found.size() == 1, qPrintable(row.join(QLatin1Char(' '))));
        QCOMPARE(QString::fromUtf8(found[0].name), row[2]);
        QVERIFY2(recordings::isEither(QString::fromLatin1(found[0].state), row[3]),
                 qPrintable(row.join(QLatin1Char(' '))));
        QVERIFY2(recordings::isEither(exitText(found[0].exit), row[4]),
                 qPrintable(row.join(QLatin1Char(' ')) + exitText(found[0].exit)));
        QCOMPARE(exitText(found[0].derivedExit), row[5]);
        QVERIFY(found[0].submitted.has_value());
      }
    }
  }

  void recordsOfARequeueAreAllThere_data() { eachVersion({QStringLiteral("sacct_j_D_requeued")}); }
  void recordsOfARequeueAreAllThere() {
    QFETCH(QString, version);
    const auto stream = recordings::stream(version, QStringLiteral("sacct_j_D_requeued"), "stdout");
    const SlurmJobRows rows = readJobRows(stream.text, recordLayout(stream.command, '|'));
    QCOMPARE(rows.damaged, 0);
    const auto found =
        rowsOf(rows, recordings::jobs(version)[QStringLiteral("scontrol requeue, then COMPLETED")],
               std::nullopt);
    QCOMPARE(found.size(), 2);
    QCOMPARE(found[0].state, QByteArray("REQUEUED"));
    QCOMPARE(found[1].state, QByteArray("COMPLETED"));
    QVERIFY(*found[0].submitted < *found[1].submitted);
  }

  void killsForMemoryAreRead_data() {
    eachVersion({QStringLiteral("oom_sacct_X"), QStringLiteral("oom_squeue_t_all")});
  }
  void killsForMemoryAreRead() {
    QFETCH(QString, version);
    QFETCH(QString, file);
    const auto stream = recordings::stream(version, file, "stdout");
    const bool isQueue = file.startsWith(QLatin1String("oom_squeue"));
    const SlurmJobRows rows =
        readJobRows(stream.text, isQueue ? queueLayout('|') : shortRecordLayout());
    QCOMPARE(rows.damaged, 0);
    int kills = 0;
    for (const SlurmJobRow& row : rows.rows) {
      if (row.name != "oom" && row.name != "oomhidden") continue;
      ++kills;
      const JobState state = jobStateFrom(row);
      QVERIFY(state.end.has_value());
      QCOMPARE(state.end->code, std::string("slurm.out_of_memory"));
      QCOMPARE(state.end->exitCode, static_cast<int>(ExitCode::out_of_memory));
    }
    QCOMPARE(kills, 2);
  }

  void aNameMayHoldLineBreaks_data() {
    eachVersion({QStringLiteral("squeue_name_newline"), QStringLiteral("squeue_name_newline_x1f")});
  }
  void aNameMayHoldLineBreaks() {
    QFETCH(QString, version);
    QFETCH(QString, file);
    const SlurmJobRows rows =
        readJobRows(recordings::stream(version, file, "stdout").text,
                    queueLayout(file.endsWith(QLatin1String("x1f")) ? '\x1f' : '|'));
    QCOMPARE(rows.damaged, 0);
    QCOMPARE(rows.rows.size(), 1);
    QCOMPARE(rows.rows[0].name, QByteArray("two\nlines\tand tab"));
    QCOMPARE(rows.rows[0].state, QByteArray("PENDING"));
    QCOMPARE(rows.rows[0].job,
             recordings::jobs(version)[QStringLiteral("line break and tab in its name")]);
  }

  void goneJobsHaveNoRow_data() {
    eachVersion({QStringLiteral("squeue_j_two_gone"), QStringLiteral("squeue_j_finished_in_memory"),
                 QStringLiteral("squeue_bad_partition"), QStringLiteral("sacct_j_unknown")});
  }
  void goneJobsHaveNoRow() {
    QFETCH(QString, version);
    QFETCH(QString, file);
    const auto output = recordings::output(version, file);
    QVERIFY(output.has_value());
    QCOMPARE(output->exitCode, 0);
    const SlurmJobRows rows = readJobRows(output->out, queueLayout('|'));
    QCOMPARE(rows.rows.size(), 0);
    QCOMPARE(rows.damaged, 0);
  }

  void whatTheProgramAsksForIsRead() {
    // As 22.05 printed it for the program's own question, then with a name of two lines.
    const QByteArray text =
        "2_0\x1f"
        "2\x1f"
        "0\x1fsweep-1\x1fPENDING\x1fJobHeldUser\x1fN/A\x1f"
        "1795264317\x1f"
        "0:00\x1f"
        "1\x1f\x1f/base/sweep\x1f"
        "0\x1f"
        "0\n"
        "5\x1f"
        "5\x1fN/A\x1fj\nx\x1f"
        "FAILED\x1fNonZeroExitCode\x1f"
        "1795264420\x1f"
        "1795264420\x1f"
        "0:00\x1f"
        "1\x1fgpu1\x1f/base/j\x1f"
        "768\x1f"
        "2\n";
    const SlurmJobRows rows = readJobRows(text, squeueLayout());
    QCOMPARE(rows.damaged, 0);
    QCOMPARE(rows.rows.size(), 2);
    QCOMPARE(rows.rows[0].task, std::optional(0));
    QCOMPARE(rows.rows[0].submitted, std::optional(1795264317.0));
    QCOMPARE(rows.rows[1].name, QByteArray("j\nx"));
    QCOMPARE(rows.rows[1].exit->code, 3);
    QCOMPARE(rows.rows[1].restarts, std::optional(2));
    QCOMPARE(squeueColumns().count(':'), squeueLayout().columns.size());
    QCOMPARE(sacctColumns(true).count(',') + 1, sacctLayout(true).columns.size());
    QCOMPARE(sacctColumns(false).count(',') + 1, sacctLayout(false).columns.size());
  }

  // A text that ends early gives the first jobs of it, and says that something is missing unless it
  // ends between two records.
  void cutTextsGiveNothingNew_data() {
    eachVersion({QStringLiteral("squeue_me_pipe"), QStringLiteral("squeue_me_x1f_r"),
                 QStringLiteral("sacct_delim_x1f"), QStringLiteral("squeue_name_newline")});
  }
  void cutTextsGiveNothingNew() {
    QFETCH(QString, version);
    QFETCH(QString, file);
    const auto stream = recordings::stream(version, file, "stdout");
    const char separator = file.contains(QLatin1String("x1f")) ? '\x1f' : '|';
    const SlurmLayout layout = file.startsWith(QLatin1String("sacct"))
                                   ? recordLayout(stream.command, separator)
                                   : queueLayout(separator);
    const SlurmJobRows whole = readJobRows(stream.text, layout);
    std::mt19937 random(1);
    for (int i = 0; i < 200; ++i) {
      const auto end = static_cast<qsizetype>(random() % static_cast<unsigned>(stream.text.size()));
      const SlurmJobRows cut = readJobRows(stream.text.first(end), layout);
      QVERIFY(cut.rows.size() <= whole.rows.size());
      if (end > 0 && stream.text[end - 1] != '\n') QVERIFY(cut.damaged > 0);
      for (qsizetype row = 0; row < cut.rows.size(); ++row) {
        QCOMPARE(identity(cut.rows[row]), identity(whole.rows[row]));
        QCOMPARE(cut.rows[row].state, whole.rows[row].state);
      }
    }
  }

  // One byte changed: no job appears that was not there, and none has a known state that it had
  // not.
  void changedBytesInventNothing_data() {
    eachVersion({QStringLiteral("squeue_me_pipe"), QStringLiteral("squeue_me_x1f_r"),
                 QStringLiteral("squeue_me_x1f")});
  }
  void changedBytesInventNothing() {
    QFETCH(QString, version);
    QFETCH(QString, file);
    const auto text = recordings::stream(version, file, "stdout").text;
    const SlurmLayout layout = queueLayout(file.contains(QLatin1String("x1f")) ? '\x1f' : '|');
    QHash<QString, QByteArray> states;
    const SlurmJobRows whole = readJobRows(text, layout);
    for (const SlurmJobRow& row : whole.rows) states.insert(identity(row), row.state);
    std::mt19937 random(2);
    const QByteArray likely = QByteArrayLiteral("\n|\x1f 0123456789_[],-%N/AR\0\xff");
    for (int i = 0; i < 800; ++i) {
      QByteArray changed = text;
      const auto at = static_cast<qsizetype>(random() % static_cast<unsigned>(text.size()));
      changed[at] =
          i % 2 == 0
              ? likely[static_cast<qsizetype>(random() % static_cast<unsigned>(likely.size()))]
              : static_cast<char>(random());
      const SlurmJobRows rows = readJobRows(changed, layout);
      for (const SlurmJobRow& row : rows.rows) {
        QVERIFY2(states.contains(identity(row)), qPrintable(identity(row)));
        if (isFinalState(row.state)) QCOMPARE(row.state, states[identity(row)]);
      }
      QVERIFY(rows.rows.size() + rows.damaged >= whole.rows.size() - 1);
    }
  }

  // Anything at all as input: no crash, no endless work.
  void noiseIsNoJobs() {
    std::mt19937 random(3);
    for (int i = 0; i < 300; ++i) {
      QByteArray noise(static_cast<qsizetype>(random() % 3000), '\0');
      for (char& c : noise)
        c = random() % 6 == 0 ? '\x1f' : random() % 9 == 0 ? '\n' : static_cast<char>(random());
      QCOMPARE(readJobRows(noise, squeueLayout()).rows.size(), 0);
      QCOMPARE(readJobRows(noise, sacctLayout(true)).rows.size(), 0);
    }
  }
};

TRAINYARD_TEST(SlurmJobTextTest);
#include "slurm_job_text_test.moc"
