// SPDX-License-Identifier: GPL-3.0-or-later
// Encrypts what the user types at a login on its way from a window or terminal to the service: for
// a single question, so that it cannot be recovered later from buffers or memory along the way.
// X25519 with a key pair on each side per question, HKDF with SHA-256, AES-256-GCM.
#pragma once

#include <memory>
#include <optional>

#include <QByteArray>
#include <QList>

#include "remote/values/secret.h"

struct evp_pkey_st;

namespace trainyard {

// The asking side's key pair, for as long as the question is open.
class AnswerSeal {
 public:
  AnswerSeal();
  QByteArray publicKey() const;  // 32 bytes; empty if no key could be created
  // Nothing if it was encrypted for another question, or is incomplete.
  std::optional<QList<Secret>> open(const QByteArray& sealed) const;

 private:
  std::shared_ptr<evp_pkey_st> m_key;
};

// Encrypts for the question with this public key. Each answer has at most loginAnswerLimit bytes;
// empty if it fails.
QByteArray sealAnswers(const QList<Secret>& answers, const QByteArray& publicKey);

}  // namespace trainyard
