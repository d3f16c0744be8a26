// SPDX-License-Identifier: GPL-3.0-or-later
// Hashes of local files. They are stored in $XDG_CACHE_HOME/trainyard/file_hashes.json and reused
// as long as size, times and inode of the file are the same. Everything blocks: must not be used on
// the service's main thread.
#pragma once

#include <functional>
#include <stop_token>
#include <vector>

#include <QByteArray>
#include <QString>

#include "engine/contract/result.h"

namespace trainyard {

enum class HashKind { sha256, xxh3 };  // to verify with sha256sum; to name content quickly

// Receives the bytes read since the last call.
using OnBytes = std::function<void(qint64 bytes)>;

// Lower-case hexadecimal; `path` as raw bytes. Errors: "data.unreadable", "cancelled".
Result<QByteArray> hashFile(const QByteArray& path, HashKind kind, const OnBytes& onBytes,
                            std::stop_token stop);

struct HashedFile {
  QByteArray name;  // relative to the tree, as raw bytes; for a single file: its own name
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
// Hashes a file, or all files in a folder, following links. Errors: "data.unreadable" (missing,
// special, a broken link, empty, circular links), "cancelled".
Result<HashedTree> hashTree(const QString& path,
                            const std::function<void(qint64 done, qint64 total)>& onBytes,
                            std::stop_token stop);

// In the format of sha256sum -c: names with line breaks and backslashes are escaped accordingly.
QByteArray manifestOf(const std::vector<HashedFile>& files);

// Saves the new hashes, for the next program.
void keepHashes();

}  // namespace trainyard
