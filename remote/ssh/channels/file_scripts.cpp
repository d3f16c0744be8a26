// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/ssh/channels/file_scripts.h"

#include <QFileInfo>
#include <QRandomGenerator>

#include "remote/process/command_line.h"

namespace trainyard::file_scripts {
namespace {

QByteArray failing(int code) { return "exit " + QByteArray::number(code); }
QByteArray setPath(const QString& path) { return "p=" + quoteForShell(path.toUtf8()) + "\n"; }

}  // namespace

QByteArray read(const QString& path, qint64 offset, qint64 limitBytes) {
  // cat itself reports that it is a folder.
  return setPath(path) + "[ -e \"$p\" ] || [ -L \"$p\" ] || " + failing(missing) + "\n" +
         "{ [ -d \"$p\" ] || [ ! -r \"$p\" ]; } && { cat -- \"$p\" >/dev/null; exit 1; }\n" +
         "tail -c +" + QByteArray::number(offset + 1) + " -- \"$p\" | head -c " +
         QByteArray::number(limitBytes) + "\n";
}

QByteArray write(const QString& path, qint64 bytes, Readers readers) {
  const QByteArray random = QByteArray::number(QRandomGenerator::system()->generate64(), 36);
  return setPath(path) + "t=$p.tmp-" + random + "\numask " + umaskFor(readers) + "\n" +
         "trap 'rm -f -- \"$t\"' EXIT\ntrap 'exit 1' HUP INT TERM\ntrap '' PIPE\n" +
         "[ -d \"$p\" ] && { printf 'is a folder' >&2; exit 1; }\n" + "cat > \"$t\" || exit 1\n" +
         "[ \"$(wc -c < \"$t\")\" -eq " + QByteArray::number(bytes) +
         " ] || { printf 'not all of it arrived' >&2; exit 1; }\n" +
         // Older versions do not support files; then there is only the rename below.
         "sync -- \"$t\" 2>/dev/null\n" + "mv -f -- \"$t\" \"$p\"\n";
}

QByteArray list(const QString& path) {
  return setPath(path) +
         "cd -- \"$p\" 2>/dev/null || { [ -d \"$p\" ] || exit 0; cd -- \"$p\"; exit 1; }\n" +
         "if find . -maxdepth 0 -printf '' 2>/dev/null; then exec find . -mindepth 1 -maxdepth 1 "
         "-printf '%y %s %f\\0'; fi\n" +
         "for n in * .[!.]* ..?*; do\n"
         "  [ -e \"$n\" ] || [ -L \"$n\" ] || continue\n"
         "  t=f; [ -d \"$n\" ] && [ ! -L \"$n\" ] && t=d\n"
         "  printf '%s %s %s\\0' \"$t\" \"$(stat -c %s -- \"$n\")\" \"$n\"\n"
         "done\n";
}

QByteArray makeFolder(const QString& path) {
  return setPath(path) + "q=" + quoteForShell(QFileInfo(path).path().toUtf8()) +
         "\nmkdir -p -- \"$q\" || exit 1\n" +
         "mkdir -- \"$p\" 2>/dev/null && exit 0\n{ [ -e \"$p\" ] || [ -L \"$p\" ]; } && " +
         failing(exists) + "\nmkdir -- \"$p\"\n";
}

QByteArray removeTree(const QString& path) { return setPath(path) + "rm -rf -- \"$p\"\n"; }

}  // namespace trainyard::file_scripts
