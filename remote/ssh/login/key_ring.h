// SPDX-License-Identifier: GPL-3.0-or-later
// The private keys of identity files. An unlocked key stays in memory, so that a later login, also
// to another host with the same key, does not need the user: until forget(), or until its file
// changes. Thread-safe. Buffers with file contents and passphrases are wiped after use. The keys
// themselves are OpenSSL's, which wipes them when they are freed; they are not locked into memory,
// since the limit of most accounts (RLIMIT_MEMLOCK) is too small for a library's heap: instead the
// service's memory is hidden from other processes (private_process.h).
#pragma once

#include <map>
#include <memory>
#include <mutex>

#include <libssh/libssh.h>

#include <QByteArrayList>
#include <QList>
#include <QStringList>

#include "remote/values/secret.h"

namespace trainyard {

using SshKey = std::shared_ptr<struct ssh_key_struct>;

class KeyRing {
 public:
  ~KeyRing() { forgetPassphrases(); }

  // exposed: others can read the private key, so it is not used, like in ssh.
  enum class State { missing, exposed, unreadable, locked, ready };
  // Reads the file and its certificate, unless they were read before and have not changed. A
  // passphrase that was given for it is used once and forgotten.
  State open(const QString& file);
  // For a key that is ready: first with its certificate (FILE-cert.pub, or one of the given files),
  // if it has one, then without.
  QList<SshKey> privateKeys(const QString& file, const QStringList& certificateFiles);
  // Its certificate and public key, as far as known without a passphrase: from FILE-cert.pub, its
  // own header, FILE.pub.
  QList<SshKey> publicKeys(const QString& file) const;
  // The same in wire format.
  QByteArrayList publicBlobs(const QString& file) const;
  static QByteArray blobOf(const SshKey& key);
  static QByteArray certificateBlob(const QString& file);
  // The number of wrong passphrases.
  int wrongTries(const QString& file) const;
  void forgetWrongTries(const QString& file);

  void setPassphrase(const QString& file, Secret passphrase);
  void forgetPassphrases();
  // Forgets passphrases and unlocked keys: the next login that needs one asks for it. Sessions stay
  // open.
  void forget();

 private:
  // Identifies the version of a file that was read; all zero: it did not exist.
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
