// SPDX-License-Identifier: GPL-3.0-or-later
// Which runs a filter finds, in which order and groups, and what they have beside them.
#include <QTemporaryDir>
#include <QTest>

#include "engine/contract/json.h"
#include "engine/system/unix_time.h"
#include "remote/store/run_filter.h"
#include "remote/store/run_store.h"
#include "remote/store/run_writer.h"
#include "tests/qt_tests.h"
#include "tests/remote/store/written_events.h"

using namespace trainyard;

namespace {

struct TableScene {
  TableScene() : writer(folder.filePath("runs.sqlite")), store(folder.filePath("runs.sqlite")) {
    if (!writer.open()) qFatal("the store cannot be opened");
  }

  void add(const QString& id, const QString& name, double created, double rate,
           std::initializer_list<double> losses, RunState state = RunState::completed) {
    RunRecord run;
    run.run = id;
    run.name = name;
    run.target = "leonardo";
    run.folder = "/runs/" + id;
    run.source = "/home/me/" + name + ".yaml";
    run.created = created;
    run.state = state;
    run.tags = {"sft", "tag-" + id};
    if (!writer.addRun(run)) qFatal("a run cannot be added");
    if (!writer.setSettings(id, {{"optimizer.learning_rate", QString::number(rate), rate},
                                 {"optimizer.kind", rate > 1e-5 ? "sgd" : "adamw", {}},
                                 {"seed", "1", 1.0},
                                 {"name", name, {}}}))
      qFatal("settings cannot be written");
    std::vector<Event> events;
    HeaderEvent header;
    header.attempt = 1;
    events.push_back({1, 0, header});
    std::int64_t sequence = 0;
    for (const double loss : losses) {
      MetricsEvent metrics;
      metrics.step = ++sequence * 10;
      metrics.values = {{"eval/loss", loss}, {"eval/accuracy", 1 - loss}};
      events.push_back({static_cast<double>(sequence + 1), sequence, metrics});
    }
    if (!writer.importEvents(id, 1, events, 1000, 0)) qFatal("events cannot be written");
    if (!isOpen(state) && !writer.setEnded(id, state, {}, {}, 0)) qFatal("no end can be written");
  }

  QStringList found(const QString& filter) {
    RunTableQuery query;
    query.filter = filter;
    return runsOf(query);
  }
  QStringList runsOf(const RunTableQuery& query) {
    const auto table = store.tables().read(query);
    if (!table) return {QString::fromStdString(table.error().message)};
    QStringList runs;
    for (const RunTableRow& row : table->rows) runs << row.run;
    return runs;
  }

  QTemporaryDir folder;
  RunWriter writer;
  RunStore store;
};

struct FiveRuns : TableScene {
  FiveRuns() {
    const double now = unix_time();
    add("aaaa1", "sweep", now - 500, 1e-6, {0.9, 0.86});
    add("bbbb2", "sweep", now - 400, 1e-5, {0.8, 0.72, 0.75});
    add("cccc3", "sweep", now - 300, 3e-5, {0.79, 0.7522});
    add("dddd4", "other", now - 90000, 1e-4, {}, RunState::failed);
    add("eeee5", "last_one", now - 100, 1e-5, {0.5}, RunState::running);
  }
};

}  // namespace

class RunTableStoreTest : public QObject {
  Q_OBJECT
 private slots:
  void wordsAndConditions() {
    FiveRuns scene;
    const QStringList all{"eeee5", "cccc3", "bbbb2", "aaaa1", "dddd4"};
    QCOMPARE(scene.found(""), all);
    QCOMPARE(scene.found("sweep"), (QStringList{"cccc3", "bbbb2", "aaaa1"}));
    QCOMPARE(scene.found("SWEEP tag-bbbb2"), QStringList{"bbbb2"});
    QCOMPARE(scene.found("-sweep"), (QStringList{"eeee5", "dddd4"}));
    QCOMPARE(scene.found("dddd"), QStringList{"dddd4"});
    QCOMPARE(scene.found("state:failed"), QStringList{"dddd4"});
    QCOMPARE(scene.found("tag:tag-aaaa1"), QStringList{"aaaa1"});
    QCOMPARE(scene.found("tag:tag"), QStringList());
    QCOMPARE(scene.found("on:leonardo"), all);
    QCOMPARE(scene.found("since:2h"), all.mid(0, 4));
    QCOMPARE(scene.found("before:2h"), QStringList{"dddd4"});
    QCOMPARE(scene.found("is:open"), QStringList{"eeee5"});
    QCOMPARE(scene.found("lr=1e-5"), (QStringList{"eeee5", "bbbb2"}));
    QCOMPARE(scene.found("optimizer.learning_rate >= 3e-5"), (QStringList{"cccc3", "dddd4"}));
    QCOMPARE(scene.found("optimizer.kind = SGD"), (QStringList{"cccc3", "dddd4"}));
    QCOMPARE(scene.found("optimizer.kind != sgd"), (QStringList{"eeee5", "bbbb2", "aaaa1"}));
    QCOMPARE(scene.found("eval/loss < 0.76"), (QStringList{"eeee5", "cccc3", "bbbb2"}));
    QCOMPARE(scene.found("eval/loss<0.76 sweep"), (QStringList{"cccc3", "bbbb2"}));
    QCOMPARE(scene.found("best:eval/loss < 0.73"), (QStringList{"eeee5", "bbbb2"}));
    QCOMPARE(scene.found("-eval/loss < 0.76"), (QStringList{"aaaa1", "dddd4"}));
    QCOMPARE(scene.found("step > 25"), QStringList{"bbbb2"});
    // What LIKE takes for anything is a character here.
    QCOMPARE(scene.found("last_one"), QStringList{"eeee5"});
    QCOMPARE(scene.found("lastXone"), QStringList());
    QCOMPARE(scene.found("%"), QStringList());
  }

  void whatCannotBeReadIsSaidWithItsPlace() {
    FiveRuns scene;
    const auto said = [&](const QString& filter) { return scene.found(filter).value(0); };
    QVERIFY(said("sweep eval/loss <").contains("at character 7: a comparison has"));
    QVERIFY(said("eval/loss < low").contains("'low' is no number"));
    QVERIFY(said("eval/loss =< 1").contains("'=<' is no comparison"));
    QVERIFY(said("note:\"open").contains("the quotation mark is not closed"));
    QVERIFY(said("state:").contains("is followed by what is looked for"));
    QVERIFY(said("is:happy").contains("is: is followed by archived"));
    QVERIFY(said("since:soon").contains("'soon' is no time"));
    QVERIFY(said(QString(5000, 'x')).contains("longer than 4,096"));
  }

  // Whatever is typed is a value, never SQL.
  void oddInputIsFoundOrRefused() {
    FiveRuns scene;
    for (const char* odd : {"'; DROP TABLE runs; --",
                            "\"'\"",
                            "x' OR '1'='1",
                            "?1 ?2 ?",
                            "lr = 1' OR 1",
                            "-",
                            "--",
                            "- -",
                            ":",
                            "a:b:c",
                            "<",
                            "= 3",
                            "\"\"",
                            "\\",
                            "tag:?1",
                            "note:\"?7\"",
                            "eval/? < 1",
                            "name:%",
                            "best: < 1",
                            "setting:seed = 1",
                            "\t\n",
                            "-\"sweep\"",
                            "é:ü",
                            "1e999 < 1e999"})
      (void)scene.found(odd);
    QCOMPARE(scene.found("").size(), 5);
    QCOMPARE(scene.found("?1 sweep"), QStringList());
    QCOMPARE(scene.found("-\"sweep\""), (QStringList{"eeee5", "dddd4"}));
    QCOMPARE(scene.found("setting:seed = 1").size(), 5);
  }

  void orderAndValues() {
    FiveRuns scene;
    RunTableQuery query;
    query.sort = "best:eval/loss";
    query.descending = false;
    query.columns = {"best:eval/loss",         "last:eval/loss",
                     "best:eval/accuracy",     "setting:optimizer.learning_rate",
                     "setting:optimizer.kind", "nothing"};
    const auto table = scene.store.tables().read(query);
    QVERIFY(table);
    QCOMPARE(scene.runsOf(query), (QStringList{"eeee5", "bbbb2", "cccc3", "aaaa1", "dddd4"}));
    const QVariantList values = table->rows[1].values;
    QCOMPARE(values[0].toDouble(), 0.72);
    QCOMPARE(values[1].toDouble(), 0.75);
    QCOMPARE(values[2].toDouble(), 0.28);
    QCOMPARE(values[3].toDouble(), 1e-5);
    QCOMPARE(values[4].toString(), "adamw");
    QVERIFY(!values[5].isValid());
    QVERIFY(!table->rows[4].values[0].isValid());
    // Without a value they stand last in the other direction, too.
    query.descending = true;
    QCOMPARE(scene.runsOf(query).last(), "dddd4");
    QCOMPARE(scene.runsOf(query).first(), "aaaa1");
  }

  void groups() {
    FiveRuns scene;
    RunTableQuery query;
    query.group = "experiment";
    query.columns = {"best:eval/loss"};
    const auto table = scene.store.tables().read(query);
    QVERIFY(table);
    QCOMPARE(table->total, 5);
    QCOMPARE(table->groups.size(), 3);
    QCOMPARE(table->groups[0].title, "last_one.yaml");
    QCOMPARE(table->groups[1].title, "sweep.yaml");
    QCOMPARE(table->groups[1].runs, 3);
    QCOMPARE(table->groups[1].best.toDouble(), 0.72);
    QCOMPARE(table->groups[1].varying, (QStringList{"optimizer.learning_rate", "optimizer.kind"}));
    QCOMPARE(table->varying, (QStringList{"optimizer.learning_rate", "optimizer.kind"}));
    QCOMPARE(table->metrics, (QStringList{"eval/loss", "eval/accuracy"}));
    QVERIFY(table->settings.contains("optimizer.kind"));
    // Runs without a study come last.
    query.group = "study";
    QCOMPARE(scene.store.tables().read(query)->groups.size(), 1);
  }

  void tasksFollowTheirRun() {
    FiveRuns scene;
    for (int index : {2, 0}) {
      RunRecord task;
      task.run = QStringLiteral("task%1").arg(index);
      task.name = "sweep";
      task.target = "leonardo";
      task.folder = "/runs/task";
      task.parent = "bbbb2";
      task.arrayIndex = index;
      QVERIFY(scene.writer.addRun(task));
    }
    QCOMPARE(scene.found("sweep"), (QStringList{"cccc3", "bbbb2", "task0", "task2", "aaaa1"}));
    QCOMPARE(scene.store.tables().read({})->total, 5);
  }

  void whatAPersonNotes() {
    FiveRuns scene;
    RunAnnotation annotation;
    annotation.isArchived = annotation.isPinned = true;
    annotation.note = "table 2";
    annotation.colour = 4;
    QVERIFY(scene.writer.annotate({"aaaa1", "bbbb2"}, annotation));
    annotation = {};
    annotation.title = "the good one";
    annotation.tags = QStringList{"kept"};
    QVERIFY(scene.writer.annotate({"bbbb2"}, annotation));
    const auto run = scene.store.run("bbbb2");
    QVERIFY(run);
    QCOMPARE(run->title, "the good one");
    QCOMPARE(run->note, "table 2");
    QCOMPARE(run->tags, QStringList{"kept"});
    QVERIFY(run->isPinned && run->isArchived && !run->isShown);
    QCOMPARE(run->colour, 4);
    QCOMPARE(scene.found("sweep"), QStringList{"cccc3"});
    QCOMPARE(scene.found("is:archived"), (QStringList{"bbbb2", "aaaa1"}));
    QCOMPARE(scene.found("is:archived good"), QStringList{"bbbb2"});
    QCOMPARE(scene.found("is:archived note:\"table 2\" tag:kept"), QStringList{"bbbb2"});
    QVERIFY(scene.writer.removeRun("bbbb2"));
    QVERIFY(scene.store.settings("bbbb2")->isEmpty());
  }

  void projectsAreFoldersOverRuns() {
    FiveRuns scene;
    const auto move = [&](const QStringList& runs, const QString& project) {
      RunAnnotation annotation;
      annotation.project = project;
      QVERIFY(scene.writer.annotate(runs, annotation));
    };
    move({"aaaa1"}, "language/ablations");
    move({"bbbb2"}, "language");
    move({"cccc3"}, "language models");
    RunAnnotation archived;
    archived.isArchived = true;
    QVERIFY(scene.writer.annotate({"bbbb2"}, archived));
    QCOMPARE(scene.found("project:language/ablations"), QStringList{"aaaa1"});
    QCOMPARE(scene.found("project:language is:archived"), QStringList{"bbbb2"});
    QCOMPARE(scene.found("project:\"language models\""), QStringList{"cccc3"});
    QCOMPARE(scene.found("project:lang"), QStringList());
    const QStringList unfiled = scene.found("project:/");
    QVERIFY(!unfiled.isEmpty() && !unfiled.contains("aaaa1"));
    RunTableQuery query;
    query.project = "language";
    query.archived = true;
    query.group = "project";
    const auto table = scene.store.tables().read(query);
    QVERIFY(table);
    QCOMPARE(table->rows.size(), 2);
    QCOMPARE(table->groups.size(), 2);
    QCOMPARE(table->projects.size(), 4);
    QCOMPARE(table->projects[0].project, QString());
    QCOMPARE(table->projects[0].runs, unfiled.size());
    QCOMPARE(table->projects[1].project, "language");
    QCOMPARE(table->projects[1].runs, 0);
    QCOMPARE(table->projects[1].archived, 1);
    QCOMPARE(table->projects[2].project, "language models");
    QCOMPARE(table->projects[3].runs, 1);
    query.project = QString();
    QCOMPARE(scene.store.tables().read(query)->rows.size(), unfiled.size());
    // A baseline stands beside the runs of every project.
    RunAnnotation pinned;
    pinned.isPinned = true;
    QVERIFY(scene.writer.annotate({"cccc3"}, pinned));
    query.project = "language/ablations";
    QStringList beside = scene.runsOf(query);
    beside.sort();
    QCOMPARE(beside, (QStringList{"aaaa1", "cccc3"}));
    QCOMPARE(scene.found("project:language/ablations"), QStringList{"aaaa1"});
    move({"aaaa1"}, {});
    QCOMPARE(scene.store.run("aaaa1")->project, QString());
  }

  void whatComputedARunIsKeptWithItsAttempt() {
    TableScene scene;
    scene.add("env", "env", 1, 1e-5, {});
    HeaderEvent header;
    header.attempt = 2;
    header.versions = {{"yard-agent", "0.3.0"}};
    header.environment = {{"python", "3.11.4"}, {"packages", Map{{"torch", "2.7.0"}}}};
    QVERIFY(scene.writer.importEvents("env", 2, {{5, 0, header}}, 1000, 0));
    const auto attempts = scene.store.attempts("env");
    QVERIFY(attempts);
    QCOMPARE(attempts->size(), 2);
    QVERIFY(attempts->front().environment.empty());
    QCOMPARE(to_json(attempts->last().environment),
             std::string(R"({"python":"3.11.4","packages":{"torch":"2.7.0"},)"
                         R"("versions":{"yard-agent":"0.3.0"}})"));
  }

  // Programs choose the names of their losses; a column of losses has each run's own.
  void aColumnOfLossesHasEachRunsOwn() {
    TableScene scene;
    const auto add = [&](const QString& id, std::vector<std::pair<std::string, double>> values) {
      scene.add(id, "own", 100, 1e-3, {}, RunState::running);
      MetricsEvent metrics;
      metrics.step = 10;
      metrics.values = std::move(values);
      return bool(scene.writer.importEvents(id, 1, {{2, 5, metrics}}, 2000, 0));
    };
    QVERIFY(add("aaaa1", {{"train/loss", 3}, {"eval/loss", 2.5}}));
    QVERIFY(add("bbbb2", {{"loss", 2}, {"val_loss", 1.5}, {"kl_loss", 0.1}}));
    QVERIFY(add("cccc3", {{"nll", 1}, {"dev_ppl", 4}}));
    RunTableQuery query;
    query.sort = "last:train/loss";
    query.descending = false;
    query.columns = {"last:train/loss", "best:eval/loss", "last:kl_loss"};
    const auto table = scene.store.tables().read(query);
    QVERIFY(table);
    QCOMPARE(scene.runsOf(query), (QStringList{"cccc3", "bbbb2", "aaaa1"}));
    QCOMPARE(table->rows[1].values, (QVariantList{2.0, 1.5, 0.1}));
    QCOMPARE(table->rows[0].values, (QVariantList{1.0, QVariant(), QVariant()}));
    QCOMPARE(table->groups.first().best, QVariant(1.5));
    QCOMPARE(scene.found("eval/loss < 2"), QStringList{"bbbb2"});
    QCOMPARE(table->metrics.mid(0, 3), (QStringList{"train/loss", "loss", "kl_loss"}));
    // What arrives later is read again.
    MetricsEvent metrics;
    metrics.step = 20;
    metrics.values = {{"val_loss", 1.25}};
    QVERIFY(scene.writer.importEvents("bbbb2", 1, {{3, 6, metrics}}, 3000, 0));
    QCOMPARE(scene.store.tables().read(query)->rows[1].values[1], QVariant(1.25));
  }

  void whetherMoreIsBetter() {
    for (const char* more :
         {"eval/accuracy", "eval/roc_auc", "f1", "eval/f1_macro", "eval_f1", "test/bleu"})
      QVERIFY2(metricImproves(more), more);
    for (const char* less : {"eval/loss", "train/loss", "perplexity", "eval/bits_per_token",
                             "gradient_norm", "mae", "eval/wer"})
      QVERIFY2(!metricImproves(less), less);
  }
};

TRAINYARD_TEST(RunTableStoreTest);
#include "run_table_test.moc"
