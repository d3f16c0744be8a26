// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/qt_tests.h"

#include <cstdio>
#include <memory>
#include <vector>

#include <QFileInfo>
#include <QtTest>
#ifdef QT_WIDGETS_LIB
#include <QApplication>
#endif

namespace {

std::vector<trainyard::QtTest>& tests() {
  static std::vector<trainyard::QtTest> all;
  return all;
}

std::unique_ptr<QCoreApplication> applicationFor(const trainyard::QtTest& test, int& count,
                                                 char** arguments) {
#ifdef QT_WIDGETS_LIB
  if (test.needs_widgets) return std::make_unique<QApplication>(count, arguments);
#endif
  Q_UNUSED(test)
  return std::make_unique<QCoreApplication>(count, arguments);
}

}  // namespace

trainyard::AddQtTest::AddQtTest(QtTest test) { tests().push_back(test); }

int main(int argc, char** argv) {
  const QString wanted = argc > 1 ? QString::fromLocal8Bit(argv[1]) : QString();
  for (const auto& test : tests()) {
    if (QFileInfo(QString::fromLocal8Bit(test.file)).completeBaseName() != wanted) continue;
    // Qt Test is not told the file's name.
    argv[1] = argv[0];
    int count = argc - 1;
    const auto application = applicationFor(test, count, argv + 1);
    const std::unique_ptr<QObject> object(test.make());
    return QTest::qExec(object.get(), count, argv + 1);
  }
  std::fprintf(stderr, "name one of these tests:\n");
  for (const auto& test : tests())
    std::fprintf(stderr, "  %s\n",
                 qPrintable(QFileInfo(QString::fromLocal8Bit(test.file)).completeBaseName()));
  return 2;
}
