// SPDX-License-Identifier: GPL-3.0-or-later
// Bytes that must not remain in memory after use: a passphrase, a password, a code.
#pragma once

#include <utility>

#include <QByteArray>

#include <string.h>

namespace trainyard {

// Overwrites the buffer if it is not shared; a copy held elsewhere remains.
inline void burn(QByteArray& secret) {
  if (secret.isDetached()) ::explicit_bzero(secret.data(), static_cast<size_t>(secret.size()));
  secret.clear();
}

// Wiped with its last owner.
class Secret {
 public:
  Secret() = default;
  Secret(QByteArray bytes) : m_bytes(std::move(bytes)) {}
  Secret(const char* text) : m_bytes(text) {}
  Secret(const Secret&) = default;
  Secret(Secret&& other) noexcept : m_bytes(std::exchange(other.m_bytes, {})) {}
  Secret& operator=(Secret other) noexcept {
    m_bytes.swap(other.m_bytes);
    return *this;
  }
  ~Secret() { burn(m_bytes); }

  const QByteArray& bytes() const { return m_bytes; }
  const char* text() const { return m_bytes.constData(); }
  // Moves the bytes out, leaving nothing here.
  QByteArray take() { return std::exchange(m_bytes, {}); }
  bool operator==(const Secret&) const = default;

 private:
  QByteArray m_bytes;
};

}  // namespace trainyard
