// SPDX-License-Identifier: GPL-3.0-or-later
// Help for paths while the document is edited: names that complete a prefix, and how much is below
// existing paths. Looked up where they are: on the selected target or, for relative paths, on this
// computer. A cluster is not queried while it is not connected, nothing is queried on every key
// press, and only one request is made at a time.
#pragma once

#include <map>
#include <optional>
#include <stop_token>

#include <QObject>
#include <QPointer>
#include <QTimer>

#include "engine/contract/experiment/experiment.h"
#include "gui/targets/target_list.h"

namespace trainyard {

struct PathPlace {
  QString target;
  QString path;  // absolute, or starting with ~
  bool operator==(const PathPlace&) const = default;
};

class PathHelp : public QObject {
  Q_OBJECT
 public:
  static constexpr int pauseMilliseconds = 300;     // in typing
  static constexpr int debounceMilliseconds = 800;  // after a change of the document

  // Both must outlive it.
  PathHelp(ServiceClient* client, TargetList* targets);
  ~PathHelp() override;

  // Sets the current document. `folder`: what its relative paths are relative to; empty: unknown.
  void setContext(const QString& target, const QString& folder, const Experiment& experiment);
  // Counts may be out of date and are requested again.
  void countAgain();

  // The location of a path in the document; Owner::here: on this computer, whatever the target.
  enum class Owner { target, here };
  std::optional<PathPlace> placeOf(const QString& written, Owner owner) const;
  // `named` follows after a pause, unless another request replaces this one.
  void ask(QObject* asker, const QString& typed, Owner owner);
  void cancel(QObject* asker);

  // What is below the paths of a field ("data.train"), as text; empty: unknown.
  QString words(const QString& field) const { return m_words.value(field); }

 signals:
  void named(QObject* asker, const QString& typed, const trainyard::PathNames& names);
  void counted(const QString& field);

 private:
  bool mayAsk(const QString& target) const;
  void askNow();
  void startCounting();
  void setHint(const QString& field, const QString& words);
  QCoro::Task<void> runNames(QPointer<QObject> asker, QString typed, PathPlace folder,
                             QString prefix, std::stop_token stop);
  QCoro::Task<void> runCounts(std::stop_token stop);

  ServiceClient* m_client;
  TargetList* m_targets;
  QString m_target, m_folder;
  QTimer m_pause, m_debounce;
  QPointer<QObject> m_asker;
  QString m_typed;
  Owner m_owner = Owner::target;
  std::map<QString, QList<PathPlace>> m_places;  // by field
  QMap<QString, QString> m_words;
  std::stop_source m_namesStop, m_countStop;
};

}  // namespace trainyard
