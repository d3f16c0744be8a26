// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "gui/forms/palette_search.h"
#include "tests/qt_tests.h"

using namespace trainyard;

namespace {

using Group = PaletteEntry::Group;

PaletteEntry entry(Group group, const char* title, const char* detail = "",
                   const char* words = "") {
  return {.group = group,
          .title = QLatin1String(title),
          .detail = QLatin1String(detail),
          .words = QLatin1String(words)};
}

const QList<PaletteEntry> entries{
    entry(Group::commands, "New experiment"),
    entry(Group::settings, "Minimum learning rate", "schedule.minimum_learning_rate"),
    entry(Group::settings, "Learning rate", "optimizer.learning_rate", "lr step size"),
    entry(Group::runs, "lr-1e-5", "completed"),
    entry(Group::runs, "baseline", "failed, learning stopped"),
};

QStringList titles(const char* query, int most = 6) {
  QStringList out;
  for (const PaletteEntry* found : searchPalette(entries, QLatin1String(query), most))
    out << found->title;
  return out;
}

}  // namespace

class PaletteSearchTest : public QObject {
  Q_OBJECT
 private slots:
  void findsAllWordsInAnyOrderBestFirst() {
    QCOMPARE(titles("learning"),
             (QStringList{"baseline", "Learning rate", "Minimum learning rate"}));
    QCOMPARE(titles("rate LEARNING"), (QStringList{"Learning rate", "Minimum learning rate"}));
    QCOMPARE(titles("lr"), (QStringList{"lr-1e-5", "Learning rate"}));
    QCOMPARE(titles("nothing of it"), QStringList());
  }

  void aSignLimitsItToOneKind() {
    QCOMPARE(titles("# learning"), QStringList{"baseline"});
    QCOMPARE(titles("@lr"), QStringList{"Learning rate"});
    QCOMPARE(titles(">"), QStringList{"New experiment"});
    QCOMPARE(titles("?learning"), QStringList());
  }

  void showsGroupsInOrderWithAtMostSoMany() {
    QCOMPARE(titles(""), (QStringList{"lr-1e-5", "baseline", "Minimum learning rate",
                                      "Learning rate", "New experiment"}));
    QCOMPARE(titles("", 1), (QStringList{"lr-1e-5", "Minimum learning rate", "New experiment"}));
  }
};

TRAINYARD_TEST(PaletteSearchTest);
#include "palette_search_test.moc"
