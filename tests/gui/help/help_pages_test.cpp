// SPDX-License-Identifier: GPL-3.0-or-later
// Parts of the help's pages, their addresses, and what they say of settings.
#include <QRegularExpression>
#include <QTest>

#include "engine/contract/experiment/experiment.h"
#include "engine/contract/experiment/field_info.h"
#include "gui/help/help_entries.h"
#include "gui/help/help_pages.h"
#include "tests/qt_tests.h"

using namespace trainyard;

class HelpPagesTest : public QObject {
  Q_OBJECT
 private slots:
  // Which the site checks, too: an anchor is made here as it is there.
  void everyLinkBetweenPagesLeadsToAPart() {
    static const QRegularExpression link("\\]\\(([a-z_]+\\.md)?(#[^)]+)?\\)");
    const HelpPages& pages = HelpPages::all();
    QStringList wrong;
    int count = 0;
    for (const HelpHeading& each : pages.headings()) {
      if (each.level != 1) continue;
      for (auto found = link.globalMatch(each.body); found.hasNext();) {
        const auto match = found.next();
        const QString page = match.captured(1).isEmpty() ? each.page : match.captured(1);
        const QString address = page + match.captured(2);
        ++count;
        if (!pages.find(address)) wrong << each.page + ": " + address;
      }
    }
    QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join('\n')));
    QVERIFY2(count > 80, qPrintable(QString::number(count)));
  }

  void aPartEndsWhereTheNextBegins() {
    const HelpHeading* part = HelpPages::all().find("desktop.md#studies-ctrl4");
    QVERIFY(part);
    QCOMPARE(part->title, "Studies (Ctrl+4)");
    QVERIFY(!part->body.contains("### "));
    const HelpHeading* pages = HelpPages::all().find("desktop.md#the-pages");
    QVERIFY(pages && pages->body.contains("### Studies") && !pages->body.contains("## Charts"));
    QCOMPARE(HelpPages::all().pageOf(*part)->title, "The desktop");
    QVERIFY(!HelpPages::all().find("desktop.md#nothing"));
  }

  void aCommentInCodeIsNoHeading() {
    for (const HelpHeading& each : HelpPages::all().headings())
      QVERIFY2(each.body.count("```") % 2 == 0, qPrintable(each.address()));
  }

  void partsThatNameASettingAreFound() {
    const auto parts = HelpPages::all().naming("batch.per_device", 3);
    QCOMPARE(parts.size(), 3);
    for (const HelpHeading* part : parts)
      QVERIFY2(part->body.contains("`batch.per_device"), qPrintable(part->address()));
    QVERIFY(HelpPages::all().naming("no.setting", 3).isEmpty());
  }

  void settingsThatGoTogetherAreOthersThatExist() {
    QVERIFY(HelpPages::all().beside("batch.per_device", 3).contains("batch.global"));
    for (const FieldInfo& field : fields()) {
      const QString path = QString::fromStdString(field.path);
      const QStringList beside = HelpPages::all().beside(path, 3);
      QVERIFY2(!beside.isEmpty() && beside.size() <= 3, qPrintable(path));
      QVERIFY2(!beside.contains(path), qPrintable(path));
      for (const QString& other : beside)
        QVERIFY2(find_field(other.toStdString()), qPrintable(other));
    }
  }

  void theSearchFindsHeadingsAndSettings() {
    HelpTopic shown;
    const auto show = [&](const HelpTopic& topic) { shown = topic; };
    const auto entries = HelpEntries::ofSettings(show) + HelpEntries::ofPages(show);
    const auto first = [&](const QString& query) {
      const auto found = searchPalette(entries, query, 5);
      if (found.isEmpty()) return HelpTopic();
      found.first()->act();
      return shown;
    };
    QCOMPARE(first("learning rate"), HelpTopic::field("optimizer.learning_rate"));
    QCOMPARE(first("out of memory"), HelpTopic::part("troubleshooting.md#out-of-memory"));
    QCOMPARE(first("? troubleshooting"), HelpTopic::part("troubleshooting.md"));
    QVERIFY(first("nosuchwordanywhere").isNone());
  }
};

TRAINYARD_TEST(HelpPagesTest);

#include "help_pages_test.moc"
