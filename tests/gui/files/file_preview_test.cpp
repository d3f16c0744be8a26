// SPDX-License-Identifier: GPL-3.0-or-later
// What is shown of a file's content, whatever its author wrote into it.
#include "gui/files/file_preview.h"

#include <QBuffer>
#include <QImage>
#include <QtEndian>
#include <random>

#include "gui/files/picture_preview.h"
#include "tests/qt_tests.h"

using namespace trainyard;

namespace {

FilePiece pieceOf(const QByteArray& content, qint64 all = -1, qint64 offset = 0) {
  return {{content}, offset, all < 0 ? content.size() : all};
}

QByteArray arrayOf(const QByteArray& header, const QByteArray& values) {
  QByteArray length(2, '\0');
  qToLittleEndian<quint16>(static_cast<quint16>(header.size()), length.data());
  return QByteArray("\x93NUMPY\x01\x00", 8) + length + header + values;
}

template <class T>
QByteArray bytesOf(std::initializer_list<T> values) {
  QByteArray out;
  for (const T value : values) out.append(reinterpret_cast<const char*>(&value), sizeof value);
  return out;
}

// As pyarrow 17 writes a table of an id, and an optional text "word"; two rows.
QByteArray footerOf(const QByteArray& metadata) {
  QByteArray length(4, '\0');
  qToLittleEndian<quint32>(static_cast<quint32>(metadata.size()), length.data());
  return metadata + length + "PAR1";
}
QByteArray smallSchema() {
  const auto element = [](const QByteArray& type, const QByteArray& name, const QByteArray& rest) {
    return type + QByteArray(1, static_cast<char>(name.size())) + name + rest;
  };
  // version 1; three elements: root with two children, int64 required, byte_array optional utf8;
  // two rows; no groups; written by "test".
  return QByteArray("\x15\x02\x19\x3c", 4) +
         element(QByteArray("\x48", 1), "schema", QByteArray("\x15\x04\x00", 3)) +
         element(QByteArray("\x15\x04\x25\x00\x18", 5), "id", QByteArray("\x00", 1)) +
         element(QByteArray("\x15\x0c\x25\x02\x18", 5), "word", QByteArray("\x25\x00\x00", 3)) +
         QByteArray("\x16\x04\x19\x0c\x28\x04", 6) + "test" + QByteArray("\x00", 1);
}

}  // namespace

class FilePreviewTest : public QObject {
  Q_OBJECT

  static QByteArray tensorsOf(const QByteArray& header, qsizetype values) {
    QByteArray length(8, '\0');
    qToLittleEndian<quint64>(static_cast<quint64>(header.size()), length.data());
    return length + header + QByteArray(values, '\1');
  }

 private slots:
  void tensorsAreListedInTheirOrder() {
    const QByteArray header =
        R"({"__metadata__":{"format":"pt"},"b":{"dtype":"F32","shape":[2],"data_offsets":[8,16]},)"
        R"("a.weight":{"dtype":"BF16","shape":[2,2],"data_offsets":[0,8]}})";
    const FilePreview preview =
        PreviewText::of("model.safetensors", pieceOf(tensorsOf(header, 16)));
    QCOMPARE(preview.facts, "Tensors: 2, 16 bytes");
    QVERIFY(!preview.hasEnd && PreviewText::of("a.txt", pieceOf("words")).hasEnd);
    QStringList rows = preview.text.trimmed().split('\n');
    QCOMPARE(rows.size(), 2);
    QCOMPARE(rows[0].simplified(), "a.weight BF16 2 × 2 8 bytes");
    QCOMPARE(rows[1].simplified(), "b F32 2 8 bytes");
    QVERIFY(PreviewText::of("model.safetensors", pieceOf(tensorsOf(header, 3)))
                .text.startsWith("The file is shorter"));
  }

  void aHeaderOfTensorsIsNotTrusted() {
    QByteArray huge(8, '\xff');
    const QList<QByteArray> files{{},
                                  "1234",
                                  huge + "{}",
                                  tensorsOf("[]", 0),
                                  tensorsOf("{\"a\": 5}", 0),
                                  tensorsOf("not json", 4)};
    for (const QByteArray& file : files) {
      const FilePreview preview = PreviewText::of("a.safetensors", pieceOf(file));
      QVERIFY2(preview.facts.contains("cannot be read"), file.toHex());
      QVERIFY(preview.text.isEmpty());
    }
    const QByteArray cut = tensorsOf(QByteArray(5000, ' '), 0).left(100);
    QVERIFY(PreviewText::of("a.safetensors", pieceOf(cut, 5008)).facts.contains("not read"));
    const QByteArray strange = tensorsOf(
        R"({"x\u0007":{"dtype":"\u202e","shape":["a",-1,1e300],"data_offsets":[9,-9]}})", 0);
    QVERIFY(!PreviewText::of("a.safetensors", pieceOf(strange)).text.contains(QChar(7)));
  }

  void aTextIsShownAsItIs() {
    const FilePreview preview = PreviewText::of("log.txt", pieceOf("step 1\r\nloss 2\n"));
    QCOMPARE(preview.text, "step 1\nloss 2\n");
    QVERIFY(!preview.isPart && !preview.isAtEnd);
    QCOMPARE(preview.facts, "15 bytes");
  }

  void nothingInATextIsFollowed() {
    const FilePreview preview = PreviewText::of("a", pieceOf("<b>bold</b> \x1b[2J \xe2\x80\xae"
                                                             "evil\b"));
    QCOMPARE(preview.text, QString("<b>bold</b> \uFFFD[2J \uFFFDevil\uFFFD"));
  }

  void aLongLineIsCut() {
    const FilePreview preview = PreviewText::of("a", pieceOf(QByteArray(200000, 'x')));
    QVERIFY(preview.text.size() < 5000);
  }

  void ofALongFileItsBeginningOrEndIsShown() {
    const QByteArray megabyte = QByteArray("line\n").repeated(200000);
    FilePreview preview = PreviewText::of("a", pieceOf(megabyte, 50 << 20));
    QVERIFY(preview.isPart && !preview.isAtEnd);
    QVERIFY2(preview.facts.startsWith("The first 2"), qPrintable(preview.facts));
    preview = PreviewText::of("a", pieceOf("last words", 50 << 20, (50 << 20) - 10));
    QVERIFY(preview.isPart && preview.isAtEnd);
    QCOMPARE(preview.text, "last words");
  }

  void whatIsNoTextIsShownAsBytes() {
    const FilePreview preview = PreviewText::of("a.bin", pieceOf(QByteArray("A\0\xff", 3)));
    QCOMPARE(preview.text.trimmed(), QString("00000000  41 00 ff") + QString(41, ' ') + "A..");
    QVERIFY(preview.facts.contains("no text"));
  }

  void jsonIsIndented() {
    QCOMPARE(PreviewText::of("a.json", pieceOf("{\"a\":[1,2]}")).text,
             "{\n    \"a\": [\n        1,\n        2\n    ]\n}\n");
    const FilePreview damaged = PreviewText::of("a.json", pieceOf("{\"a\":"));
    QCOMPARE(damaged.text, "{\"a\":");
    QVERIFY(damaged.facts.contains("not valid JSON at byte 5"));
  }

  void anArrayHasShapeTypeAndValues() {
    const FilePreview preview = PreviewText::of(
        "a.npy", pieceOf(arrayOf("{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }\n",
                                 bytesOf<float>({1, 2, 3, 4, 5, 6.5}))));
    QVERIFY2(preview.facts.startsWith("NumPy array, shape (2, 3), float32"),
             qPrintable(preview.facts));
    const QStringList lines = preview.text.split('\n');
    QCOMPARE(lines[0].simplified(), "1 2 3");
    QCOMPARE(lines[1].simplified(), "4 5 6.5");
    QCOMPARE(lines[3], "All 6 values:");
    QCOMPARE(lines[4].simplified().section(' ', 0, 0), "1");
    QVERIFY(lines[4].endsWith(" 1"));
  }

  void valuesThatAreNotFiniteAreCounted() {
    const FilePreview preview = PreviewText::of(
        "a.npy", pieceOf(arrayOf("{'descr': '>f8', 'fortran_order': False, 'shape': (3,), }",
                                 bytesOf<quint64>({qToBigEndian<quint64>(0x7ff8000000000000),
                                                   qToBigEndian<quint64>(0x3ff0000000000000),
                                                   qToBigEndian<quint64>(0xfff0000000000000)}))));
    QVERIFY2(preview.text.contains("2 are not finite"), qPrintable(preview.text));
    QVERIFY(preview.text.contains("all are 1"));
    QVERIFY(preview.facts.contains("float64, big-endian"));
  }

  void aHeaderIsNotBelieved_data() {
    QTest::addColumn<QByteArray>("header");
    QTest::newRow("huge") << QByteArray(
        "{'descr': '<f4', 'fortran_order': False, 'shape': (99999999999, 99999999999), }");
    QTest::newRow("large") << QByteArray(
        "{'descr': '<f4', 'fortran_order': False, 'shape': (1000000,), }");
    QTest::newRow("objects") << QByteArray(
        "{'descr': '|O', 'fortran_order': False, 'shape': (2,), }");
    QTest::newRow("fields") << QByteArray(
        "{'descr': [('a', '<f4')], 'fortran_order': False, 'shape': (2,), }");
    QTest::newRow("no size") << QByteArray(
        "{'descr': '<f0', 'fortran_order': False, 'shape': (2,), }");
    QTest::newRow("code") << QByteArray("__import__('os').system('true')");
    QTest::newRow("no number") << QByteArray(
        "{'descr': '<f4', 'fortran_order': False, 'shape': (99999999999999999999,), }");
  }
  void aHeaderIsNotBelieved() {
    QFETCH(QByteArray, header);
    const FilePreview preview =
        PreviewText::of("a.npy", pieceOf(arrayOf(header, QByteArray(8, '\x01'))));
    QVERIFY(!preview.facts.isEmpty());
    QVERIFY2(preview.text.size() < 200, qPrintable(preview.text));
  }

  void aParquetFileHasItsSchema() {
    const FilePreview preview = PreviewText::of(
        "a.parquet", pieceOf(QByteArray(100, 'x') + footerOf(smallSchema()), 1000, 900));
    QVERIFY2(preview.facts.startsWith("Parquet, 2 rows in 0 groups"), qPrintable(preview.facts));
    QVERIFY(preview.facts.endsWith("written by test"));
    const QStringList lines = preview.text.split('\n');
    QCOMPARE(lines[0].simplified(), "id int64");
    QCOMPARE(lines[1].simplified(), "word byte_array (utf8) optional");
  }

  // No footer makes it read beyond its end, or for long.
  void damagedFootersAreRefused() {
    std::mt19937 random(1);
    const QByteArray whole = smallSchema();
    for (int i = 0; i < 20000; ++i) {
      QByteArray damaged = whole;
      for (int changes = 1 + static_cast<int>(random() % 3); changes > 0; --changes)
        damaged[static_cast<qsizetype>(random() % damaged.size())] = static_cast<char>(random());
      if (i % 4 == 0) damaged.truncate(static_cast<qsizetype>(random() % damaged.size()));
      QVERIFY(!PreviewText::of("a.parquet", pieceOf(footerOf(damaged))).facts.isEmpty());
    }
    const FilePreview preview = PreviewText::of("a.parquet", pieceOf("xxxx\xff\xff\xff\x7f"
                                                                     "PAR1",
                                                                     1 << 30));
    QVERIFY(preview.facts.contains("longer than what is read"));
  }

  void aPictureIsDrawn() {
    QImage image(40, 20, QImage::Format_RGB32);
    image.fill(Qt::red);
    QByteArray png;
    QBuffer buffer(&png);
    QVERIFY(image.save(&buffer, "png"));
    const PicturePreview preview = PictureReader::read("a.png", png);
    QCOMPARE(preview.size, QSize(40, 20));
    QCOMPARE(preview.picture.pixelColor(5, 5), QColor(Qt::red));
    QVERIFY(!PictureReader::read("a.png", "no picture").problem.isEmpty());
    // Width and height of the header, and its checksum is not looked at.
    png[16] = '\x7f', png[20] = '\x7f';
    QVERIFY(PictureReader::read("a.png", png).picture.isNull());
  }

  void aDrawingIsDrawn() {
    const PicturePreview preview = PictureReader::read(
        "a.svg",
        "<svg xmlns='http://www.w3.org/2000/svg' xmlns:xlink='http://www.w3.org/1999/xlink' "
        "width='10' height='10'><defs><g id='a'><rect width='10' height='10' fill='#00f'/></g>"
        "</defs><use xlink:href='#a'/></svg>");
    QCOMPARE(preview.problem, QString());
    QCOMPARE(preview.picture.pixelColor(800, 800), QColor(Qt::blue));
  }

  void aHostileDrawingIsNot_data() {
    QTest::addColumn<QByteArray>("inside");
    QTest::newRow("file") << QByteArray("<image xlink:href='file:///etc/hostname'/>");
    QTest::newRow("itself") << QByteArray("<g id='a'><use xlink:href='#a'/></g>");
    QByteArray bomb = "<g id='a0'><rect/></g>";
    for (int i = 1; i < 12; ++i)
      bomb += "<g id='a" + QByteArray::number(i) + "'>" +
              ("<use xlink:href='#a" + QByteArray::number(i - 1) + "'/>").repeated(10) + "</g>";
    QTest::newRow("repeated") << bomb;
    QTest::newRow("deep") << QByteArray("<g>").repeated(300);
  }
  void aHostileDrawingIsNot() {
    QFETCH(QByteArray, inside);
    const PicturePreview preview =
        PictureReader::read("a.svg",
                            "<svg xmlns='http://www.w3.org/2000/svg' "
                            "xmlns:xlink='http://www.w3.org/1999/xlink' width='10' height='10'>" +
                                inside + "</svg>");
    QVERIFY(preview.picture.isNull());
    QVERIFY(!preview.problem.isEmpty());
  }
};

TRAINYARD_WINDOW_TEST(FilePreviewTest);
#include "file_preview_test.moc"
