// SPDX-License-Identifier: GPL-3.0-or-later
// What our programs consist of on another machine: read from the built files themselves, by
// following the libraries they need. All functions block.
#pragma once

#include <optional>
#include <stop_token>
#include <vector>

#include <QByteArray>
#include <QString>

#include "engine/contract/result.h"
#include "remote/transfer/engine.h"
#include "remote/transfer/file_hash.h"

namespace trainyard {

struct TreeFile {
  QByteArray name;     // relative to the tree
  QString source;      // the local file; empty: `content`
  QByteArray content;  // of programs and libraries of ours, shortened, and of the launcher
  qint64 bytes = 0;
  bool isProgram = false;
};
struct EngineTree {
  QString name;  // "torch-2.11.0-cpu-1f0c..."; the hash is over all names and contents
  std::vector<TreeFile> files;
  qint64 bytes = 0;
};
struct EngineTrees {
  EngineTree programs;
  std::vector<EngineTree>
      torch;  // that the launcher of `programs` names: none, cpu, or cpu and cuda
};

// Errors: "engine.missing" names the file that is not there.
Result<EngineTrees> findEngineTrees(const QString& localPrograms, EngineParts parts);

// A folder below the cache folder that holds the tree, files of others as links, and
// manifest.sha256 in addition; and the hashes of all of it. A tree that is there is used again, all
// others of the same kind are removed.
struct StagedTree {
  QString folder;
  std::vector<HashedFile> files;
};
Result<StagedTree> stageTree(const EngineTree& tree,
                             const std::function<void(qint64 done, qint64 total)>& onBytes,
                             std::stop_token stop);

}  // namespace trainyard
