// The private keys of identity files. A key that was unlocked stays in memory, so that a later
// login, and that of another host with the same key, needs nobody. From any thread.
#pragma once

#include <map>
#include <memory>
#include <mutex>

#include <libssh/libssh.h>

#include <QByteArrayList>
#include <QList>
#include <QStringList>

namespace trainyard {

using SshKey = std::shared_ptr<struct ssh_key_struct>;

class KeyRing {
 public:
  ~KeyRing() { forgetPassphrases(); }

  enum class State { missing, unreadable, locked, ready };
  // Reads the file unless it was read before. A passphrase that was given for it is used once and
  // forgotten.
  State open(const QString& file);
  // Of one that is ready: with its certificate (FILE-cert.pub, or one of the files given) first
  // where it has one, then bare.
  QList<SshKey> privateKeys(const QString& file, const QStringList& certificateFiles);
  // Its certificate and itself, as far as they are known without a passphrase: from FILE-cert.pub,
  // its own head, FILE.pub.
  QList<SshKey> publicKeys(const QString& file) const;
  // The same as they travel.
  QByteArrayList publicBlobs(const QString& file) const;
  static QByteArray certificateBlob(const QString& file);
  // Passphrases that did not fit.
  int wrongTries(const QString& file) const;
  void forgetWrongTries(const QString& file);

  void setPassphrase(const QString& file, QByteArray passphrase);
  void forgetPassphrases();

 private:
  void openPublic(const QString& file, const QByteArray& content);

  mutable std::mutex m_mutex;
  std::map<QString, SshKey> m_private, m_public, m_certificate, m_certified;
  std::map<QString, QByteArray> m_passphrases;
  std::map<QString, int> m_wrong;
};

}  // namespace trainyard
