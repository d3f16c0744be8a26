// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/target/code_files.h"

#include <algorithm>

#include "engine/contract/messages.h"
#include "remote/host/file_error.h"
#include "remote/process/embedded_script.h"
#include "remote/values/records.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

constexpr qsizetype mostCodeFiles = 20000;
constexpr qint64 codeListingBytes = 2 << 20;
constexpr std::chrono::minutes codeTime(2);
constexpr int noFolderCode = 3;

bool isDigest(const QByteArray& text) {
  if (text.startsWith("size:")) return true;
  return text.size() == 64 && std::ranges::all_of(text, [](char c) {
           return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
         });
}

// sha256sum starts a line with a backslash if the name has one, or a line break.
QByteArray plainName(const QByteArray& name) {
  QByteArray plain;
  for (qsizetype i = 0; i < name.size(); ++i) {
    const bool isEscaped = name[i] == '\\' && i + 1 < name.size();
    if (isEscaped) ++i;
    plain += isEscaped && name[i] == 'n' ? '\n' : name[i];
  }
  return plain;
}

void addLine(QByteArray line, QList<CodeFile>& files) {
  const bool isEscaped = line.startsWith('\\');
  if (isEscaped) line.remove(0, 1);
  const qsizetype space = line.indexOf("  ./");
  if (space < 0 || !isDigest(line.first(space))) return;
  const QByteArray name = line.sliced(space + 4);
  files.append({QString::fromUtf8(isEscaped ? plainName(name) : name),
                QString::fromLatin1(line.first(space))});
}

}  // namespace

void describe(Section<CodeFile>& section) {
  section.field("path", &CodeFile::path);
  section.field("digest", &CodeFile::digest);
}

void describe(Section<CodeListing>& section) {
  section.field("files", &CodeListing::files);
  section.field("is_more", &CodeListing::isMore);
}

QCoro::Task<Result<CodeListing>> listCode(Host& host, QString folder, std::stop_token stop) {
  CommandLine command{u"sh"_s, {u"-c"_s, embeddedScript("hash_files.sh"), u"sh"_s, folder}};
  ProgramOptions options;
  options.outputLimitBytes = 2 * codeListingBytes;
  CO_TRY(const auto output,
         co_await host.run(std::move(command), std::move(options), stop, QDeadlineTimer(codeTime)));
  if (output.exitCode == noFolderCode) co_return fileError("code.missing", folder);
  QByteArrayList lines = output.out.split('\n');
  CodeListing listing;
  listing.isMore = !lines.takeLast().isEmpty() || lines.size() > mostCodeFiles;
  for (const QByteArray& line : lines.mid(0, mostCodeFiles)) addLine(line, listing.files);
  std::ranges::sort(listing.files, {}, &CodeFile::path);
  co_return listing;
}

}  // namespace trainyard
