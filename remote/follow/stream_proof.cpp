// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/follow/stream_proof.h"

#include <array>

#include <QCryptographicHash>
#include <QMessageAuthenticationCode>
#include <QRandomGenerator>

namespace trainyard {
namespace {

QByteArray proofOf(const char* side, const QByteArray& token, const QByteArray& nonce) {
  return QMessageAuthenticationCode::hash(side + nonce, token, QCryptographicHash::Sha256).toHex();
}

}  // namespace

QByteArray freshNonce() {
  std::array<quint32, 4> random{};
  QRandomGenerator::system()->fillRange(random.data(), static_cast<qsizetype>(random.size()));
  return QByteArray(reinterpret_cast<const char*>(random.data()), sizeof random).toHex();
}

QByteArray clientProof(const QByteArray& token, const QByteArray& nonce) {
  return proofOf("client:", token, nonce);
}

QByteArray serverProof(const QByteArray& token, const QByteArray& nonce) {
  return proofOf("server:", token, nonce);
}

bool isSame(const QByteArray& proof, const QByteArray& expected) {
  if (proof.size() != expected.size()) return false;
  unsigned differs = 0;
  for (qsizetype i = 0; i < proof.size(); ++i)
    differs |= static_cast<unsigned char>(proof[i] ^ expected[i]);
  return differs == 0;
}

}  // namespace trainyard
