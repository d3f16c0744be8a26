#include "remote/ssh/remote_script.h"

#include <QFile>
#include <QRandomGenerator>

namespace trainyard {

QByteArray shellWord(const QByteArray& bytes) {
  Q_ASSERT(!bytes.contains('\0'));
  QByteArray quoted = bytes;
  quoted.replace("'", "'\\''");
  return '\'' + quoted + '\'';
}

QByteArray shellWord(const QString& text) { return shellWord(QFile::encodeName(text)); }

RemoteScript wrapScript(const QByteArray& script) {
  quint32 random[4];
  QRandomGenerator::system()->fillRange(random);
  RemoteScript wrapped;
  wrapped.sentinel = QByteArray::fromRawData(reinterpret_cast<const char*>(random), sizeof random).toHex();
  const QByteArray text = "printf %s " + wrapped.sentinel + "\nprintf %s " + wrapped.sentinel + " >&2\n" + script;
  wrapped.command = "/bin/sh -c 'eval \"$(printf %s " + text.toBase64() + " | base64 -d)\"'";
  return wrapped;
}

QByteArray NoiseFilter::feed(QByteArray bytes) {
  if (m_isPast) return bytes;
  m_kept += bytes;
  const qsizetype at = m_kept.indexOf(m_sentinel);
  if (at >= 0) {
    m_isPast = true;
    const QByteArray rest = m_kept.mid(at + m_sentinel.size());
    m_kept.truncate(at);
    return rest;
  }
  // Enough for a sentinel that is still incomplete, and for a message.
  const qsizetype surplus = m_kept.size() - 4096;
  if (surplus > 0) {
    m_kept.remove(0, surplus);
    m_dropped += surplus;
  }
  return {};
}

}  // namespace trainyard
