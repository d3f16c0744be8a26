// SPDX-License-Identifier: GPL-3.0-or-later
// The engine on targets, as exchanged between the service and its clients.
#pragma once

#include <QList>
#include <QString>
#include <QStringList>

#include "remote/service/protocol/usage_values.h"
#include "remote/values/records.h"

namespace trainyard {

// automatic: for GPUs if the target has any.
enum class EngineFor { automatic, cpu, gpu };
template <>
struct Names<EngineFor> {
  static constexpr std::pair<EngineFor, std::string_view> all[] = {
      {EngineFor::automatic, "automatic"}, {EngineFor::cpu, "cpu"}, {EngineFor::gpu, "gpu"}};
};

struct InstallEngineArguments {
  QString name;  // of a target
  EngineFor engineFor = EngineFor::automatic;
  bool fromHere = false;  // torch is sent from this computer in any case
};
struct InstalledEngine {
  QString programs;     // the engine's folder there
  QStringList brought;  // trees that were not there before
};

// Where this computer has a tree. nowhere: it is fetched from a package index when it is needed.
enum class TreeSource { installed, fetched, nowhere };
template <>
struct Names<TreeSource> {
  static constexpr std::pair<TreeSource, std::string_view> all[] = {
      {TreeSource::installed, "installed"},
      {TreeSource::fetched, "fetched"},
      {TreeSource::nowhere, "nowhere"}};
};
struct EngineTreeRecord {
  QString name;
  qint64 bytes = 0;
  TreeSource source = TreeSource::nowhere;
};
struct EngineListing {
  QList<EngineTreeRecord> trees;  // of this program's engine
  QList<KeptFolder> folders;      // of a target: all engines there
};

struct RemoveEngineArguments {
  QString name;       // of a target
  QStringList trees;  // empty: all
};

void describe(Section<InstallEngineArguments>& section);
void describe(Section<InstalledEngine>& section);
void describe(Section<EngineTreeRecord>& section);
void describe(Section<EngineListing>& section);
void describe(Section<RemoveEngineArguments>& section);

}  // namespace trainyard
