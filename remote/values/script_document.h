// SPDX-License-Identifier: GPL-3.0-or-later
// The experiment that runs a file of one's own unchanged, with the files next to it.
#pragma once

#include <optional>

#include <QByteArray>
#include <QString>

namespace trainyard {

// Of a job script, which is a file that starts with #! or has a script's name, or of a Python
// program; nothing for other files. `from`: the folder that it is submitted from, whose files are
// its code, like for sbatch; if the script is outside of it, its own folder. A home folder is never
// transferred. `place`: the folder of the document, which its paths are relative to; empty: that of
// the script.
std::optional<QByteArray> documentOfScript(const QString& path, const QString& from,
                                           const QString& place = {});

}  // namespace trainyard
