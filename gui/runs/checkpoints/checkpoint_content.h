// SPDX-License-Identifier: GPL-3.0-or-later
// What a checkpoint consists of, by its manifest and by what lies in its folder. Pure.
#pragma once

#include <QCoreApplication>
#include <QList>
#include <QStringList>
#include <optional>

#include "engine/contract/run/checkpoint_manifest.h"
#include "remote/target/target_files.h"

namespace trainyard {

// A path begins at the checkpoint's folder.
struct CheckpointFile {
  QString path;
  qint64 bytes = 0;
  QString hash{};  // xxh3-64 as it was written; empty: not known
};

struct CheckpointContent {
  Q_DECLARE_TR_FUNCTIONS(CheckpointContent)
 public:
  enum class Part { weights, optimizer, rest };

  bool hasManifest = false;
  QList<CheckpointFile> files;  // those of the manifest; without one those that are there
  QStringList missing;          // of the manifest, and not there
  QStringList wrongSize;        // of another size than was written

  // `manifest`: the content of manifest.json; nothing: there is none. `found`: all files there.
  static CheckpointContent of(const std::optional<QByteArray>& manifest,
                              const QList<CheckpointFile>& found);
  // Whether a resume can begin there; checksums are compared when it does.
  bool isComplete() const { return hasManifest && missing.isEmpty() && wrongSize.isEmpty(); }
  qint64 bytesOf(Part part) const;
  static Part partOf(const QString& path);
  // What a model folder of it has: not the state of training.
  QStringList modelFiles() const;
  QString holds() const;    // "weights, optimizer, random states"
  QString verdict() const;  // one sentence
};

}  // namespace trainyard
