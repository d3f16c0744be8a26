// SPDX-License-Identifier: GPL-3.0-or-later
// Nodes as schedulers write them: "cn[101-103,105],gpu7" of Slurm, "n1,n2" of PBS.
#pragma once

#include <QStringList>

namespace trainyard {

// At most `most` of them: the text is what a cluster said. What is not understood stays as it is.
QStringList hostNames(const QString& list, qsizetype most = 2000);

}  // namespace trainyard
