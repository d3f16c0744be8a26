// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/ssh/channels/remote_script.h"

#include <QRandomGenerator>

#include "remote/process/command_line.h"
#include "remote/process/private_process.h"

namespace trainyard {

RemoteScript wrapScript(const QByteArray& script, Readers readers) {
  quint32 random[4];
  QRandomGenerator::system()->fillRange(random);
  RemoteScript wrapped;
  wrapped.sentinel =
      QByteArray::fromRawData(reinterpret_cast<const char*>(random), sizeof random).toHex();
  const QByteArray line = "echo " + wrapped.sentinel + "$$";
  const QByteArray before = QByteArray(umaskBefore) + "=$(umask)\nexport " + umaskBefore;
  const QByteArray text =
      line + "\n" + line + " >&2\n" + before + "\numask " + umaskFor(readers) + "\n" + script;
  wrapped.command = "/bin/sh -c 'eval \"$(printf %s " + text.toBase64() + " | base64 -d)\"'";
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
