// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/home/found_history.h"

#include <QDir>
#include <map>

#include "remote/history/historic_run.h"
#include "remote/history/history_finder.h"
#include "remote/process/native_path.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

constexpr int mostLevels = 3;
constexpr qsizetype mostFolders = 5000;
// Databases are copied before they are read.
constexpr std::int64_t largestStore = 16 << 20;

// The names that the trackers, their examples and their users give to such folders.
const QSet<QString> usualNames{u"wandb"_s,          u"runs"_s,    u"mlruns"_s,
                               u"lightning_logs"_s, u"logs"_s,    u"tb_logs"_s,
                               u"tensorboard"_s,    u"swanlog"_s, u"trackio"_s};

QString titleOf(const HistorySource& source) {
  switch (source.tracker) {
    case Tracker::wandb:
      return u"Weights & Biases"_s;
    case Tracker::tensorboard:
      return u"TensorBoard"_s;
    case Tracker::mlflow:
      return u"MLflow"_s;
    case Tracker::lightning:
      return u"Lightning"_s;
    case Tracker::swanlab:
      return u"SwanLab"_s;
    case Tracker::store:
      return shownPath(source.files.front().filename());
  }
  return {};
}

class Search {
 public:
  explicit Search(const std::stop_token& stop) : m_stop(stop) {}

  void visit(const QString& folder, int level) {
    // Hidden ones have caches and settings. Links are not followed, so nothing is found twice.
    const auto below =
        QDir(folder).entryList(QDir::Dirs | QDir::NoDotAndDotDot | QDir::NoSymLinks, QDir::Name);
    for (const QString& name : below) {
      if (m_stop.stop_requested() || ++m_folders > mostFolders) return;
      const QString path = folder + u'/' + name;
      if (usualNames.contains(name))
        add(path);
      else if (level < mostLevels)
        visit(path, level + 1);
    }
  }

  void add(const QString& folder) {
    const auto found = findHistory(nativePath(folder), m_stop);
    if (!found) return;
    std::map<QString, FoundHistoryPlace> byTitle;
    for (const HistorySource& source : found->sources) {
      if (source.tracker == Tracker::store && source.bytes > largestStore) continue;
      const auto runs = runsOf(source, m_stop);
      if (!runs || runs->empty()) continue;
      FoundHistoryPlace& place = byTitle[titleOf(source)];
      place.title = titleOf(source);
      place.folder = folder;
      for (const HistorySource& run : *runs) place.runs << historicRunId(run);
    }
    for (const auto& [title, place] : byTitle) places << place;
  }

  QList<FoundHistoryPlace> places;

 private:
  const std::stop_token& m_stop;
  qsizetype m_folders = 0;
};

}  // namespace

QList<FoundHistoryPlace> findHistoryPlaces(const QString& home, const std::stop_token& stop) {
  Search search(stop);
  if (const QString trackio = home + u"/.cache/huggingface/trackio"_s; QDir(trackio).exists())
    search.add(trackio);
  search.visit(home, 1);
  return search.places;
}

}  // namespace trainyard
