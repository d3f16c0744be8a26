// SPDX-License-Identifier: GPL-3.0-or-later
// The whole window over a store of its own, before a scripted service, and the places that it has.
#pragma once

#include <QDir>
#include <QFile>
#include <QHash>
#include <QSettings>
#include <QTemporaryDir>
#include <QTranslator>
#include <QXmlStreamReader>
#include <cmath>
#include <functional>

#include "engine/system/unix_time.h"
#include "gui/app/main_window.h"
#include "gui/home/home_page.h"
#include "gui/home/night_card.h"
#include "gui/experiments/experiment_page.h"
#include "gui/experiments/experiment_tabs.h"
#include "gui/look/theme.h"
#include "gui/look/type.h"
#include "gui/runs/runs_page.h"
#include "gui/studies/studies_page.h"
#include "remote/store/run_writer.h"
#include "remote/store/study_reader.h"
#include "tests/gui/app/full_scene.h"
#include "tests/gui/runs/runs_scene.h"
#include "tests/gui/runs/samples_scene.h"
#include "tests/gui/studies/study_records.h"

namespace trainyard {

// A window with a run of each state and a study of three learning rates, whose curves have some
// points; or without any; or with a store that cannot be read and a cluster that is out of reach;
// or with as much as a FullScene has.
struct WindowScene {
  enum class Runs { none, some, broken, full };
  enum class Start { first, later };
  explicit WindowScene(Runs runs = Runs::some, Start start = Start::later)
      : isFull(runs == Runs::full), writer(folder.filePath("runs.sqlite")) {
    QDir::setCurrent(folder.path());
    qputenv("HOME", QFile::encodeName(folder.path()));  // Home looks there for runs of others
    QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, folder.path());
    if (start == Start::later) QSettings().setValue("callOuts/ended", true);
    if (!writer.open()) qFatal("the store cannot be opened");
    const bool hasRuns = runs == Runs::some || isFull;
    if (hasRuns) addRuns();
    if (hasRuns) addStudy();
    if (isFull) FullScene::addRuns(writer, FullScene::numRuns - numRuns);
    service.answers["targets.list"] = [](const QJsonObject&) {
      return QJsonObject{{"targets", QJsonArray()}};
    };
    service.answers["check"] = [](const QJsonObject&) {
      return QJsonObject{{"diagnostics", QJsonArray()}};
    };
    answerAboutDocuments();
    if (isFull) FullScene::answer(service);
    if (runs == Runs::broken) breakAll();
    reader = std::make_unique<StoreReader>(runs == Runs::broken ? brokenStore
                                                                : folder.filePath("runs.sqlite"));
    client = std::make_unique<ServiceClient>(service.places());
    window = std::make_unique<MainWindow>(client.get(), reader.get());
    // An afternoon, in which Home says nothing of the night.
    window->pages()->home()->night()->setClock(
        [] { return QDateTime(QDate(2026, 3, 2), QTime(14, 0)); });
    if (hasRuns) window->pages()->experiments()->open({document()});
  }
  ~WindowScene() {
    window.reset();
    QDir::setCurrent(QDir::rootPath());
    QCoreApplication::processEvents();
  }

  static constexpr int numRuns = 8;
  static constexpr const char* studyId = "5e6f8f6c-0000-4000-8000-00000000000a";
  // Relative, because its name is in a picture: the same in each of the scenes that are up at once.
  static inline const QString brokenStore = "damaged.sqlite";

  void must(const auto& result) {
    if (!result) qFatal("%s", result.error().message.c_str());
  }

  // A training with some settings of its own.
  QString document() {
    const QString path = folder.filePath(isFull ? "books-sft-lora.yaml" : "gpt2-books.yaml");
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly)) qFatal("no document");
    file.write(isFull
                   ? FullScene::document()
                   : "format: 1\nname: gpt2-books\nworkload: engine\nmodel:\n  kind: gpt2\ndata:\n"
                     "  train: [books.txt]\n  sequence_length: 512\nbatch:\n  per_device: 8\n"
                     "optimizer:\n  learning_rate: 3.0e-4\n  weight_decay: 0.1\nschedule:\n"
                     "  kind: cosine\n  warmup_ratio: 0.03\ncheckpoint:\n  every_steps: 200\n");
    return path;
  }

  // What a training would take is never answered: when the answer came, it would be seen or not.
  void answerAboutDocuments() {
    service.answers["render"] = [](const QJsonObject&) {
      return QJsonObject{
          {"script", "#!/bin/bash\n#SBATCH --nodes=1\nexec engine train \"$document\"\n"},
          {"command_line", "/bin/bash job.sh"}};
    };
  }

  void breakAll() {
    QFile store(folder.filePath(brokenStore));
    if (!store.open(QIODevice::WriteOnly)) qFatal("no store");
    store.write(QByteArray("this is no database ").repeated(100));
    const QJsonObject arguments{{"host", "login.unity.example"}, {"problem", "no route to host"}};
    const QJsonObject away{
        {"name", "unity"},
        {"host", "login.unity.example"},
        {"base", "/scratch/runs"},
        {"kind", "slurm"},
        {"facts", QJsonObject()},
        {"link", QJsonObject{{"link", "waiting"},
                             {"code", "host.unreachable"},
                             {"arguments", arguments},
                             {"reason", "login.unity.example cannot be reached: no route to host"},
                             {"since", 1000},
                             {"next_try", 2000}}}};
    service.answers["targets.list"] = [away](const QJsonObject&) {
      return QJsonObject{{"targets", QJsonArray{away}}};
    };
  }

  void addRuns() {
    int number = 0;
    for (const RunState state : {RunState::running, RunState::waiting, RunState::failed,
                                 RunState::completed, RunState::timed_out}) {
      RunRecord run = runRecord(QString("run-%1").arg(number), state,
                                state == RunState::failed ? "out_of_memory" : "");
      run.name = QString("a run with a name that is long %1").arg(number++);
      add(run, 0.1);
    }
    for (const double rate : {1e-5, 3e-5, 1e-4}) {
      RunRecord run = runRecord(QString("run-%1").arg(number++), RunState::completed);
      run.name = "sft";
      run.study = "5e6f8f6c-0000-4000-8000-000000000000";
      run.studyValues = {QString("optimizer.learning_rate=%1").arg(rate)};
      add(run, rate);
    }
  }

  // A search of jobs, whose trials are in its journal alone.
  void addStudy() {
    QDir().mkpath(StudyReader::studiesFolder(folder.filePath("runs.sqlite")));
    QFile journal(StudyReader::journalPath(studyId, folder.filePath("runs.sqlite")));
    if (!journal.open(QIODevice::WriteOnly)) qFatal("no journal");
    for (const search::JournalRecord& record :
         isFull ? studyRecords(FullScene::numTrials, FullScene::numTrials) : studyRecords(60, 60))
      journal.write(QByteArray::fromStdString(search::to_line(record)) + '\n');
  }

  void add(RunRecord run, double rate) {
    const RunState state = run.state;
    run.workload = "engine";
    // Times that read the same on any day: of what goes on relative to now, else long ago.
    const double begin = isOpen(state) ? unix_time() - 600 : 1000;
    run.created = begin + 10 * QStringView(run.run).sliced(4).toInt();
    must(writer.addRun(run));
    must(writer.setSettings(run.run, {{"batch.per_device", "8", 8},
                                      {"optimizer.learning_rate", QString::number(rate), rate},
                                      {"parallel.recompute", "none", {}},
                                      {"data.sequence_length", "1024", 1024}}));
    if (state != RunState::waiting) {
      HeaderEvent header;
      header.attempt = 1;
      std::vector<Event> events{{begin + 100, 1, header}};
      for (int step = 1; step <= 40; ++step) {
        MetricsEvent metrics;
        metrics.step = step;
        metrics.values = {{"train/loss", 3 / std::sqrt(step) + 100 * rate},
                          {"train/gradient_norm", 1 + 0.3 * std::sin(step)}};
        // With the two, and that of evaluations, as many panels as there shall be.
        if (isFull && run.run == "run-2")
          for (int other = 3; other < FullScene::numPanels; ++other)
            metrics.values.emplace_back("train/layer_" + std::to_string(other),
                                        1 + 0.2 * std::cos(0.1 * step * other));
        if (step % 10 == 0) metrics.values.emplace_back("eval/loss", 3 / std::sqrt(step) + 0.2);
        events.push_back({begin + 100 + step, step + 1, metrics});
      }
      if (run.run == "run-2") addSamples(begin, events);
      if (!isOpen(state)) {
        EndEvent end;
        end.outcome = state == RunState::completed   ? Outcome::completed
                      : state == RunState::timed_out ? Outcome::timed_out
                                                     : Outcome::failed;
        end.exit_code = state == RunState::completed ? 0 : 4;
        end.code = run.code.toStdString();
        end.reason = "A reason of some length.";
        events.push_back({begin + 150, 60, end});
      }
      must(writer.importEvents(run.run, 1, events, 100, 0));
    }
  }

  // Behind the metrics of a run: rows that it judged wrongly, and how weights are distributed.
  static void addSamples(double begin, std::vector<Event>& events) {
    for (int step = 10; step <= 40; step += 10) {
      const auto at = static_cast<std::int64_t>(events.size()) + 1;
      events.push_back(
          {begin + 140, at,
           SampleEvent{"eval/worst", SampleKind::table, step,
                       R"({"columns":["row","text","label","predicted","probability"],"rows":[)"
                       R"([117,"What does [] == False return?","False","True",0.91],)"
                       R"([204,"Is a tuple with one list in it hashable?","no","yes",0.88],)"
                       R"([31,"Is 0.1 + 0.2 equal to 0.3?","no","yes",0.84]]})",
                       "3 of 512 rows are judged wrongly.", false}});
      events.push_back({begin + 140, at + 1,
                        SampleEvent{"weights/head", SampleKind::histogram, step,
                                    histogramAround(step / 40.0), "", false}});
    }
  }

  const bool isFull;
  QTemporaryDir folder;
  RunWriter writer;
  ScriptedService service;
  std::unique_ptr<StoreReader> reader;
  std::unique_ptr<ServiceClient> client;
  std::unique_ptr<MainWindow> window;
};

// The German of translations/, as it stands there.
class German : public QTranslator {
 public:
  German() {
    QFile file(GERMAN);
    if (!file.open(QIODevice::ReadOnly)) qFatal("no translations");
    QXmlStreamReader xml(&file);
    QString context, source;
    while (!xml.atEnd()) {
      const auto token = xml.readNext();
      // Of forms for several numbers the last stays.
      if (token == QXmlStreamReader::Characters && !xml.isWhitespace() && m_isWords)
        m_words[context + '|' + source] = xml.text().toString();
      if (token != QXmlStreamReader::StartElement) continue;
      m_isWords =
          xml.name() == QLatin1String("translation") || xml.name() == QLatin1String("numerusform");
      if (xml.name() == QLatin1String("name")) context = xml.readElementText();
      if (xml.name() == QLatin1String("source")) source = xml.readElementText();
    }
    if (m_words.size() < 1000) qFatal("the translations cannot be read");
  }
  bool isEmpty() const override { return false; }
  QString translate(const char* context, const char* source, const char*, int) const override {
    return m_words.value(QString::fromUtf8(context) + '|' + QString::fromUtf8(source));
  }

 private:
  QHash<QString, QString> m_words;
  bool m_isWords = false;  // while it is read
};

struct WindowPlace {
  QString name;
  std::function<void(MainWindow&)> show;
};

inline QList<WindowPlace> allPlaces() {
  const auto address = [](const char* to) {
    return [to](MainWindow& window) { window.pages()->goTo(QString::fromLatin1(to)); };
  };
  const auto study = [](const QString& part) {
    return [part](MainWindow& window) {
      window.pages()->goTo(QString("studies/") + WindowScene::studyId + part);
      const StudyModel* shown = window.pages()->studies()->study();
      QTRY_VERIFY(shown->content() && !shown->importance().empty());
    };
  };
  QList<WindowPlace> places{{"home", address("home")},
                            {"experiments", address("experiments")},
                            {"experiments/review",
                             [](MainWindow& window) {
                               window.pages()->goTo("experiments");
                               window.pages()->experiments()->current()->goOn();
                             }},
                            {"runs", address("runs")},
                            {"studies", address("studies")},
                            {"study", study({})},
                            {"study/trials", study("/trials")},
                            {"study/slices", study("/slices")},
                            {"queue", address("queue")},
                            {"clusters", address("clusters")},
                            {"files", address("files")},
                            {"compare", address("runs/compare/run-0,run-3")}};
  for (const char* part : {"", "/curves", "/results", "/samples", "/logs", "/devices", "/messages",
                           "/checkpoints", "/configuration", "/notes"})
    places << WindowPlace{QString("run") + part, [part](MainWindow& window) {
                            window.pages()->goTo(QString("runs/run-2") + part);
                          }};
  return places;
}

}  // namespace trainyard
