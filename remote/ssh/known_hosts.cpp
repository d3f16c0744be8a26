#include "remote/ssh/known_hosts.h"

#include <algorithm>

#include <QCryptographicHash>
#include <QFile>
#include <QFileInfo>
#include <QMessageAuthenticationCode>
#include <QtEndian>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace trainyard {
namespace {

// * and ?, by backtracking to the last star only: no pattern takes more than length times length
// steps.
bool matchesPattern(QByteArrayView text, QByteArrayView pattern) {
  qsizetype t = 0, p = 0, star = -1, starText = 0;
  while (t < text.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      starText = t;
    } else if (p < pattern.size() && (pattern[p] == '?' || pattern[p] == text[t])) {
      ++p, ++t;
    } else if (star >= 0) {
      p = star + 1;
      t = ++starText;
    } else {
      return false;
    }
  }
  return std::all_of(pattern.begin() + p, pattern.end(), [](char c) { return c == '*'; });
}

bool matchesHashed(const QByteArray& name, const QByteArray& field) {
  const QList<QByteArray> parts = field.split('|');  // "", "1", salt, hash
  if (parts.size() != 4 || parts[1] != "1") return false;
  const auto salt =
      QByteArray::fromBase64Encoding(parts[2], QByteArray::AbortOnBase64DecodingErrors);
  const auto hash =
      QByteArray::fromBase64Encoding(parts[3], QByteArray::AbortOnBase64DecodingErrors);
  return salt && hash &&
         QMessageAuthenticationCode::hash(name, *salt, QCryptographicHash::Sha1) == *hash;
}

bool matchesNames(const QByteArray& name, const QByteArray& field) {
  if (field.startsWith('|')) return matchesHashed(name, field);
  bool matches = false;
  for (const QByteArray& written : field.split(',')) {
    const bool isNegated = written.startsWith('!');
    if (!matchesPattern(name, (isNegated ? written.mid(1) : written).toLower())) continue;
    if (isNegated) return false;
    matches = true;
  }
  return matches;
}

// A key is its type in front of its numbers, so a damaged one betrays itself.
bool isKey(const HostKey& key) {
  if (key.blob.size() < 4) return false;
  const auto length = qFromBigEndian<quint32>(key.blob.constData());
  return length == static_cast<quint32>(key.type.size()) && key.blob.mid(4, length) == key.type &&
         key.blob.size() > 4 + key.type.size();
}

struct Line {
  QByteArray marker, names;
  HostKey key;
};

std::optional<Line> parseLine(const QByteArray& text) {
  QList<QByteArray> words = text.simplified().split(' ');
  Line line;
  if (words.first().startsWith('@')) line.marker = words.takeFirst();
  if (words.size() < 3) return {};
  const auto blob =
      QByteArray::fromBase64Encoding(words[2], QByteArray::AbortOnBase64DecodingErrors);
  if (!blob) return {};
  line.names = words[0];
  line.key = {words[1], *blob};
  const bool isKnownMarker =
      line.marker.isEmpty() || line.marker == "@revoked" || line.marker == "@cert-authority";
  if (!isKnownMarker || !isKey(line.key)) return {};
  return line;
}

Error writeError(const QString& file, const QString& what) {
  return Error{"known_hosts.not_written",
               {{"path", file.toStdString()}},
               (file + QStringLiteral(" could not be added to: ") + what).toStdString(),
               ExitCode::environment};
}

}  // namespace

QString HostKey::fingerprint() const {
  const QByteArray hash = QCryptographicHash::hash(blob, QCryptographicHash::Sha256);
  return QStringLiteral("SHA256:") +
         QString::fromLatin1(hash.toBase64(QByteArray::OmitTrailingEquals));
}

KnownKeys::Verdict KnownKeys::judge(const HostKey& key) const {
  const auto is = [&](const KnownKey& known) { return known.key == key; };
  if (std::any_of(revoked.begin(), revoked.end(), is)) return Verdict::revoked;
  if (std::any_of(trusted.begin(), trusted.end(), is)) return Verdict::known;
  if (trusted.isEmpty()) return Verdict::unknown;
  const bool hasType = std::any_of(trusted.begin(), trusted.end(), [&](const KnownKey& known) {
    return known.key.type == key.type;
  });
  return hasType ? Verdict::changed : Verdict::otherType;
}

QString knownHostsName(const QString& host, quint16 port) {
  const QString name = host.toLower();
  return port == 22 ? name : QStringLiteral("[%1]:%2").arg(name).arg(port);
}

KnownKeys readKnownHosts(const QStringList& files, const QString& name) {
  KnownKeys keys;
  const QByteArray looked = name.toUtf8();
  for (const QString& path : files) {
    QFile file(path);
    if (!file.exists()) continue;
    if (!file.open(QIODevice::ReadOnly)) {
      keys.warnings << path + QStringLiteral(" could not be read: ") + file.errorString();
      continue;
    }
    int number = 0;
    for (const QByteArray& text : file.readAll().split('\n')) {
      ++number;
      const QByteArray trimmed = text.trimmed();
      if (trimmed.isEmpty() || trimmed.startsWith('#')) continue;
      const auto line = parseLine(trimmed);
      if (!line)
        keys.warnings
            << QStringLiteral("%1, line %2, is no host key and was skipped").arg(path).arg(number);
      else if (line->marker == "@cert-authority" || !matchesNames(looked, line->names))
        continue;
      else
        (line->marker.isEmpty() ? keys.trusted : keys.revoked).append({path, number, line->key});
    }
  }
  return keys;
}

Result<void> appendKnownHost(const QString& path, const QString& name, const HostKey& key) {
  const QByteArray folder = QFile::encodeName(QFileInfo(path).absolutePath());
  ::mkdir(folder.constData(), 0700);
  const int descriptor =
      ::open(QFile::encodeName(path).constData(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  if (descriptor < 0) return writeError(path, QString::fromLocal8Bit(strerror(errno)));
  QByteArray line = name.toUtf8() + ' ' + key.type + ' ' + key.blob.toBase64() + '\n';
  // A last line without its end would swallow ours.
  const off_t size = ::lseek(descriptor, 0, SEEK_END);
  char last = '\n';
  if (size > 0 && ::pread(descriptor, &last, 1, size - 1) == 1 && last != '\n') line.prepend('\n');
  const bool isWritten =
      ::write(descriptor, line.constData(), static_cast<size_t>(line.size())) == line.size();
  const QString why = isWritten ? QString() : QString::fromLocal8Bit(strerror(errno));
  if (::close(descriptor) != 0 || !isWritten) return writeError(path, why);
  return {};
}

}  // namespace trainyard
