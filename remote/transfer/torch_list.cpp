// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/transfer/torch_list.h"

#include <algorithm>

#include <QFile>
#include <QRegularExpression>

#include "engine/contract/json.h"
#include "engine/contract/messages.h"
#include "remote/values/text.h"

namespace trainyard {
namespace {

bool hasForm(const QString& text, const QRegularExpression& form) {
  return form.match(text).hasMatch();
}

// Names become paths on a target, and fields of a line.
bool isName(const QString& text) {
  static const QRegularExpression form(QStringLiteral("\\A[A-Za-z0-9_][A-Za-z0-9._+-]*\\z"));
  return hasForm(text, form);
}

bool isSha256(const QString& text) {
  static const QRegularExpression form(QStringLiteral("\\A[0-9a-f]{64}\\z"));
  return hasForm(text, form);
}

bool isPath(const QString& text) {
  return std::ranges::all_of(text.split(QLatin1Char('/')), isName);
}

// The first value that cannot be one; empty if there is none.
QString wrongValue(const TorchList& list) {
  QStringList wheels;
  for (const TorchWheel& wheel : list.wheels) {
    wheels << wheel.file;
    for (const QString& name : {wheel.distribution, wheel.version, wheel.file})
      if (!isName(name)) return name;
    if (!isSha256(wheel.sha256)) return wheel.file;
  }
  for (const TorchTree& tree : list.trees) {
    if (!isName(tree.name)) return tree.name;
    for (const TorchFile& file : tree.files)
      if (!isName(file.name) || !isSha256(file.sha256) || !isPath(file.path) ||
          !wheels.contains(file.wheel))
        return file.name;
  }
  return {};
}

Error damaged(const QString& path, const QString& problem) {
  return make_error("torch.list_damaged",
                    {{"path", path.toStdString()}, {"problem", problem.toStdString()}});
}

void addLine(QByteArray& lines, const QStringList& fields) {
  lines += fields.join(QLatin1Char('\t')).toUtf8() + '\n';
}

}  // namespace

const TorchTree* TorchList::named(const QString& name) const {
  const auto found = std::ranges::find(trees, name, &TorchTree::name);
  return found == trees.end() ? nullptr : &*found;
}

const TorchTree* TorchList::ofKind(const QString& kind) const {
  const auto found = std::ranges::find(trees, kind, &TorchTree::kind);
  return found == trees.end() ? nullptr : &*found;
}

void describe(Section<TorchWheel>& section) {
  section.field("distribution", &TorchWheel::distribution).required();
  section.field("version", &TorchWheel::version).required();
  section.field("file", &TorchWheel::file).required();
  section.field("bytes", &TorchWheel::bytes).required().minimum(0);
  section.field("sha256", &TorchWheel::sha256).required();
}

void describe(Section<TorchFile>& section) {
  section.field("name", &TorchFile::name).required();
  section.field("bytes", &TorchFile::bytes).required().minimum(0);
  section.field("sha256", &TorchFile::sha256).required();
  section.field("wheel", &TorchFile::wheel).required();
  section.field("path", &TorchFile::path).required();
}

void describe(Section<TorchTree>& section) {
  section.field("name", &TorchTree::name).required();
  section.field("kind", &TorchTree::kind).required();
  section.field("needs", &TorchTree::needs);
  section.field("files", &TorchTree::files).required();
}

void describe(Section<TorchList>& section) {
  section.field("wheels", &TorchList::wheels).required();
  section.field("trees", &TorchList::trees).required();
}

QString torchListFile(const QString& programs) {
  return programs + QStringLiteral("/torch_trees.json");
}

Result<std::optional<TorchList>> readTorchList(const QString& programs) {
  QFile file(torchListFile(programs));
  if (!file.exists()) return std::optional<TorchList>();
  if (!file.open(QIODevice::ReadOnly)) return damaged(file.fileName(), file.errorString());
  const auto value = parse_json(file.readAll().toStdString());
  if (!value) return damaged(file.fileName(), text(value.error().message));
  ReadProblem problem;
  auto list = read_record<TorchList>(*value, problem);
  if (!list) return damaged(file.fileName(), text(problem.path));
  if (const QString wrong = wrongValue(*list); !wrong.isEmpty())
    return damaged(file.fileName(), wrong);
  return std::optional<TorchList>(std::move(*list));
}

QByteArray fetchListOf(const TorchList& list, const QStringList& trees) {
  QByteArray lines;
  for (const TorchWheel& wheel : list.wheels)
    addLine(lines,
            {QStringLiteral("wheel"), wheel.distribution + QStringLiteral("==") + wheel.version,
             wheel.file, QString::number(wheel.bytes), wheel.sha256});
  for (const TorchTree& tree : list.trees) {
    if (!trees.contains(tree.name)) continue;
    for (const TorchFile& file : tree.files)
      addLine(lines, {QStringLiteral("file"), tree.name, file.name, QString::number(file.bytes),
                      file.sha256, file.wheel, file.path});
  }
  return lines;
}

}  // namespace trainyard
