// SPDX-License-Identifier: GPL-3.0-or-later
// Looks up paths on targets while the user types: one command at a time on each target, with
// answers cached for some seconds. The answer for a prefix also serves longer ones. One thread.
#pragma once

#include <list>
#include <optional>
#include <stop_token>

#include <QCoroTask>
#include <QElapsedTimer>

#include "remote/target/target.h"
#include "remote/target/target_paths.h"

namespace trainyard {

class PathProbes {
 public:
  static constexpr std::chrono::seconds namesAge{5}, countAge{20};

  // The target is held and connected while these run.
  QCoro::Task<Result<PathNames>> names(Target target, QString folder, QString prefix,
                                       std::stop_token stop);
  QCoro::Task<Result<QList<PathCount>>> count(Target target, QStringList paths,
                                              std::stop_token stop);

 private:
  template <class T>
  struct Kept {
    QString target, path, prefix;
    T answer;
    QElapsedTimer age;
  };
  std::optional<PathNames> known(const QString& target, const QString& folder,
                                 const QString& prefix);
  std::optional<PathCount> known(const QString& target, const QString& path);

  std::list<Kept<PathNames>> m_names;  // newest first
  std::list<Kept<PathCount>> m_counts;
};

}  // namespace trainyard
