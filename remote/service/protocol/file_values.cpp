// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/service/protocol/file_values.h"

namespace trainyard {

void describe(Section<FilesArguments>& section) {
  section.field("target", &FilesArguments::target);
  section.field("path", &FilesArguments::path);
}

void describe(Section<FetchFilesArguments>& section) {
  section.field("target", &FetchFilesArguments::target);
  section.field("path", &FetchFilesArguments::path);
  section.field("destination", &FetchFilesArguments::destination).required();
}

void describe(Section<ReadFileArguments>& section) {
  section.field("target", &ReadFileArguments::target);
  section.field("path", &ReadFileArguments::path).required();
  section.field("offset", &ReadFileArguments::offset);
}

void describe(Section<FilePiece>& section) {
  section.field("data", &FilePiece::data);
  section.field("offset", &FilePiece::offset).minimum(0);
  section.field("bytes", &FilePiece::bytes).minimum(0);
}

void describe(Section<SearchLogArguments>& section) {
  section.field("run", &SearchLogArguments::run).required();
  section.field("attempt", &SearchLogArguments::attempt).minimum(0);
  section.field("file", &SearchLogArguments::file).required();
  section.field("words", &SearchLogArguments::words).required();
  section.field("is_regular", &SearchLogArguments::isRegular);
  section.field("is_case_sensitive", &SearchLogArguments::isCaseSensitive);
}

void describe(Section<LogHit>& section) {
  section.field("line", &LogHit::line).minimum(1);
  section.field("offset", &LogHit::offset).minimum(0);
  section.field("text", &LogHit::text);
}

void describe(Section<LogHits>& section) {
  section.field("hits", &LogHits::hits);
  section.field("is_more", &LogHits::isMore);
}

}  // namespace trainyard
