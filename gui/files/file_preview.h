// SPDX-License-Identifier: GPL-3.0-or-later
// What a piece of a file says of it, for somebody who looks. Nothing in it is trusted: sizes of
// headers are compared with what is there, and nothing in a text is followed.
#pragma once

#include <QCoreApplication>
#include <QString>

#include "remote/service/protocol/file_values.h"

namespace trainyard {

struct FilePreview {
  QString facts;         // one line
  QString text;          // plain
  bool isPart = false;   // there is more of the file than what was read
  bool isAtEnd = false;  // what is shown is the file's end
  bool hasEnd = false;   // its end can be shown as well as its beginning: text, or bytes
};

class PreviewText {
  Q_DECLARE_TR_FUNCTIONS(PreviewText)
 public:
  // By its name, and then by its content.
  static FilePreview of(const QString& name, const FilePiece& piece);
  // Where a preview of such a file begins: negative from its end.
  static qint64 offsetOf(const QString& name);
  static bool isPicture(const QString& name);

 private:
  static FilePreview plain(const FilePiece& piece);
  static FilePreview json(const FilePiece& piece);
};

}  // namespace trainyard
