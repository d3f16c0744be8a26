// SPDX-License-Identifier: GPL-3.0-or-later
// Ten programs that report in ten ways run under the agent; what it reads of them is stored, and
// the table, the panels and comparisons treat them like runs of the trainer.
#include <QDir>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>
#include <map>

#include "engine/contract/run/event_file.h"
#include "engine/contract/run/run_folder.h"
#include "gui/charts/panel_metrics.h"
#include "gui/runs/records/comparison.h"
#include "gui/runs/table/run_columns.h"
#include "remote/store/run_store.h"
#include "remote/store/run_writer.h"
#include "tests/engine/trackers/tracker_bytes.h"
#include "tests/qt_tests.h"

using namespace trainyard;

namespace {

struct Program {
  const char* name;
  const char* prints;  // a shell script, in which $KEPT is the folder of kept outputs
  const char* judged;  // the metric that decides
  const char* shown;   // the metric of the small curve
  QStringList panel;   // what the first panel has
  bool hasLoss, hasEvalLoss;
};

const Program programs[] = {
    {"json lines",
     "for i in 1 2 3; do echo \"{\\\"step\\\": $i, \\\"loss\\\": $((5 - i)), \\\"eval_loss\\\": "
     "$((6 - i)), \\\"lr\\\": 0.1}\"; done",
     "eval_loss",
     "loss",
     {"loss", "eval_loss"},
     true,
     true},
    {"dictionaries",
     "for i in 1 2 3; do echo \"{'loss': $((5 - i)), 'learning_rate': 5e-05, 'epoch': $i}\"; "
     "echo \"{'eval_loss': $((6 - i)), 'eval_runtime': 2.5, 'epoch': $i}\"; done",
     "eval/loss",
     "train/loss",
     {"train/loss", "eval/loss"},
     true,
     true},
    {"key=value", "cat $KEPT/logfmt.txt", "", "train/loss", {"train/loss"}, true, false},
    {"tqdm", "cat $KEPT/tqdm_postfix.err.txt >&2", "", "loss", {"loss"}, true, false},
    {"keras",
     "cat $KEPT/keras_verbose_2.txt",
     "eval/loss",
     "train/loss",
     {"train/loss", "eval/loss"},
     true,
     true},
    {"lightning",
     "cat $KEPT/lightning_classic.txt",
     "val_loss",
     "train_loss",
     {"train_loss", "val_loss"},
     true,
     true},
    {"nanogpt",
     "cat $KEPT/nanogpt.txt",
     "eval/loss",
     "train/loss",
     {"train/loss", "eval/loss"},
     true,
     true},
    {"fairseq",
     "cat $KEPT/fairseq_simple.txt",
     "eval/loss",
     "train/loss",
     {"train/loss", "eval/loss"},
     true,
     true},
    {"tensorboard",
     "mkdir -p runs/a; cp $KEPT_EVENTS runs/a/events.out.tfevents.2",
     "eval/loss",
     "train/loss",
     {"train/loss", "eval/loss"},
     true,
     true},
    {"reinforcement",
     "cat $KEPT/sb3.txt",
     "rollout/ep_rew_mean",
     "train/loss",
     {"train/loss"},
     true,
     false},
};

class Ran {
 public:
  Ran() : m_writer(path()) {
    if (!m_writer.open()) qFatal("the store cannot be opened");
    writeEventsFile();
    for (const Program& program : programs) run(program);
  }

  QString path() const { return m_folder.filePath("runs.sqlite"); }
  static QString idOf(const Program& program) {
    return QString("%1000").arg(&program - programs, 4, 10, QChar('0'));
  }

 private:
  void writeEventsFile() {
    QFile file(m_folder.filePath("tfevents"));
    if (!file.open(QIODevice::WriteOnly)) qFatal("no file");
    const double later = static_cast<double>(std::time(nullptr)) + 3600;
    for (int step = 1; step <= 3; ++step) {
      const auto of = static_cast<float>(step);
      file.write(QByteArray::fromStdString(scalar_record("Loss/train", step, 5 - of, later)));
      file.write(QByteArray::fromStdString(scalar_record("Loss/val", step, 6 - of, later)));
    }
  }

  void run(const Program& program) {
    const QString folder = m_folder.filePath(idOf(program));
    QDir().mkpath(folder);
    QProcess agent;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert("KEPT", KEPT_OUTPUTS);
    environment.insert("KEPT_EVENTS", m_folder.filePath("tfevents"));
    agent.setProcessEnvironment(environment);
    agent.start(YARD_AGENT, {"run", "--run-dir", folder, "--metrics", "auto", "--", "sh", "-c",
                             program.prints});
    if (!agent.waitForFinished(60000) || agent.exitCode() != 0)
      qFatal("%s", agent.readAllStandardError().constData());
    EventFileReader reader(RunFolder{folder.toStdString()}.attempt(1) / "events.jsonl");
    const auto events = reader.read();
    RunRecord record;
    record.run = idOf(program);
    record.name = program.name;
    record.target = "here";
    record.folder = folder;
    record.created = 100 + static_cast<double>(&program - programs);
    if (!events || !m_writer.addRun(record) ||
        !m_writer.importEvents(record.run, 1, *events, 100000, 0))
      qFatal("no events of %s", program.name);
  }

  QTemporaryDir m_folder;
  RunWriter m_writer;
};

QStringList namesOf(RunStore& store, const QString& run) {
  QStringList names;
  const QList<MetricSummary> metrics = *store.metrics(run);
  for (const MetricSummary& metric : metrics) names << metric.name;
  return names;
}

}  // namespace

class OwnProgramsTest : public QObject {
  Q_OBJECT
 private slots:
  void initTestCase() { m_ran = std::make_unique<Ran>(); }
  void cleanupTestCase() { m_ran.reset(); }

  void eachHasItsColumnsAndPairs() {
    RunStore store(m_ran->path());
    for (const Program& program : programs) {
      const QString run = Ran::idOf(program);
      const QStringList names = namesOf(store, run);
      const QByteArray all = program.name + (": " + names.join(' ')).toUtf8();
      QVERIFY2(RunColumns::bestMetric(names) == program.judged, all);
      QVERIFY2(RunColumns::curveMetric(names) == program.shown, all);
      const auto panels = arrangePanels(names);
      QVERIFY2(!panels.empty(), all);
      if (!program.panel.isEmpty()) QVERIFY2(panels.front().metrics == program.panel, all);
      QVERIFY2(panels.front().section != PanelMetrics::Section::performance, all);
      const auto record = store.run(run);
      QVERIFY2(record->trainLoss.has_value() == program.hasLoss, all);
      QVERIFY2(record->evalLoss.has_value() == program.hasEvalLoss, all);
    }
  }

  // The default columns of all of them together.
  void theTableHasTheLossOfEach() {
    RunStore store(m_ran->path());
    RunTableQuery query;
    query.columns = {"best:eval/loss", "last:train/loss"};
    const auto table = store.tables().read(query);
    QVERIFY(table);
    QCOMPARE(table->rows.size(), std::ssize(programs));
    QCOMPARE(RunColumns::bestMetric(table->metrics), "eval/loss");
    QCOMPARE(RunColumns::curveMetric(table->metrics), "train/loss");
    for (const Program& program : programs) {
      const auto row = std::ranges::find(table->rows, Ran::idOf(program), &RunTableRow::run);
      QVERIFY2(row->values[0].isValid() == program.hasEvalLoss, program.name);
      QVERIFY2(row->values[1].isValid() == program.hasLoss, program.name);
      // The small curve of the table and of Home is read by the same name.
      const auto curve = store.curves().curve(row->run, "train/loss", std::nullopt, 60);
      QVERIFY2((curve->whole.counted() > 0) == program.hasLoss, program.name);
    }
  }

  void theyAreComparedByTheirLosses() {
    RunStore store(m_ran->path());
    QList<ComparedRun> runs;
    for (const Program& program : programs) {
      if (!program.hasEvalLoss) continue;
      ComparedRun run;
      run.record = *store.run(Ran::idOf(program));
      for (const QString& metric : namesOf(store, run.record.run))
        run.metrics.insert(metric,
                           store.curves().curve(run.record.run, metric, std::nullopt, 100)->whole);
      runs << run;
    }
    const Comparison comparison(runs);
    QCOMPARE(comparison.objective(), "eval/loss");
    QCOMPARE(comparison.metrics().mid(0, 1), QStringList{"eval/loss"});
    QVERIFY(comparison.metrics().contains("train/loss"));
    for (const ComparedRun& run : comparison.runs())
      QVERIFY2(run.metrics.contains("eval/loss"), qPrintable(run.record.name));
    double least = std::numeric_limits<double>::infinity();
    for (const ComparedRun& run : comparison.runs())
      least = std::min(least, *Comparison::bestOf(run, "eval/loss"));
    QCOMPARE(*Comparison::bestOf(comparison.runs()[*comparison.leader()], "eval/loss"), least);
  }

 private:
  std::unique_ptr<Ran> m_ran;
};

TRAINYARD_TEST(OwnProgramsTest);
#include "own_programs_test.moc"
