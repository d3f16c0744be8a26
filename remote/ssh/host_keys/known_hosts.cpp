// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/ssh/host_keys/known_hosts.h"

#include <algorithm>

#include <QCryptographicHash>
#include <QFile>
#include <QFileInfo>
#include <QMessageAuthenticationCode>
#include <QRandomGenerator>
#include <QtEndian>

#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "engine/contract/messages.h"
#include "remote/ssh/config/wildcards.h"

namespace trainyard {
namespace {

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
    if (!matchesWildcards(name, (isNegated ? written.mid(1) : written).toLower())) continue;
    if (isNegated) return false;
    matches = true;
  }
  return matches;
}

// A key is preceded by its type, so that damage can be detected.
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

// These keys are revoked for all hosts: the lines have no names.
std::optional<HostKey> parseRevoked(const QByteArray& text) {
  const QList<QByteArray> words = text.simplified().split(' ');
  if (words.size() < 2) return {};
  const auto blob =
      QByteArray::fromBase64Encoding(words[1], QByteArray::AbortOnBase64DecodingErrors);
  HostKey key{words[0], blob ? *blob : QByteArray()};
  if (!isKey(key)) return {};
  return key;
}

Error hostsFileError(const char* code, const QString& path, const QString& problem) {
  return make_error(code, {{"path", path.toStdString()}, {"problem", problem.toStdString()}});
}

Diagnostic skippedLine(const QString& path, int number) {
  return make_diagnostic(Severity::warning, "known_hosts.line", {},
                         {{"path", path.toStdString()}, {"line", std::int64_t{number}}});
}

// Calls `take` for each non-empty line with its number.
template <class Take>
void forEachLine(QFile& file, Take take) {
  int number = 0;
  for (const QByteArray& text : file.readAll().split('\n')) {
    ++number;
    const QByteArray trimmed = text.trimmed();
    if (!trimmed.isEmpty() && !trimmed.startsWith('#')) take(trimmed, number);
  }
}

QByteArray hashedName(const QByteArray& name) {
  quint32 random[5];
  QRandomGenerator::system()->fillRange(random);
  const QByteArray salt(reinterpret_cast<const char*>(random), sizeof random);
  return "|1|" + salt.toBase64() + "|" +
         QMessageAuthenticationCode::hash(name, salt, QCryptographicHash::Sha1).toBase64();
}

}  // namespace

QString HostKey::fingerprint() const {
  const QByteArray hash = QCryptographicHash::hash(blob, QCryptographicHash::Sha256);
  return QStringLiteral("SHA256:") +
         QString::fromLatin1(hash.toBase64(QByteArray::OmitTrailingEquals));
}

KnownKeys::Verdict KnownKeys::verify(const HostKey& key) const {
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
      keys.unreadable = hostsFileError("known_hosts.unreadable", path, file.errorString());
      continue;
    }
    forEachLine(file, [&](const QByteArray& text, int number) {
      const auto line = parseLine(text);
      if (!line) {
        keys.warnings.push_back(skippedLine(path, number));
      } else if (matchesNames(looked, line->names)) {
        auto& list = line->marker.isEmpty()       ? keys.trusted
                     : line->marker == "@revoked" ? keys.revoked
                                                  : keys.authorities;
        list.append({path, number, line->key});
      }
    });
  }
  return keys;
}

void readRevokedKeys(const QString& path, KnownKeys& keys) {
  if (path.isEmpty()) return;
  QFile file(path);
  if (!file.open(QIODevice::ReadOnly)) {
    keys.unreadable = hostsFileError("known_hosts.unreadable", path, file.errorString());
    return;
  }
  if (file.peek(8) == QByteArray("SSHKRL\n\0", 8)) {
    keys.unreadable = hostsFileError("known_hosts.binary", path, {});
    return;
  }
  forEachLine(file, [&](const QByteArray& text, int number) {
    if (const auto key = parseRevoked(text))
      keys.revoked.append({path, number, *key});
    else
      keys.warnings.push_back(skippedLine(path, number));
  });
}

Result<void> appendKnownHost(const QString& path, const QString& name, const HostKey& key,
                             WrittenName written) {
  const auto notWritten = [&](int problem) {
    return hostsFileError("known_hosts.not_written", path,
                          QString::fromLocal8Bit(::strerror(problem)));
  };
  const QByteArray folder = QFile::encodeName(QFileInfo(path).absolutePath());
  ::mkdir(folder.constData(), 0700);
  const int descriptor =
      ::open(QFile::encodeName(path).constData(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  if (descriptor < 0) return notWritten(errno);
  QByteArray line = (written == WrittenName::hashed ? hashedName(name.toUtf8()) : name.toUtf8()) +
                    ' ' + key.type + ' ' + key.blob.toBase64() + '\n';
  // If the last line has no line break, ours would be appended to it.
  const off_t size = ::lseek(descriptor, 0, SEEK_END);
  char last = '\n';
  if (size > 0 && ::pread(descriptor, &last, 1, size - 1) == 1 && last != '\n') line.prepend('\n');
  const bool isWritten =
      ::write(descriptor, line.constData(), static_cast<size_t>(line.size())) == line.size();
  const int problem = isWritten ? 0 : errno;
  if (::close(descriptor) != 0 || !isWritten) return notWritten(isWritten ? errno : problem);
  return {};
}

}  // namespace trainyard
