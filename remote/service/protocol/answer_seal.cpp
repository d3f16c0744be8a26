// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/service/protocol/answer_seal.h"

#include <array>
#include <utility>

#include <openssl/core_names.h>
#include <openssl/evp.h>
#include <openssl/kdf.h>
#include <openssl/params.h>

#include "remote/ssh/login/login_question.h"

namespace trainyard {
namespace {

constexpr int keyBytes = 32, tagBytes = 16, nonceBytes = 12;
constexpr qsizetype plainLimit = loginPromptsLimit * (loginAnswerLimit + 2);

using Key = std::shared_ptr<EVP_PKEY>;

Key newKey() { return Key(EVP_PKEY_Q_keygen(nullptr, nullptr, "X25519"), EVP_PKEY_free); }

Key publicKeyFrom(const QByteArray& raw) {
  const auto* bytes = reinterpret_cast<const unsigned char*>(raw.constData());
  return Key(EVP_PKEY_new_raw_public_key(EVP_PKEY_X25519, nullptr, bytes,
                                         static_cast<std::size_t>(raw.size())),
             EVP_PKEY_free);
}

QByteArray rawPublicKey(EVP_PKEY* key) {
  QByteArray raw(keyBytes, '\0');
  std::size_t size = keyBytes;
  const bool isMade = key && EVP_PKEY_get_raw_public_key(
                                 key, reinterpret_cast<unsigned char*>(raw.data()), &size) == 1;
  return isMade && size == keyBytes ? raw : QByteArray();
}

unsigned char* bytesOf(QByteArray& text) { return reinterpret_cast<unsigned char*>(text.data()); }

// The shared secret of both sides, as the cipher's key; empty if the key agreement fails.
Secret agreedKey(EVP_PKEY* own, EVP_PKEY* other, const QByteArray& context) {
  const std::unique_ptr<EVP_PKEY_CTX, decltype(&EVP_PKEY_CTX_free)> agreement(
      EVP_PKEY_CTX_new(own, nullptr), EVP_PKEY_CTX_free);
  QByteArray shared(keyBytes, '\0'), key(keyBytes, '\0');
  std::size_t size = keyBytes;
  bool isMade = agreement && EVP_PKEY_derive_init(agreement.get()) == 1 &&
                EVP_PKEY_derive_set_peer(agreement.get(), other) == 1 &&
                EVP_PKEY_derive(agreement.get(), bytesOf(shared), &size) == 1 && size == keyBytes;
  const std::unique_ptr<EVP_KDF, decltype(&EVP_KDF_free)> kind(
      EVP_KDF_fetch(nullptr, "HKDF", nullptr), EVP_KDF_free);
  const std::unique_ptr<EVP_KDF_CTX, decltype(&EVP_KDF_CTX_free)> derivation(
      EVP_KDF_CTX_new(kind.get()), EVP_KDF_CTX_free);
  char digest[] = "SHA256";
  QByteArray info = "trainyard login answer " + context;
  const OSSL_PARAM parameters[] = {
      OSSL_PARAM_construct_utf8_string(OSSL_KDF_PARAM_DIGEST, digest, 0),
      OSSL_PARAM_construct_octet_string(OSSL_KDF_PARAM_KEY, shared.data(), keyBytes),
      OSSL_PARAM_construct_octet_string(OSSL_KDF_PARAM_INFO, info.data(),
                                        static_cast<std::size_t>(info.size())),
      OSSL_PARAM_construct_end()};
  isMade = isMade && derivation &&
           EVP_KDF_derive(derivation.get(), bytesOf(key), keyBytes, parameters) == 1;
  burn(shared);
  if (!isMade) burn(key);
  return Secret(std::move(key));
}

enum class Way { seal, open };

// AES-256-GCM; the nonce may be constant, since a key is used only once. Empty: authentication
// failed.
Secret ciphered(Way way, const Secret& key, const QByteArray& text, QByteArray& tag) {
  const std::unique_ptr<EVP_CIPHER_CTX, decltype(&EVP_CIPHER_CTX_free)> cipher(EVP_CIPHER_CTX_new(),
                                                                               EVP_CIPHER_CTX_free);
  const std::array<unsigned char, nonceBytes> nonce{};
  const bool isSealed = way == Way::seal;
  QByteArray result(text.size(), '\0');
  int size = 0, rest = 0;
  bool isMade = key.bytes().size() == keyBytes && cipher &&
                EVP_CipherInit_ex(cipher.get(), EVP_aes_256_gcm(), nullptr,
                                  reinterpret_cast<const unsigned char*>(key.bytes().constData()),
                                  nonce.data(), isSealed) == 1 &&
                EVP_CipherUpdate(cipher.get(), bytesOf(result), &size,
                                 reinterpret_cast<const unsigned char*>(text.constData()),
                                 static_cast<int>(text.size())) == 1;
  if (!isSealed)
    isMade = isMade &&
             EVP_CIPHER_CTX_ctrl(cipher.get(), EVP_CTRL_AEAD_SET_TAG, tagBytes, tag.data()) == 1;
  isMade = isMade && EVP_CipherFinal_ex(cipher.get(), bytesOf(result) + size, &rest) == 1;
  if (isSealed)
    isMade = isMade &&
             EVP_CIPHER_CTX_ctrl(cipher.get(), EVP_CTRL_AEAD_GET_TAG, tagBytes, tag.data()) == 1;
  if (!isMade) burn(result);
  return Secret(std::move(result));
}

// Each answer is preceded by its length in two bytes. Reserved once: growing would leave copies.
Secret joined(const QList<Secret>& answers) {
  QByteArray all;
  qsizetype size = 0;
  for (const Secret& answer : answers) size += answer.bytes().size() + 2;
  all.reserve(size);
  for (const Secret& answer : answers) {
    all += static_cast<char>(answer.bytes().size() >> 8);
    all += static_cast<char>(answer.bytes().size() & 255);
    all += answer.bytes();
  }
  return Secret(std::move(all));
}

std::optional<QList<Secret>> parted(const QByteArray& all) {
  QList<Secret> answers;
  for (qsizetype at = 0; at < all.size();) {
    if (all.size() - at < 2 || answers.size() >= loginPromptsLimit) return {};
    const int size =
        static_cast<unsigned char>(all[at]) << 8 | static_cast<unsigned char>(all[at + 1]);
    at += 2;
    if (size > loginAnswerLimit || size > all.size() - at) return {};
    answers.append(Secret(QByteArray(all.constData() + at, size)));
    at += size;
  }
  return answers;
}

}  // namespace

AnswerSeal::AnswerSeal() : m_key(newKey()) {}

QByteArray AnswerSeal::publicKey() const { return rawPublicKey(m_key.get()); }

std::optional<QList<Secret>> AnswerSeal::open(const QByteArray& sealed) const {
  if (sealed.size() <= keyBytes + tagBytes || sealed.size() > keyBytes + tagBytes + plainLimit)
    return {};
  const QByteArray theirs = sealed.left(keyBytes);
  QByteArray tag = sealed.mid(keyBytes, tagBytes);
  const Key other = publicKeyFrom(theirs);
  if (!m_key || !other) return {};
  const Secret key = agreedKey(m_key.get(), other.get(), theirs + publicKey());
  const Secret plain = ciphered(Way::open, key, sealed.mid(keyBytes + tagBytes), tag);
  if (plain.bytes().isEmpty()) return {};
  return parted(plain.bytes());
}

QByteArray sealAnswers(const QList<Secret>& answers, const QByteArray& publicKey) {
  const Key own = newKey(), other = publicKeyFrom(publicKey);
  const Secret plain = joined(answers);
  if (!own || !other || plain.bytes().size() > plainLimit) return {};
  const QByteArray ours = rawPublicKey(own.get());
  QByteArray tag(tagBytes, '\0');
  const Secret key = agreedKey(own.get(), other.get(), ours + publicKey);
  const Secret text = ciphered(Way::seal, key, plain.bytes(), tag);
  if (text.bytes().isEmpty()) return {};
  // A separate copy: the secret's bytes are wiped.
  return ours + tag + QByteArray(text.bytes().constData(), text.bytes().size());
}

}  // namespace trainyard
