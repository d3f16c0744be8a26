#include "gui/forms/copyable_rows.h"

#include <QAction>
#include <QClipboard>
#include <QGuiApplication>
#include <QStandardItemModel>
#include <QTableView>
#include <QTest>

using namespace trainyard;

class CopyableRowsTest : public QObject {
  Q_OBJECT
 private slots:
  void selectedRowsAreCopiedInTheirOrder() {
    QStandardItemModel model;
    for (const char* name : {"a", "b", "c"})
      model.appendRow({new QStandardItem(QLatin1String(name)), new QStandardItem(QStringLiteral("hidden")), new QStandardItem(QLatin1String(name) + QStringLiteral("2"))});
    QTableView table;
    table.setModel(&model);
    table.setSelectionBehavior(QAbstractItemView::SelectRows);
    table.setSelectionMode(QAbstractItemView::MultiSelection);
    table.setColumnHidden(1, true);
    makeRowsCopyable(&table);
    table.selectRow(2);
    table.selectRow(0);
    QCOMPARE(table.actions().size(), 1);
    table.actions().first()->trigger();
    QCOMPARE(QGuiApplication::clipboard()->text(), QStringLiteral("a\ta2\nc\tc2"));
  }
};

QTEST_MAIN(CopyableRowsTest)
#include "copyable_rows_test.moc"
