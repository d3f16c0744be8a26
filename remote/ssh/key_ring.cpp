#include "remote/ssh/key_ring.h"

#include <QFile>
#include <QtEndian>

#include <string.h>

namespace trainyard {
namespace {

void burn(QByteArray& secret) {
  if (!secret.isEmpty()) ::explicit_bzero(secret.data(), static_cast<size_t>(secret.size()));
  secret.clear();
}

QByteArray takeString(QByteArray& bytes) {
  if (bytes.size() < 4) return {};
  const auto length = static_cast<qsizetype>(qFromBigEndian<quint32>(bytes.constData()));
  const QByteArray text = bytes.mid(4, length);
  bytes.remove(0, 4 + length);
  return text;
}

SshKey publicFromBlob(const QByteArray& blob) {
  QByteArray rest = blob;
  const QByteArray type = takeString(rest);
  ssh_key key = nullptr;
  ssh_pki_import_pubkey_base64(blob.toBase64().constData(), ssh_key_type_from_name(type.constData()), &key);
  return SshKey(key);
}

// The newer format of OpenSSH holds the public half in the clear: magic, cipher, kdf, kdf's options, number of keys, public key.
SshKey publicFromPrivateFile(const QByteArray& content) {
  const qsizetype begin = content.indexOf("-----BEGIN OPENSSH PRIVATE KEY-----"), end = content.indexOf("-----END");
  if (begin < 0 || end < begin) return {};
  const qsizetype line = content.indexOf('\n', begin);
  QByteArray bytes = QByteArray::fromBase64(content.mid(line, end - line).replace('\n', "").replace('\r', ""));
  const QByteArray magic("openssh-key-v1\0", 15);
  if (!bytes.startsWith(magic)) return {};
  bytes.remove(0, magic.size());
  for (int i = 0; i < 3; ++i) takeString(bytes);
  return publicFromBlob(takeString(bytes.remove(0, 4)));
}

int notePrompt(const char*, char*, size_t, int, int, void* asked) {
  *static_cast<bool*>(asked) = true;
  return -1;
}

}  // namespace

KeyRing::State KeyRing::open(const QString& file) {
  if (m_private.contains(file)) return State::ready;
  QFile source(file);
  if (!source.exists()) return State::missing;
  if (!source.open(QIODevice::ReadOnly)) return State::unreadable;
  QByteArray content = source.read(1 << 20);
  if (!m_public.contains(file)) {
    SshKey fromFile = publicFromPrivateFile(content);
    ssh_key key = nullptr;
    if (!fromFile && ssh_pki_import_pubkey_file(QFile::encodeName(file + QStringLiteral(".pub")).constData(), &key) == SSH_OK)
      fromFile.reset(key);
    if (fromFile) m_public[file] = std::move(fromFile);
  }
  const auto passphrase = m_passphrases.find(file);
  const bool isGiven = passphrase != m_passphrases.end();
  bool asked = false;
  ssh_key key = nullptr;
  const int rc = ssh_pki_import_privkey_base64(content.constData(), isGiven ? passphrase->second.constData() : nullptr, notePrompt, &asked, &key);
  burn(content);
  if (isGiven) {
    burn(passphrase->second);
    m_passphrases.erase(passphrase);
    if (rc != SSH_OK) ++m_wrong[file];
    else m_wrong.erase(file);
  }
  if (rc == SSH_OK) {
    m_private[file] = SshKey(key);
    return State::ready;
  }
  return isGiven || asked ? State::locked : State::unreadable;
}

ssh_key KeyRing::privateKey(const QString& file) const {
  const auto found = m_private.find(file);
  return found == m_private.end() ? nullptr : found->second.get();
}

ssh_key KeyRing::publicKey(const QString& file) const {
  const auto found = m_public.find(file);
  return found == m_public.end() ? nullptr : found->second.get();
}

int KeyRing::wrongTries(const QString& file) const {
  const auto found = m_wrong.find(file);
  return found == m_wrong.end() ? 0 : found->second;
}

void KeyRing::setPassphrase(const QString& file, QByteArray passphrase) { m_passphrases[file] = std::move(passphrase); }

void KeyRing::forgetPassphrases() {
  for (auto& [file, passphrase] : m_passphrases) burn(passphrase);
  m_passphrases.clear();
}

}  // namespace trainyard
