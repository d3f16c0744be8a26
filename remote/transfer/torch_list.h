// SPDX-License-Identifier: GPL-3.0-or-later
// Which files of torch an engine runs with, and in which wheels of the package index they come:
// torch_trees.json, which is made with a package and lies beside its programs, so that torch can be
// fetched where it is needed, and need not be installed here.
#pragma once

#include <optional>

#include <QByteArray>
#include <QList>
#include <QString>
#include <QStringList>

#include "engine/contract/result.h"
#include "remote/values/records.h"

namespace trainyard {

struct TorchWheel {
  QString distribution, version;
  QString file;
  qint64 bytes = 0;
  QString sha256;
};
struct TorchFile {
  QString name;  // in the tree
  qint64 bytes = 0;
  QString sha256;
  QString wheel, path;  // the wheel's file name, and the place in it
};
struct TorchTree {
  QString name;       // on a target: "torch-2.11.0-cpu-1f0c..."
  QString kind;       // "cpu" or "cuda"
  QStringList needs;  // libraries of the system that its files need, by their names
  QList<TorchFile> files;
};
struct TorchList {
  QList<TorchWheel> wheels;
  QList<TorchTree> trees;

  // Null if there is none.
  const TorchTree* named(const QString& name) const;
  const TorchTree* ofKind(const QString& kind) const;
};

void describe(Section<TorchWheel>& section);
void describe(Section<TorchFile>& section);
void describe(Section<TorchTree>& section);
void describe(Section<TorchList>& section);

// Where such a list lies; not there: these programs are of no package.
QString torchListFile(const QString& programs);

// Nothing: these programs are of no package. Error "torch.list_damaged".
Result<std::optional<TorchList>> readTorchList(const QString& programs);

// What fetch_engine.py reads: of these trees.
QByteArray fetchListOf(const TorchList& list, const QStringList& trees);

}  // namespace trainyard
