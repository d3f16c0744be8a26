// SPDX-License-Identifier: GPL-3.0-or-later
// Paths of the document while it is written: the names that a typed beginning could become, and how
// much lies under those that are written. Asked where they lie: on the chosen target or, where they
// are relative, on this computer. Nothing is asked of a cluster that is not connected, nothing per
// keystroke, and one thing at a time.
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
  QString path;  // absolute, or from ~ on
  bool operator==(const PathPlace&) const = default;
};

class PathHelp : public QObject {
  Q_OBJECT
 public:
  static constexpr int pauseMilliseconds = 300;     // of typing
  static constexpr int debounceMilliseconds = 800;  // of the document

  // Both must outlive it.
  PathHelp(ServiceClient* client, TargetList* targets, QObject* parent = nullptr);
  ~PathHelp() override;

  // The document as it is now. `folder`: where its relative paths count from; empty: not known.
  void consider(const QString& target, const QString& folder, const Experiment& experiment);
  // What was counted may be out of date.
  void countAgain();

  // Where a path lies that is written in the document; `isOfHere`: whatever the target is.
  enum class Owner { target, here };
  std::optional<PathPlace> placeOf(const QString& written, Owner owner) const;
  // After a pause `named` follows, unless another question takes this one's place.
  void ask(QObject* asker, const QString& typed, Owner owner);
  void cancel(QObject* asker);

  // What lies under the paths of a field ("data.train"), in words; empty: not known.
  QString words(const QString& field) const { return m_words.value(field); }

 signals:
  void named(QObject* asker, const QString& typed, const trainyard::PathNames& names);
  void counted(const QString& field);

 private:
  bool mayAsk(const QString& target) const;
  void askNow();
  void startCounting();
  void say(const QString& field, const QString& words);
  QCoro::Task<void> runNames(QPointer<QObject> asker, QString typed, PathPlace folder,
                             QString prefix, std::stop_token stop);
  QCoro::Task<void> runCounts(std::stop_token stop);

  ServiceClient* m_client;
  TargetList* m_targets;
  QString m_target, m_folder;
  QTimer m_pause, m_rest;
  QPointer<QObject> m_asker;
  QString m_typed;
  Owner m_owner = Owner::target;
  std::map<QString, QList<PathPlace>> m_places;  // by field
  QMap<QString, QString> m_words;
  std::stop_source m_namesStop, m_countStop;
};

}  // namespace trainyard
