// SPDX-License-Identifier: GPL-3.0-or-later
// The scripts of file operations on a host. Each prints nothing but its result; how it failed is
// its exit code, with the words of the program that failed on its error stream. Scripts and not
// SFTP: some sites have no such subsystem or lock it into another root than programs see, and it
// knows neither fsync nor removal of a tree, each file of which would be a round trip.
#pragma once

#include <QByteArray>
#include <QString>

#include "remote/process/readers.h"

namespace trainyard::file_scripts {

constexpr int missing = 41, exists = 42;

QByteArray read(const QString& path, qint64 offset, qint64 limitBytes);
// The content is the input, of exactly so many bytes: a cut connection must not leave half of it.
QByteArray write(const QString& path, qint64 bytes, Readers readers);
// For each entry: type letter of find (`d` folder), space, bytes, space, name, NUL.
QByteArray list(const QString& path);
QByteArray makeFolder(const QString& path);
QByteArray removeTree(const QString& path);

}  // namespace trainyard::file_scripts
