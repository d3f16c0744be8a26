// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/values/script_document.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QStringList>

#include "engine/contract/script/program_document.h"
#include "engine/contract/script/script_document.h"

namespace trainyard {
namespace {

constexpr qint64 largestScript = 4 << 20;

QString venvBeside(const QString& program) {
  const QDir folder(QFileInfo(program).absolutePath());
  for (const QString& name : {QStringLiteral(".venv"), QStringLiteral("venv")})
    if (folder.exists(name + QStringLiteral("/bin/python"))) return folder.filePath(name);
  return {};
}

}  // namespace

std::optional<QByteArray> documentOfScript(const QString& path, const QString& from,
                                           const QString& place) {
  QFile file(path);
  if (!QFileInfo(path).isFile() || !file.open(QIODevice::ReadOnly)) return std::nullopt;
  const QByteArray script = file.read(largestScript);
  static const QStringList endings =
      QStringLiteral("sh sbatch slurm job sub").split(QLatin1Char(' '));
  const std::string text = script.toStdString();
  const bool isProgram = is_python_program(text, path.toStdString());
  if (!isProgram && !script.startsWith("#!") && !endings.contains(QFileInfo(path).suffix()))
    return std::nullopt;
  const QString own = QFileInfo(path).absolutePath();
  const QDir document(place.isEmpty() ? own : place);
  const bool isBelow = path.startsWith(from + QLatin1Char('/'));
  const QString code = QDir::cleanPath(isBelow ? from : own);
  const bool travels = code != QDir::homePath() && code != QDir::rootPath();
  const std::string folder =
      travels ? document.relativeFilePath(code).toStdString() : std::string();
  if (isProgram)
    // A program is looked up in the code that travels with it.
    return QByteArray::fromStdString(
        program_document({text, (travels ? QDir(code).relativeFilePath(path) : path).toStdString(),
                          folder, venvBeside(path).toStdString()}));
  return QByteArray::fromStdString(
      script_document({text, document.relativeFilePath(path).toStdString(), folder}));
}

}  // namespace trainyard
