// The private keys of one host's identity files. A key that was unlocked stays in memory, so that a later login needs nobody.
// Belongs to one login at a time.
#pragma once

#include <map>
#include <memory>

#include <libssh/libssh.h>

#include <QByteArray>
#include <QString>

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
  ssh_key privateKey(const QString& file) const;  // of one that is ready
  // Known for a locked one too, from its own head or from FILE.pub; else null.
  ssh_key publicKey(const QString& file) const;
  // Passphrases that did not fit.
  int wrongTries(const QString& file) const;
  void forgetWrongTries(const QString& file) { m_wrong.erase(file); }

  void setPassphrase(const QString& file, QByteArray passphrase);
  void forgetPassphrases();

 private:
  std::map<QString, SshKey> m_private, m_public;
  std::map<QString, QByteArray> m_passphrases;
  std::map<QString, int> m_wrong;
};

}  // namespace trainyard
