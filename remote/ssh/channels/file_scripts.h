// SPDX-License-Identifier: GPL-3.0-or-later
// Shell scripts for file operations on a host. Each prints only its result; a failure is indicated
// by its exit code, with the failed program's message on its error stream. Scripts instead of SFTP:
// some sites have no such subsystem or run it in a different root than programs see, and it has
// neither fsync nor recursive removal, where each file would be a round trip.
#pragma once

#include <QByteArray>
#include <QString>

#include "remote/process/readers.h"

namespace trainyard::file_scripts {

constexpr int missing = 41, exists = 42;

QByteArray read(const QString& path, qint64 offset, qint64 limitBytes);
// The content is the input and must have exactly this many bytes: a broken connection must not
// leave half of it.
QByteArray write(const QString& path, qint64 bytes, Readers readers);
// For each entry: find's type letter (`d` folder), space, bytes, space, name, NUL.
QByteArray list(const QString& path);
QByteArray makeFolder(const QString& path);
QByteArray removeTree(const QString& path);

}  // namespace trainyard::file_scripts
