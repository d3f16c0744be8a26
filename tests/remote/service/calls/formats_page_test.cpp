// SPDX-License-Identifier: GPL-3.0-or-later
// resources/help/formats.md names every call of the service with all its arguments and answers.
#include <QFile>
#include <QRegularExpression>
#include <QTest>

#include "remote/service/calls/call_table.h"
#include "tests/qt_tests.h"

using namespace trainyard;

namespace {

using Keys = std::vector<FieldDescription>;

QString page(const char* name) {
  QFile file(QStringLiteral(TRAINYARD_SOURCE_FOLDER "/resources/help/") + QLatin1String(name));
  return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

// The row of the table of methods, or nothing.
QString rowOf(const QString& method, const QString& page) {
  const QString name = QLatin1Char('`') + method + QLatin1Char('`');
  for (const QString& line : page.split(QLatin1Char('\n')))
    if (line.startsWith(QLatin1String("| ")) && line.section(QLatin1Char('|'), 1, 1).contains(name))
      return line;
  return {};
}

// The row with those that it refers to: "as `submit`, and `folder`".
QString withReferences(const QString& row, const CallTable& table, const QString& page) {
  QString all = row;
  for (const auto& [other, entry] : table.entries())
    if (row.contains(QStringLiteral("as `%1`").arg(other)) && rowOf(other, page) != row)
      all += withReferences(rowOf(other, page), table, page);
  return all;
}

QStringList missing(const Keys& keys, const QString& text) {
  QStringList out;
  for (const FieldDescription& field : keys) {
    const QString key = QString::fromStdString(field.key);
    if (!text.contains(QLatin1Char('`') + key + QLatin1Char('`'))) out << key;
    if (field.members) out << missing(field.members(), text);
  }
  return out;
}

}  // namespace

class FormatsPageTest : public QObject {
  Q_OBJECT

 private slots:
  void namesEveryCallWithItsKeys() {
    const QString text = page("formats.md");
    // formats.md refers to it for the keys of a site, which stand there as in a site's file.
    const QString sites = page("sites.md")
                              .replace(QRegularExpression(QStringLiteral("([a-z_0-9]+)[:,;]")),
                                       QStringLiteral("`\\1`"));
    const CallTable& table = CallTable::all();
    QVERIFY(text.contains(rowOf(QStringLiteral("submit"), text)) && table.entries().size() > 30);
    QStringList problems;
    for (const auto& [method, entry] : table.entries()) {
      const QString row = rowOf(method, text);
      if (row.isEmpty()) {
        problems << method;
        continue;
      }
      // What an answer holds may be said at another place, to which the row refers.
      for (const QString& key : missing(entry.argumentKeys(), withReferences(row, table, text)) +
                                    missing(entry.answerKeys(), text + sites))
        problems << method + QLatin1Char(' ') + key;
    }
    problems.removeDuplicates();
    QVERIFY2(problems.isEmpty(), qPrintable(QStringLiteral("not in formats.md: ") +
                                            problems.join(QStringLiteral(", "))));
  }
};

TRAINYARD_TEST(FormatsPageTest);
#include "formats_page_test.moc"
