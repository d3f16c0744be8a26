// SPDX-License-Identifier: GPL-3.0-or-later
// Qt Test classes of many files in one program, which links the libraries once:
//   remote_tests fetch_test [Qt Test's options]     runs the class of fetch_test.cpp
// A file ends with TRAINYARD_TEST(Class), or TRAINYARD_WINDOW_TEST(Class) when it needs widgets.
#pragma once

#include <QObject>

namespace trainyard {

struct QtTest {
  const char* file;
  bool needs_widgets;
  QObject* (*make)();
};

struct AddQtTest {
  explicit AddQtTest(QtTest test);
};

}  // namespace trainyard

#define TRAINYARD_ADD_TEST(Class, needs_widgets)  \
  static const ::trainyard::AddQtTest add##Class( \
      {__FILE__, needs_widgets, []() -> QObject* { return new Class; }})
#define TRAINYARD_TEST(Class) TRAINYARD_ADD_TEST(Class, false)
#define TRAINYARD_WINDOW_TEST(Class) TRAINYARD_ADD_TEST(Class, true)
