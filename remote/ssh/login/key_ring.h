// SPDX-License-Identifier: GPL-3.0-or-later
// The private keys of identity files. A key that was unlocked stays in memory, so that a later
// login, and that of another host with the same key, needs nobody: until forget(), or until its
// file changes. From any thread.
// What is read or asked for is burned after its use. Keys themselves are OpenSSL's, which burns
// them when they are freed; they are not locked into memory, where the limit of most accounts
// (RLIMIT_MEMLOCK) has no room for a library's heap: the service is made opaque to others instead
// (private_process.h).
#pragma once

#include <map>
#include <memory>
#include <mutex>

#include <libssh/libssh.h>

#include <QByteArrayList>
#include <QList>
#include <QStringList>

#include "remote/ssh/login/secret.h"

namespace trainyard {

using SshKey = std::shared_ptr<struct ssh_key_struct>;

class KeyRing {
 public:
  ~KeyRing() { forgetPassphrases(); }

  // exposed: others may read the private key, so it is not used, as ssh does not.
  enum class State { missing, exposed, unreadable, locked, ready };
  // Reads the file, and its certificate, unless they were read before and have not changed since.
  // A passphrase that was given for it is used once and forgotten.
  State open(const QString& file);
  // Of one that is ready: with its certificate (FILE-cert.pub, or one of the files given) first
  // where it has one, then bare.
  QList<SshKey> privateKeys(const QString& file, const QStringList& certificateFiles);
  // Its certificate and itself, as far as they are known without a passphrase: from FILE-cert.pub,
  // its own head, FILE.pub.
  QList<SshKey> publicKeys(const QString& file) const;
  // The same as they travel.
  QByteArrayList publicBlobs(const QString& file) const;
  static QByteArray blobOf(const SshKey& key);
  static QByteArray certificateBlob(const QString& file);
  // Passphrases that did not fit.
  int wrongTries(const QString& file) const;
  void forgetWrongTries(const QString& file);

  void setPassphrase(const QString& file, Secret passphrase);
  void forgetPassphrases();
  // Passphrases and unlocked keys: the next login that needs one asks for it. Sessions stay.
  void forget();

 private:
  // Of a file that was read; all zero: it was not there.
  struct Stamp {
    quint64 file = 0;
    qint64 bytes = 0, seconds = 0, nanoseconds = 0;
    bool operator==(const Stamp&) const = default;
  };
  bool isUnchanged(const QString& file);
  void forgetChanged(const QString& file);
  void openPublic(const QString& file, const QByteArray& content);

  mutable std::mutex m_mutex;
  std::map<QString, SshKey> m_private, m_public, m_certificate;
  std::map<QString, Stamp> m_stamps;
  std::map<QString, Secret> m_passphrases;
  std::map<QString, int> m_wrong;
};

}  // namespace trainyard
