// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/submit/study_key.h"

#include <QCryptographicHash>

#include "engine/contract/experiment/experiment.h"
#include "engine/contract/experiment/writer.h"

namespace trainyard {

// Without fields that are as they are by default: one that a later version adds changes no key.
QString studyKeyOf(const Experiment& experiment, const QString& target) {
  constexpr int digits = 32;
  QCryptographicHash hash(QCryptographicHash::Sha256);
  hash.addData(target.toUtf8() + '\n');
  hash.addData(QByteArray::fromStdString(write_minimal(experiment)));
  return QString::fromLatin1(hash.result().toHex().left(digits));
}

}  // namespace trainyard
