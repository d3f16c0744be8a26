// SPDX-License-Identifier: GPL-3.0-or-later
// Hashes of local files. They are kept in $XDG_CACHE_HOME/trainyard/file_hashes.json and used again
// as long as size, times and inode of the file are the same. All blocks: for threads other than the
// service's own.
#pragma once

#include <functional>
#include <stop_token>
#include <vector>

#include <QByteArray>
#include <QString>

#include "engine/contract/result.h"

namespace trainyard {

enum class HashKind { sha256, xxh3 };  // to verify with sha256sum; to name content quickly

// Bytes read since the last call.
using OnBytes = std::function<void(qint64 bytes)>;

// Lower-case hexadecimal; `path` as the file system's bytes. Errors: "data.unreadable",
// "cancelled".
Result<QByteArray> hashFile(const QByteArray& path, HashKind kind, const OnBytes& onBytes,
                            std::stop_token stop);

struct HashedFile {
  QByteArray name;  // relative to the tree, as bytes; of a single file: its own name
  QByteArray sha256;
  qint64 bytes = 0;
};
struct HashedTree {
  QByteArray hash;  // of a file: its SHA-256; of a folder: the SHA-256 over all its files' hashes
                    // and names
  bool isFolder = false;
  qint64 bytes = 0;
  std::vector<HashedFile> files;  // sorted by name
};
// A file, or all files of a folder, links followed. Errors: "data.unreadable" (missing, special, a
// link to nothing, nothing in it, links in a circle), "cancelled".
Result<HashedTree> hashTree(const QString& path,
                            const std::function<void(qint64 done, qint64 total)>& onBytes,
                            std::stop_token stop);

// As sha256sum reads it with -c: names with line breaks and backslashes escaped its way.
QByteArray manifestOf(const std::vector<HashedFile>& files);

// Writes what was learned, for the next program.
void keepHashes();

}  // namespace trainyard
