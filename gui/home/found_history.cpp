// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/home/found_history.h"

#include <QDir>
#include <map>

#include "remote/history/history_reader.h"
#include "remote/process/native_path.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

constexpr int mostLevels = 3;
constexpr qsizetype mostFolders = 5000;

// The names that the trackers, their examples and their users give to such folders.
const QSet<QString> usualNames{u"wandb"_s, u"runs"_s,    u"mlruns"_s,      u"lightning_logs"_s,
                               u"logs"_s,  u"tb_logs"_s, u"tensorboard"_s, u"swanlog"_s};

class Look {
 public:
  explicit Look(const std::stop_token& stop) : m_stop(stop) {}

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

  QList<FoundHistoryPlace> places;

 private:
  void add(const QString& folder) {
    const auto found = findHistory(nativePath(folder), m_stop);
    if (!found) return;
    std::map<Tracker, FoundHistoryPlace> byTracker;
    for (const HistorySource& source : found->sources) {
      // How many runs a database has is known only when it has been copied.
      if (source.tracker == Tracker::store) continue;
      FoundHistoryPlace& place = byTracker[source.tracker];
      place.tracker = source.tracker;
      place.folder = folder;
      place.runs << historicRunId(source);
    }
    for (const auto& [tracker, place] : byTracker) places << place;
  }

  const std::stop_token& m_stop;
  qsizetype m_folders = 0;
};

}  // namespace

QList<FoundHistoryPlace> findHistoryPlaces(const QString& home, const std::stop_token& stop) {
  Look look(stop);
  look.visit(home, 1);
  return look.places;
}

QString trackerName(Tracker tracker) {
  switch (tracker) {
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
      break;
  }
  return {};
}

}  // namespace trainyard
