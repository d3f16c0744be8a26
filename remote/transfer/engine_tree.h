// SPDX-License-Identifier: GPL-3.0-or-later
// The files that our programs need on another machine: determined from the built files by following
// the libraries they need. All functions block.
#pragma once

#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

#include <QByteArray>
#include <QString>
#include <QTemporaryDir>

#include "engine/contract/result.h"
#include "remote/transfer/engine.h"
#include "remote/transfer/file_hash.h"
#include "remote/transfer/torch_list.h"

namespace trainyard {

struct TreeFile {
  QByteArray name;     // relative to the tree
  QString source;      // the local file; empty: `content`
  QByteArray content;  // for our programs and libraries, stripped, and for the launcher
  qint64 bytes = 0;
  bool isProgram = false;
};
struct EngineTree {
  QString name;  // "torch-2.11.0-cpu-1f0c..."; the hash is over all names and contents
  std::vector<TreeFile> files;
  qint64 bytes = 0;
  bool isHere = true;  // false: torch is not on this computer; it is known what its files are
  // Libraries of the system that those of torch need, by their names; sorted.
  QStringList needs{};
};
struct EngineTrees {
  EngineTree programs;
  std::vector<EngineTree> torch;  // named by the launcher in `programs`: none, cpu, or cpu and cuda
  // Has those trees of `torch` that can be fetched from a package index.
  std::optional<TorchList> list{};
};

// All that these programs can train with: the engine for GPUs where it was built.
EngineParts builtParts(const QString& localPrograms);

// Without torch on this computer, its trees come from the package's list of them. Errors:
// "engine.missing" names the missing file, "engine.no_library", "torch.list_damaged".
Result<EngineTrees> findEngineTrees(const QString& localPrograms, EngineParts parts);

// A folder in the cache folder that contains the tree, with third-party files as links, and
// manifest.sha256; and all hashes. It is its caller's alone, since services of several data folders
// share the cache folder, and is removed with `place`.
struct StagedTree {
  std::shared_ptr<QTemporaryDir> place;
  QString folder;
  std::vector<HashedFile> files;
};
Result<StagedTree> stageTree(const EngineTree& tree,
                             const std::function<void(qint64 done, qint64 total)>& onBytes,
                             std::stop_token stop);

}  // namespace trainyard
