// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include <QDir>
#include <QFile>
#include <QTemporaryDir>

#include "remote/ssh/config/ssh_config_file.h"
#include "remote/ssh/config/ssh_settings.h"
#include "remote/ssh/host_keys/known_hosts.h"
#include "remote/ssh/login/certificate.h"
#include "tests/fuzz/remote_targets.h"

namespace trainyard {
namespace {

// The home folder of all readers here, with a file for each input: nothing of this computer is read
// but what an input names by its whole path.
class Home {
 public:
  Home() {
    QDir(m_folder.path()).mkdir(QStringLiteral(".ssh"));
    qputenv("HOME", m_folder.path().toLocal8Bit());
    qputenv("CLUSTER", "one");
  }
  QString write(std::string_view text) {
    const QString path = m_folder.filePath(QStringLiteral(".ssh/input"));
    QFile file(path);
    require(file.open(QIODevice::WriteOnly | QIODevice::Truncate));
    file.write(text.data(), static_cast<qint64>(text.size()));
    return path;
  }

 private:
  QTemporaryDir m_folder;
};

Home& home() {
  static Home only;
  return only;
}

struct Parts {
  QString name;
  std::string_view rest;
};
Parts partsOf(std::string_view input) {
  const std::size_t end = std::min(input.find('\n'), input.size());
  return {QString::fromUtf8(input.data(), static_cast<qsizetype>(end)),
          input.substr(std::min(end + 1, input.size()))};
}

bool hasKey(const QList<KnownKey>& keys, const HostKey& key) {
  for (const KnownKey& known : keys)
    if (known.key == key) return true;
  return false;
}

// A key that was read is found again after it was written, under both kinds of names.
void checkWritten(const QString& path, const QString& name, const HostKey& key) {
  for (const WrittenName written : {WrittenName::plain, WrittenName::hashed}) {
    QFile::remove(path);
    require(appendKnownHost(path, name, key, written));
    const KnownKeys again = readKnownHosts({path}, name);
    require(again.trusted.size() == 1 && again.trusted.first().key == key);
    require(again.verify(key) == KnownKeys::Verdict::known);
  }
}

// Whatever a configuration says, nothing of it reaches a command line that a shell would take for
// something else.
void checkSettings(const SshSettings& settings) {
  require(isSafeSshName(settings.host) && settings.port != 0 && settings.promptTries >= 1);
  for (const QString& jump : settings.jumps) require(sshPlace(jump).has_value());
  for (const auto& [keyword, list] : settings.algorithms)
    require(!keyword.isEmpty() && !list.isEmpty());
}

void expectSentence(const Error& error) { require(!error.code.empty() && !error.message.empty()); }

}  // namespace

void fuzz_known_hosts(std::string_view input) {
  const auto [name, rest] = partsOf(input);
  const QString path = home().write(rest);
  KnownKeys keys = readKnownHosts({path}, name);
  readRevokedKeys(path, keys);
  for (const KnownKey& known : keys.trusted)
    require(keys.verify(known.key) == (hasKey(keys.revoked, known.key)
                                           ? KnownKeys::Verdict::revoked
                                           : KnownKeys::Verdict::known));
  for (const KnownKey& known : keys.revoked)
    require(keys.verify(known.key) == KnownKeys::Verdict::revoked);
  for (const QList<KnownKey>* list : {&keys.trusted, &keys.revoked, &keys.authorities})
    for (const KnownKey& known : *list) {
      require(known.line > 0 && known.key.fingerprint().startsWith(QLatin1String("SHA256:")));
      if (const auto certificate = readCertificate(known.key.blob))
        static_cast<void>(whyNotTaken(*certificate, path, QStringLiteral("ada"), 1.8e9));
    }
  const auto place = sshPlace(name);
  if (!place || keys.trusted.isEmpty()) return;
  checkWritten(path, knownHostsName(place->host, place->port == 0 ? 22 : place->port),
               keys.trusted.first().key);
}

void fuzz_ssh_config(std::string_view input) {
  const auto [name, rest] = partsOf(input);
  const QString path = home().write(rest);
  for (const QString& host : sshConfigHosts(path)) require(!host.isEmpty());
  const auto hops = readSshPath(name, path);
  if (!hops) return expectSentence(hops.error());
  require(!hops->empty() && hops->size() <= 8);
  for (const SshSettings& settings : *hops) checkSettings(settings);
}

}  // namespace trainyard
