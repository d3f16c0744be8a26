// SPDX-License-Identifier: GPL-3.0-or-later
// contract_texts FILE: writes the contract's user-visible texts as source code for lupdate, so that
// they are translated like every other text of the window.
#include <QFile>
#include <cstdio>
#include <set>

#include "gui/forms/contract_text.h"

namespace {

QByteArray literal(const QString& text) {
  QByteArray out;
  for (const char c : text.toUtf8()) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return '"' + out.replace("\n", "\\n") + '"';
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fprintf(stderr, "contract_texts: name the file to write\n");
    return 2;
  }
  QByteArray lines =
      "// Written by contract_texts from engine/contract; read by lupdate, never compiled.\n";
  std::set<QByteArray> written;
  for (const auto& [context, english] : trainyard::ContractText::sources()) {
    const QByteArray line =
        QByteArray("QT_TRANSLATE_NOOP(\"") + context + "\", " + literal(english) + ");\n";
    if (written.insert(line).second) lines += line;
  }
  QFile file(QString::fromLocal8Bit(argv[1]));
  if (file.open(QIODevice::WriteOnly) && file.write(lines) == lines.size() && file.flush())
    return 0;
  std::fprintf(stderr, "contract_texts: %s cannot be written: %s\n", argv[1],
               qPrintable(file.errorString()));
  return 3;
}
