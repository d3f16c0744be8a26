// SPDX-License-Identifier: GPL-3.0-or-later
// The file of a split's results, whoever wrote it.
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRandomGenerator>
#include <QtTest>

#include "gui/runs/records/result_curves.h"
#include "gui/runs/results/result_text.h"
#include "tests/gui/runs/result_sample.h"
#include "tests/qt_tests.h"

using namespace trainyard;

class ResultCurvesTest : public QObject {
  Q_OBJECT
 private slots:
  void readsWhatTheEngineWrites() {
    const auto results = ResultCurves::parse(resultSample());
    QVERIFY(results);
    QCOMPARE(results->split, QString("test"));
    QCOMPARE(results->rows, 120);
    QCOMPARE(results->labels, (QStringList{"no", "yes"}));
    QCOMPARE(results->roc.size(), 1);
    QCOMPARE(results->roc[0].area, std::optional(0.875));
    QCOMPARE(results->roc[0].points.size(), std::size_t{3});
    QCOMPARE(results->calibration[0].counts, (std::vector<qint64>{70, 50}));
    QCOMPARE(results->confusion, (std::vector<std::vector<qint64>>{{60, 10}, {5, 45}}));
    QCOMPARE(results->metrics.size(), 2);
    QCOMPARE(results->classes[1].support, 50);
  }

  void becomesTextAndTable() {
    const auto results = *ResultCurves::parse(resultSample());
    const QString text = resultText(results);
    QVERIFY2(text.contains("roc_auc\t0.87500"), qPrintable(text));
    QVERIFY2(text.contains("yes\t0.81818\t0.90000\t0.85714\t50"), qPrintable(text));
    QVERIFY2(text.endsWith("\tno\tyes\nno\t60\t10\nyes\t5\t45\n"), qPrintable(text));
    const QByteArray table = resultTable(results);
    QVERIFY2(table.startsWith("curve,label,x,y,count\nroc,yes,0,0,\n"), table);
    QVERIFY2(table.contains("calibration,yes,0.8,0.9,50\n"), table);
    QVERIFY(ResultText::metrics(results).contains("ROC-AUC"));
  }

  void rowsWithSeveralLabels() {
    QJsonObject json = QJsonDocument::fromJson(resultSample()).object();
    json["confusion"] = QJsonArray{};
    json["label_confusions"] = QJsonArray{
        QJsonObject{{"label", "yes"},
                    {"counts", QJsonArray{QJsonArray{60, 10}, QJsonArray{5, 45}}}},
        QJsonObject{{"label", "odd"}, {"counts", QJsonArray{QJsonArray{1, 2}, QJsonArray{3}}}},
        "none"};
    const auto results = *ResultCurves::parse(QJsonDocument(json).toJson());
    QCOMPARE(results.labelConfusions.size(), 1);  // what is no 2 x 2 is left out
    const QString text = resultText(results);
    QVERIFY2(text.endsWith("\nyes\t60\t10\t5\t45\n"), qPrintable(text));
  }

  // Texts of others are text, wherever they stand.
  void nothingForeignIsMarkup() {
    QJsonObject json = QJsonDocument::fromJson(resultSample()).object();
    json["metrics"] = QJsonObject{{"<b>x", 1.0}};
    json["classes"] = QJsonArray{QJsonObject{{"label", "<img src=x>\n\u202E"}}};
    const auto results = *ResultCurves::parse(QJsonDocument(json).toJson());
    QVERIFY(!ResultText::metrics(results).contains("<b>x"));
    QVERIFY(!ResultText::classes(results).contains("<img"));
    QVERIFY(!results.classes[0].label.contains(QChar(0x202E)) &&
            !results.classes[0].label.contains('\n'));
  }

  void hostileFiles() {
    for (const QByteArray& text :
         {QByteArray(), QByteArray("{"), QByteArray("[]"), QByteArray("{\"format\": 2}"),
          QByteArray(maxResultBytes + 1, ' '), QByteArray(100000, '[')})
      QVERIFY2(!ResultCurves::parse(text), text.left(30));
    QJsonObject json = QJsonDocument::fromJson(resultSample()).object();
    json["confusion"] = QJsonArray{QJsonArray{1, 2}, QJsonArray{3}};
    json["rows"] = -5;
    json["roc"] = QJsonArray{
        QJsonObject{{"label", QString(5000, 'x')},
                    {"auc", 7},
                    {"points", QJsonArray{QJsonArray{-1, 0}, QJsonArray{}, "x", QJsonArray{0.5, 2},
                                          QJsonArray{0.25, 0.5}, QJsonArray{1e300, 0}}}},
        "no curve"};
    const auto results = ResultCurves::parse(QJsonDocument(json).toJson());
    QVERIFY(results);
    QVERIFY(results->confusion.empty());
    QCOMPARE(results->rows, 0);
    QCOMPARE(results->roc[0].points, (std::vector<QPointF>{{0.25, 0.5}}));
    QVERIFY(!results->roc[0].area);
    QCOMPARE(results->roc[0].label.size(), 200);
  }

  void manyAreBounded() {
    QJsonArray points, curves, labels;
    for (int i = 0; i < 20000; ++i) points.append(QJsonArray{0.5, 0.5});
    for (int i = 0; i < 1000; ++i) curves.append(QJsonObject{{"label", "x"}});
    curves[0] = QJsonObject{{"label", "x"}, {"points", points}};
    const QJsonObject json{{"format", 1}, {"roc", curves}};
    const auto results = ResultCurves::parse(QJsonDocument(json).toJson());
    QVERIFY(results);
    QCOMPARE(results->roc.size(), 256);
    QCOMPARE(results->roc[0].points.size(), std::size_t{5000});
  }

  // Any bytes changed anywhere: read or refused.
  void changedBytes() {
    QRandomGenerator random(5);
    int read = 0;
    for (int i = 0; i < 10000; ++i) {
      QByteArray text = resultSample();
      for (int change = 0; change < 3; ++change)
        text[random.bounded(text.size())] = static_cast<char>(random.bounded(256));
      if (const auto results = ResultCurves::parse(text)) {
        ++read;
        (void)resultText(*results);
        (void)resultTable(*results);
      }
    }
    QVERIFY2(read > 10 && read < 9990, qPrintable(QString::number(read)));
  }
};

TRAINYARD_TEST(ResultCurvesTest);
#include "result_curves_test.moc"
