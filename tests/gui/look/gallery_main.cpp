// SPDX-License-Identifier: GPL-3.0-or-later
// style_gallery [--theme light|dark] [FILE.png]: shows every control in every state, or paints them
// to a file, for which QT_QPA_PLATFORM=offscreen needs no display.
#include <QApplication>
#include <cstdio>

#include "gui/look/theme.h"
#include "tests/gui/look/gallery.h"

using namespace trainyard::look;

int main(int argc, char** argv) {
  QApplication application(argc, argv);
  install(application);
  QStringList arguments = QApplication::arguments().mid(1);
  if (arguments.value(0) == QLatin1String("--theme")) {
    showTheme(arguments.value(1) == QLatin1String("dark") ? Theme::dark : Theme::light);
    arguments = arguments.mid(2);
  }
  const QSize size(1400, 900);
  if (!arguments.isEmpty()) {
    if (paintGallery(arguments.first(), size)) return 0;
    std::fprintf(stderr, "%s cannot be written.\n", qPrintable(arguments.first()));
    return 1;
  }
  Gallery gallery;
  gallery.resize(size);
  gallery.show();
  return QApplication::exec();
}
