// SPDX-License-Identifier: GPL-3.0-or-later
// Bytes that nobody shall find in the memory afterwards: a passphrase, a password, a code.
#pragma once

#include <utility>

#include <QByteArray>

#include <string.h>

namespace trainyard {

// Overwrites what only this holds; a copy that somebody else still has stays.
inline void burn(QByteArray& secret) {
  if (secret.isDetached()) ::explicit_bzero(secret.data(), static_cast<size_t>(secret.size()));
  secret.clear();
}

// Burned with its last holder.
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
  // Leaves nothing here.
  QByteArray take() { return std::exchange(m_bytes, {}); }
  bool operator==(const Secret&) const = default;

 private:
  QByteArray m_bytes;
};

}  // namespace trainyard
