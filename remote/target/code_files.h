// SPDX-License-Identifier: GPL-3.0-or-later
// The files of the code that a run was sent, by their content: what two runs have in common need
// not be read to know.
#pragma once

#include <stop_token>

#include <QCoroTask>
#include <QList>
#include <QString>

#include "engine/contract/describe/field.h"
#include "engine/contract/result.h"
#include "remote/host/host.h"

namespace trainyard {

struct CodeFile {
  QString path;  // below code/; untrusted text
  QString
      digest;  // SHA-256 in hexadecimal digits; of a file of 16 MiB and more "size:" and its bytes
};

struct CodeListing {
  QList<CodeFile> files;  // by path
  bool isMore = false;    // there are more files than these
};

void describe(Section<CodeFile>& section);
void describe(Section<CodeListing>& section);

// `folder`: code/ of the run, absolute. Error "code.missing" if it does not exist.
QCoro::Task<Result<CodeListing>> listCode(Host& host, QString folder, std::stop_token stop);

}  // namespace trainyard
