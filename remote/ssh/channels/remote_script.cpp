// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/ssh/channels/remote_script.h"

#include <QRandomGenerator>

#include "remote/process/private_process.h"

namespace trainyard {

namespace {

QByteArray newSentinel() {
  quint32 random[4];
  QRandomGenerator::system()->fillRange(random);
  return QByteArray::fromRawData(reinterpret_cast<const char*>(random), sizeof random).toHex();
}

// Writes the sentinel to both streams.
QByteArray sayingIt(const QByteArray& sentinel) {
  const QByteArray line = "echo " + sentinel + "$$";
  return line + "\n" + line + " >&2\n";
}

QByteArray inShell(const QByteArray& text) {
  return "/bin/sh -c 'eval \"$(printf %s " + text.toBase64() + " | base64 -d)\"'";
}

}  // namespace

RemoteScript wrapScript(const QByteArray& script, Readers readers) {
  RemoteScript wrapped{newSentinel(), {}};
  const QByteArray before = QByteArray(umaskBefore) + "=$(umask)\nexport " + umaskBefore;
  wrapped.command =
      inShell(sayingIt(wrapped.sentinel) + before + "\numask " + umaskFor(readers) + "\n" + script);
  return wrapped;
}

RemoteScript wrapLoginCommand(const CommandLine& command, StartOutput start,
                              const QByteArray& loginPath) {
  RemoteScript wrapped;
  if (start == StartOutput::dropped) wrapped.sentinel = newSentinel();
  const QByteArray saying = wrapped.sentinel.isEmpty() ? QByteArray() : sayingIt(wrapped.sentinel),
                   words = command.toShell().toUtf8();
  // Not exec: `module` is a function of the login shell.
  wrapped.command = inShell(
      "case ${SHELL##*/} in\nbash | dash | ksh | ksh93 | mksh | sh | zsh)\n"
      "exec \"$SHELL\" -l -c " +
      quoteForShell(saying + "\"$@\"") + " yard " + words + "\n;;\nesac\n" + pathScript(loginPath) +
      saying + "exec " + words + '\n');
  return wrapped;
}

QByteArray pathScript(const QByteArray& folders) {
  return folders.isEmpty() ? QByteArray()
                           : "PATH=" + quoteForShell(folders) + "${PATH:+:$PATH}\nexport PATH\n";
}

QByteArray endScript(qint64 pid) {
  // In a stat file the process group is the third field after the name; a group 0 or 1 would affect
  // everyone.
  return "set -- $(sed 's/.*) //' /proc/" + QByteArray::number(pid) +
         "/stat 2>/dev/null)\ng=$3\n[ \"${g:-0}\" -gt 1 ] || exit 0\nkill -TERM \"-$g\"\n"
         "( i=0; while [ $i -lt 20 ] && kill -0 \"-$g\"; do sleep 0.1; i=$((i+1)); done; kill "
         "-KILL \"-$g\" ) </dev/null >/dev/null 2>&1 &\n";
}

QByteArray NoiseFilter::feed(QByteArray bytes) {
  if (m_isPast) return bytes;
  m_kept += bytes;
  const qsizetype at = m_kept.indexOf(m_sentinel), end = at < 0 ? at : m_kept.indexOf('\n', at);
  if (end >= 0) {
    m_isPast = true;
    m_pid = m_kept.mid(at + m_sentinel.size(), end - at - m_sentinel.size()).toLongLong();
    const QByteArray rest = m_kept.mid(end + 1);
    m_kept.truncate(at);
    return rest;
  }
  // Enough for an incomplete sentinel, and for a message.
  const qsizetype surplus = m_kept.size() - 4096;
  if (surplus > 0) {
    m_kept.remove(0, surplus);
    m_dropped += surplus;
  }
  return {};
}

}  // namespace trainyard
