// SPDX-License-Identifier: GPL-3.0-or-later
// What a person types at a login, on its way from a window or terminal to the service: sealed for
// the one question that it answers, so that no buffer on the way, and no memory that it was copied
// through, can tell it afterwards. X25519 with a key pair of each side for one question, HKDF with
// SHA-256, AES-256-GCM.
#pragma once

#include <memory>
#include <optional>

#include <QByteArray>
#include <QList>

#include "remote/ssh/login/secret.h"

struct evp_pkey_st;

namespace trainyard {

// The asking side's half, as long as the question is open.
class AnswerSeal {
 public:
  AnswerSeal();
  QByteArray publicKey() const;  // 32 bytes; empty where no key could be made
  // Nothing: it was sealed for another question, or is not whole.
  std::optional<QList<Secret>> open(const QByteArray& sealed) const;

 private:
  std::shared_ptr<evp_pkey_st> m_key;
};

// For the question of this public key. Each of loginAnswerLimit bytes at most; empty where it
// cannot be done.
QByteArray sealAnswers(const QList<Secret>& answers, const QByteArray& publicKey);

}  // namespace trainyard
