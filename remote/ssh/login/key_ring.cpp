// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/ssh/login/key_ring.h"

#include <utility>

#include <QFile>
#include <QtEndian>

#include <sys/stat.h>
#include <unistd.h>

namespace trainyard {
namespace {

// Removes and returns a length-prefixed string at the start of the view; empty if it is too short.
QByteArrayView takeString(QByteArrayView& bytes) {
  if (bytes.size() < 4) return {};
  const qint64 length = qFromBigEndian<quint32>(bytes.data());
  if (length > bytes.size() - 4) return {};
  const QByteArrayView text = bytes.sliced(4, length);
  bytes = bytes.sliced(4 + length);
  return text;
}

SshKey owned(ssh_key key) { return SshKey(key, ssh_key_free); }

SshKey publicFromBlob(QByteArrayView blob) {
  QByteArrayView rest = blob;
  const QByteArray type = takeString(rest).toByteArray();
  ssh_key key = nullptr;
  ssh_pki_import_pubkey_base64(blob.toByteArray().toBase64().constData(),
                               ssh_key_type_from_name(type.constData()), &key);
  return owned(key);
}

// OpenSSH's newer format contains the public half in clear text: magic, cipher, kdf, kdf's options,
// number of keys, public key. The private half follows, possibly also in clear text.
SshKey publicFromPrivateFile(const QByteArray& content) {
  const qsizetype begin = content.indexOf("-----BEGIN OPENSSH PRIVATE KEY-----"),
                  end = content.indexOf("-----END");
  if (begin < 0 || end < begin) return {};
  const qsizetype line = content.indexOf('\n', begin);
  QByteArray bytes =
      QByteArray::fromBase64(QByteArray::fromRawData(content.constData() + line, end - line));
  const QByteArrayView magic("openssh-key-v1\0", 15);
  SshKey key;
  if (QByteArrayView(bytes).startsWith(magic)) {
    QByteArrayView rest = QByteArrayView(bytes).sliced(magic.size());
    for (int i = 0; i < 3; ++i) takeString(rest);
    if (rest.size() > 4) {
      rest = rest.sliced(4);
      key = publicFromBlob(takeString(rest));
    }
  }
  burn(bytes);
  return key;
}

SshKey publicFromFile(const QString& file) {
  ssh_key key = nullptr;
  ssh_pki_import_pubkey_file(QFile::encodeName(file).constData(), &key);
  return owned(key);
}

SshKey certificateFromFile(const QString& file) {
  ssh_key key = nullptr;
  ssh_pki_import_cert_file(QFile::encodeName(file).constData(), &key);
  return owned(key);
}

QByteArray keyBlob(ssh_key key) {
  char* text = nullptr;
  if (!key || ssh_pki_export_pubkey_base64(key, &text) != SSH_OK) return {};
  const QByteArray blob = QByteArray::fromBase64(text);
  ssh_string_free_char(text);
  return blob;
}

SshKey certified(ssh_key key, ssh_key certificate) {
  SshKey copy = owned(ssh_key_dup(key));
  if (!copy || ssh_pki_copy_cert_to_privkey(certificate, copy.get()) != SSH_OK) return {};
  return copy;
}

// A certificate contains the numbers of its key as they are in the key.
bool isOf(const QByteArray& certificate, const QByteArray& key) {
  QByteArrayView numbers(key);
  takeString(numbers);
  return !numbers.isEmpty() && certificate.contains(numbers);
}

bool isOpenToOthers(const QFile& file) {
  struct stat status{};
  return ::fstat(file.handle(), &status) == 0 && status.st_uid == ::getuid() &&
         (status.st_mode & 077) != 0;
}

int notePrompt(const char*, char*, size_t, int, int, void* asked) {
  *static_cast<bool*>(asked) = true;
  return -1;
}

}  // namespace

bool KeyRing::isUnchanged(const QString& file) {
  struct stat status{};
  Stamp stamp{};
  if (::stat(QFile::encodeName(file).constData(), &status) == 0)
    stamp = {status.st_ino, status.st_size, status.st_mtim.tv_sec, status.st_mtim.tv_nsec};
  const auto [known, isNew] = m_stamps.try_emplace(file, stamp);
  return !isNew && std::exchange(known->second, stamp) == stamp;
}

// A renewed certificate is a different file with the same name.
void KeyRing::forgetChanged(const QString& file) {
  const bool isSameKey = isUnchanged(file);
  const bool isSamePublic = isUnchanged(file + QStringLiteral(".pub"));
  if (!isUnchanged(file + QStringLiteral("-cert.pub"))) m_certificate.erase(file);
  if (!isSameKey || !isSamePublic) m_public.erase(file);
  if (!isSameKey) m_private.erase(file);
}

void KeyRing::openPublic(const QString& file, const QByteArray& content) {
  if (!m_certificate.contains(file))
    if (SshKey certificate = certificateFromFile(file + QStringLiteral("-cert.pub")))
      m_certificate[file] = std::move(certificate);
  if (m_public.contains(file)) return;
  SshKey key = publicFromPrivateFile(content);
  if (!key) key = publicFromFile(file + QStringLiteral(".pub"));
  // The configuration may name the public half of a key that only the agent has.
  if (!key) key = publicFromFile(file);
  if (key) m_public[file] = std::move(key);
}

KeyRing::State KeyRing::open(const QString& file) {
  const std::lock_guard lock(m_mutex);
  forgetChanged(file);
  QFile source(file);
  const bool isThere = source.exists();
  // Unbuffered, so that no copy remains in a buffer.
  const bool isOpen = isThere && source.open(QIODevice::ReadOnly | QIODevice::Unbuffered);
  if (m_private.contains(file)) {
    openPublic(file, {});
    return isOpen && isOpenToOthers(source) ? State::exposed : State::ready;
  }
  if (!isThere) {
    openPublic(file, {});
    return State::missing;
  }
  if (!isOpen) return State::unreadable;
  QByteArray content = source.read(1 << 20);
  openPublic(file, content);
  if (content.contains("PRIVATE KEY") && isOpenToOthers(source)) {
    burn(content);
    return State::exposed;
  }
  const auto passphrase = m_passphrases.find(file);
  const bool isGiven = passphrase != m_passphrases.end();
  bool asked = false;
  ssh_key key = nullptr;
  const int rc = ssh_pki_import_privkey_base64(
      content.constData(), isGiven ? passphrase->second.text() : nullptr, notePrompt, &asked, &key);
  burn(content);
  if (isGiven) {
    m_passphrases.erase(passphrase);
    if (rc != SSH_OK)
      ++m_wrong[file];
    else
      m_wrong.erase(file);
  }
  if (rc == SSH_OK) {
    m_private[file] = owned(key);
    return State::ready;
  }
  return isGiven || asked ? State::locked : State::unreadable;
}

QList<SshKey> KeyRing::privateKeys(const QString& file, const QStringList& certificateFiles) {
  const std::lock_guard lock(m_mutex);
  const auto found = m_private.find(file);
  if (found == m_private.end()) return {};
  SshKey held;
  if (const auto own = m_certificate.find(file); own != m_certificate.end())
    held = certified(found->second.get(), own->second.get());
  for (const QString& certificate : certificateFiles) {
    const SshKey read = certificateFromFile(certificate);
    if (!held && read && isOf(keyBlob(read.get()), keyBlob(found->second.get())))
      held = certified(found->second.get(), read.get());
  }
  return held ? QList<SshKey>{held, found->second} : QList<SshKey>{found->second};
}

QList<SshKey> KeyRing::publicKeys(const QString& file) const {
  const std::lock_guard lock(m_mutex);
  QList<SshKey> keys;
  for (const auto* map : {&m_certificate, &m_public})
    if (const auto found = map->find(file); found != map->end()) keys << found->second;
  return keys;
}

QByteArrayList KeyRing::publicBlobs(const QString& file) const {
  QByteArrayList blobs;
  for (const SshKey& key : publicKeys(file)) blobs << blobOf(key);
  return blobs;
}

QByteArray KeyRing::blobOf(const SshKey& key) { return keyBlob(key.get()); }

QByteArray KeyRing::certificateBlob(const QString& file) {
  return blobOf(certificateFromFile(file));
}

int KeyRing::wrongTries(const QString& file) const {
  const std::lock_guard lock(m_mutex);
  const auto found = m_wrong.find(file);
  return found == m_wrong.end() ? 0 : found->second;
}

void KeyRing::forgetWrongTries(const QString& file) {
  const std::lock_guard lock(m_mutex);
  m_wrong.erase(file);
}

void KeyRing::setPassphrase(const QString& file, Secret passphrase) {
  const std::lock_guard lock(m_mutex);
  m_passphrases[file] = std::move(passphrase);
}

void KeyRing::forget() {
  forgetPassphrases();
  const std::lock_guard lock(m_mutex);
  m_private.clear();
  m_wrong.clear();
}

void KeyRing::forgetPassphrases() {
  const std::lock_guard lock(m_mutex);
  m_passphrases.clear();
}

}  // namespace trainyard
