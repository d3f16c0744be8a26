// The private keys of one host's identity files. A key that was unlocked stays in memory, so that a later login needs nobody.
// Belongs to one login at a time.
#pragma once

#include <map>
#include <memory>

#include <libssh/libssh.h>

#include <QByteArrayList>
#include <QList>
#include <QStringList>

namespace trainyard {

struct SshKeyDeleter {
  void operator()(ssh_key key) const { ssh_key_free(key); }
};
using SshKey = std::unique_ptr<struct ssh_key_struct, SshKeyDeleter>;

class KeyRing {
 public:
  ~KeyRing() { forgetPassphrases(); }

  enum class State { missing, unreadable, locked, ready };
  // Reads the file unless it was read before. A passphrase that was given for it is used once and forgotten.
  State open(const QString& file);
  // Of one that is ready: with its certificate (FILE-cert.pub, or one of the files given) first where it has one, then bare.
  QList<ssh_key> privateKeys(const QString& file, const QStringList& certificateFiles);
  // Its certificate and itself, as far as they are known without a passphrase: from FILE-cert.pub, its own head, FILE.pub.
  QList<ssh_key> publicKeys(const QString& file) const;
  // The same as they travel.
  QByteArrayList publicBlobs(const QString& file) const;
  static QByteArray certificateBlob(const QString& file);
  // Passphrases that did not fit.
  int wrongTries(const QString& file) const;
  void forgetWrongTries(const QString& file) { m_wrong.erase(file); }

  void setPassphrase(const QString& file, QByteArray passphrase);
  void forgetPassphrases();

 private:
  void openPublic(const QString& file, const QByteArray& content);

  std::map<QString, SshKey> m_private, m_public, m_certificate, m_certified;
  std::map<QString, QByteArray> m_passphrases;
  std::map<QString, int> m_wrong;
};

}  // namespace trainyard
