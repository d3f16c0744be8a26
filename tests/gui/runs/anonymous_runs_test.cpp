// SPDX-License-Identifier: GPL-3.0-or-later
// Reports that others may read: nothing of whose runs they are.
#include "gui/runs/records/anonymous_runs.h"

#include <QRegularExpression>
#include <QTest>
#include <random>

#include "tests/qt_tests.h"

using namespace trainyard;

namespace {

const QStringList people{"Marguerite", "okonkwo", "li.wei", "Bjørn",     "asanchez7",
                         "T. Yamada",  "priya",   "Élodie", "mkowalski", "nguyen_t"};
const QStringList hosts{"login07.leonardo.cineca.it",
                        "gadi.nci.org.au",
                        "bigpurple",
                        "randi.cri.uchicago.edu",
                        "unity.rc.umass.edu",
                        "hopper42",
                        "dgx-a100-03",
                        "twcc-gpn3004",
                        "juwels-booster",
                        "karolina.it4i.cz"};
const QStringList paths{"/leonardo_work/IscrC_TUTOR/me/trainyard",
                        "/gpfs/data/oermannlab/notes.jsonl",
                        "~/projects/secret-sauce/train.py",
                        "../cohort2024/labels.csv",
                        "/home/marguerite/.cache/tokenizer",
                        "/scratch/pancreas/weights",
                        "runs/biobank_v3/checkpoint-400",
                        "C:\\\\Users\\\\priya\\\\books.txt",
                        "/mnt/glioma/slides.parquet",
                        "data/stroke-unit.yaml"};
const QStringList accounts{"IscrC_TUTOR", "EUHPC_D12", "p200381",    "hpc-neuro", "NIH-R01-44",
                           "charite_icu", "grant77x",  "wallenberg", "mst112099", "oncology-lab"};

// What must not be found, of each: the words that it consists of.
const QStringList tellingWords{
    "Marguerite", "okonkwo",     "li.wei",       "Bjørn",       "asanchez7", "Yamada",  "priya",
    "Élodie",     "mkowalski",   "nguyen_t",     "leonardo",    "cineca",    "gadi",    "bigpurple",
    "uchicago",   "umass",       "hopper42",     "dgx-a100-03", "gpn3004",   "juwels",  "karolina",
    "IscrC",      "oermannlab",  "secret-sauce", "cohort2024",  "pancreas",  "biobank", "books.txt",
    "glioma",     "stroke-unit", "EUHPC",        "p200381",     "hpc-neuro", "NIH-R01", "charite",
    "grant77x",   "wallenberg",  "mst112099",    "oncology",    "it4i"};

template <class Random>
const QString& oneOf(const QStringList& list, Random& random) {
  return list[static_cast<qsizetype>(random() % static_cast<std::size_t>(list.size()))];
}

ComparedRun plantedRun(std::mt19937& random, int number) {
  ComparedRun run;
  RunRecord& record = run.record;
  record.run = QString("57e085a4-0000-4000-8000-%1").arg(number, 12, 10, QChar('0'));
  record.name = oneOf(people, random) + "-" + oneOf(accounts, random);
  if (random() % 2 == 0) record.title = "the best of " + oneOf(people, random);
  record.note = "Asked " + oneOf(people, random) + " on " + oneOf(hosts, random);
  record.tags = {oneOf(accounts, random), oneOf(people, random)};
  record.target = oneOf(hosts, random);
  record.folder = record.source = oneOf(paths, random);
  record.node = oneOf(hosts, random);
  record.state = RunState::completed;
  run.settings = {{"name", record.name},
                  {"data.train", oneOf(paths, random)},
                  {"resources.account", oneOf(accounts, random)},
                  {"environment.variables.OWNER", oneOf(people, random)},
                  {"command.arguments", "--user " + oneOf(people, random)},
                  {"optimizer.kind", "adamw"},
                  {"optimizer.learning_rate", 1e-4 * (1 + static_cast<double>(random() % 9))},
                  {"resources.time_limit", "04:00:00"}};
  run.settings["environment.variables." + oneOf(accounts, random)] = "1";
  for (const QString& metric : {QString("eval/loss"), "accuracy_" + oneOf(people, random)})
    for (int i = 1; i < 20; ++i) run.metrics[metric].add({10.0 * i, 1.0 / i}, false);
  return run;
}

}  // namespace

class AnonymousRunsTest : public QObject {
  Q_OBJECT
 private slots:
  void nothingTells() {
    QCOMPARE(tellingWords.size(), 40);
    std::mt19937 random(5);
    for (int i = 0; i < 20; ++i) {
      QList<ComparedRun> runs;
      ReportCurves curves;
      const int count = 1 + i % 5;
      for (int k = 0; k < count; ++k) runs << plantedRun(random, k);
      for (const ComparedRun& run : runs)
        for (const QString& metric : run.metrics.keys())
          curves[metric].resize(count, {QPointF(0, 1), QPointF(1, 0)});
      const AnonymousRuns shown = anonymous(runs, curves);
      const Comparison comparison(shown.runs);
      const QString text = QString::fromUtf8(RunReport::html(comparison, shown.curves, 1.7e9)) +
                           QString::fromUtf8(RunReport::markdown(comparison, 1.7e9));
      for (const QString& word : tellingWords)
        QVERIFY2(!text.contains(word, Qt::CaseInsensitive),
                 qPrintable(text.mid(text.indexOf(word, 0, Qt::CaseInsensitive) - 60, 140)));
      // The same without it has them: the words were there to be found.
      if (i == 0)
        QVERIFY(QString::fromUtf8(RunReport::html(Comparison(runs), curves, 1.7e9))
                    .contains(runs.front().record.name.toHtmlEscaped()));
    }
  }

  void whatSaysHowItTrainsIsKept() {
    std::mt19937 random(7);
    const QList<ComparedRun> runs{plantedRun(random, 0), plantedRun(random, 1)};
    const AnonymousRuns shown = anonymous(runs, {});
    QCOMPARE(shown.runs[0].record.name, "run 1");
    QCOMPARE(shown.runs[1].settings["optimizer.kind"], "adamw");
    QCOMPARE(shown.runs[1].settings["optimizer.learning_rate"],
             runs[1].settings["optimizer.learning_rate"]);
    QCOMPARE(shown.runs[1].settings["resources.time_limit"], "04:00:00");
    QVERIFY(shown.runs[0].metrics.contains("eval/loss"));
    // What differed still differs, and what was equal is equal.
    for (const char* path : {"data.train", "resources.account", "name"})
      QCOMPARE(shown.runs[0].settings[path] == shown.runs[1].settings[path],
               runs[0].settings[path] == runs[1].settings[path]);
  }

  void aReportIsAPdf() {
    std::mt19937 random(9);
    const QList<ComparedRun> runs{plantedRun(random, 0), plantedRun(random, 1)};
    const ReportCurves curves{{"eval/loss", {{{0, 1}, {1, 0}}, {{0, 2}, {1, 1}}}}};
    const QString svg = RunReport::svg(Comparison(runs), "eval/loss", curves["eval/loss"]);
    QVERIFY2(svg.contains(QRegularExpression("<path d=\"M[0-9.]+ [0-9.]+ L[0-9.]+ [0-9.]+ \"")),
             qPrintable(svg.right(400)));
    const QByteArray pdf = RunReport::pdf(Comparison(runs), curves, 1.7e9);
    QVERIFY(pdf.startsWith("%PDF-"));
    QVERIFY(pdf.contains("/Image"));
    QVERIFY(pdf.size() > 5000);
  }
};

TRAINYARD_WINDOW_TEST(AnonymousRunsTest);
#include "anonymous_runs_test.moc"
