// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/process/embedded_script.h"

#include <QFile>

// A static library's resources must be initialized explicitly, outside of any namespace.
static void initialiseScripts() { Q_INIT_RESOURCE(target); }

namespace trainyard {

QString embeddedScript(const char* name) {
  initialiseScripts();
  QFile script(QStringLiteral(":/target/") + QLatin1String(name));
  return script.open(QIODevice::ReadOnly) ? QString::fromUtf8(script.readAll()) : QString();
}

}  // namespace trainyard
