// SPDX-License-Identifier: GPL-3.0-or-later
// What this program keeps on a target, as exchanged between the service and its clients.
#pragma once

#include <optional>

#include <QList>
#include <QString>
#include <QStringList>

#include "remote/values/records.h"

namespace trainyard {

enum class KeptKind { run, engine, data, unfinished };
template <>
struct Names<KeptKind> {
  static constexpr std::pair<KeptKind, std::string_view> all[] = {
      {KeptKind::run, "run"},
      {KeptKind::engine, "engine"},
      {KeptKind::data, "data"},
      {KeptKind::unfinished, "unfinished"}};
};

// Why a folder is not removed. `unknown`: it does not say whose it is.
enum class KeptFor { nothing, open_run, known_run, newest, unknown };
template <>
struct Names<KeptFor> {
  static constexpr std::pair<KeptFor, std::string_view> all[] = {{KeptFor::nothing, "nothing"},
                                                                 {KeptFor::open_run, "open_run"},
                                                                 {KeptFor::known_run, "known_run"},
                                                                 {KeptFor::newest, "newest"},
                                                                 {KeptFor::unknown, "unknown"}};
};

struct KeptFolder {
  KeptKind kind = KeptKind::run;
  QString name;                 // below the base folder; untrusted
  std::optional<qint64> bytes;  // nothing: it could not be measured in time
  double modified = 0;          // Unix seconds
  KeptFor keptFor = KeptFor::unknown;
};

struct TargetUsage {
  QString base;
  std::optional<qint64> freeBytes, quotaBytes;
  QList<KeptFolder> folders;  // the largest first
};

struct CleanArguments {
  QString name;         // of a target
  QStringList folders;  // as listed; one that is in use by now is left alone
};

struct CleanedFolders {
  QStringList removed, left;
};

void describe(Section<KeptFolder>& section);
void describe(Section<TargetUsage>& section);
void describe(Section<CleanArguments>& section);
void describe(Section<CleanedFolders>& section);

}  // namespace trainyard
