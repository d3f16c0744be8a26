// SPDX-License-Identifier: GPL-3.0-or-later
// UTF-8 that arrives in pieces, which may be cut anywhere.
#pragma once

#include <algorithm>

#include <QByteArray>
#include <QString>

#include "engine/system/utf8_sequence.h"

namespace trainyard {

// The text is the same however the bytes are cut. (QStringDecoder loses the byte after a character
// that was begun at the end of a piece and never becomes complete.)
class Utf8Pieces {
 public:
  // What is not UTF-8 becomes U+FFFD; the beginning of a character waits for the next piece.
  QString take(const QByteArray& piece) {
    m_bytes += piece;
    const qsizetype end = m_bytes.size() - openBytes();
    const QString text = QString::fromUtf8(m_bytes.constData(), end);
    m_bytes.remove(0, end);
    return text;
  }

 private:
  // How many bytes at the end begin a character that is not complete.
  qsizetype openBytes() const {
    const std::string_view all(m_bytes.constData(), static_cast<std::size_t>(m_bytes.size()));
    for (std::size_t back = 1; back <= std::min<std::size_t>(3, all.size()); ++back) {
      const auto lead = static_cast<unsigned char>(all[all.size() - back]);
      if (is_continuation_byte(all[all.size() - back])) continue;
      const Utf8Sequence sequence = utf8_sequence(all, all.size() - back);
      const bool isOpen =
          !sequence.is_valid && sequence.length == back && lead >= 0xC2 && lead <= 0xF4;
      return isOpen ? static_cast<qsizetype>(back) : 0;
    }
    return 0;
  }

  QByteArray m_bytes;
};

}  // namespace trainyard
