// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/runs/samples/sample_content.h"

#include <QAbstractTableModel>
#include <QHeaderView>
#include <QTableView>
#include <algorithm>

#include "gui/forms/image_view.h"
#include "gui/forms/plain_label.h"
#include "gui/forms/plain_table.h"
#include "gui/forms/plain_tip.h"
#include "gui/look/keep_translated.h"

namespace trainyard {
namespace {

constexpr double widestColumn = 340;
// A longer cell would be laid out whole for the few words that fit.
constexpr qsizetype maxTipCharacters = 2000;

}  // namespace

// The rows of a sample that is a table, as text.
class SampleTableModel : public QAbstractTableModel {
 public:
  using QAbstractTableModel::QAbstractTableModel;

  void show(const SampleTable& table);

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  bool isNumbers(int column) const { return m_isNumbers.value(column); }

  SampleTable m_table;
  QList<bool> m_isNumbers;  // by column
};

void SampleTableModel::show(const SampleTable& table) {
  beginResetModel();
  m_table = table;
  m_isNumbers.clear();
  for (qsizetype column = 0; column < table.columns.size(); ++column)
    m_isNumbers << (!table.rows.isEmpty() &&
                    std::all_of(table.rows.begin(), table.rows.end(), [&](const QStringList& row) {
                      bool isNumber = false;
                      row[column].toDouble(&isNumber);
                      return isNumber;
                    }));
  endResetModel();
}

int SampleTableModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(m_table.rows.size());
}

int SampleTableModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(m_table.columns.size());
}

QVariant SampleTableModel::data(const QModelIndex& index, int role) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
  const QString& cell = m_table.rows[index.row()][index.column()];
  switch (role) {
    case Qt::DisplayRole:
      return oneLineOf(cell);
    case Qt::ToolTipRole:
      return plainTip(oneLineOf(cell.left(maxTipCharacters)));
    case Qt::TextAlignmentRole:
      return QVariant(Qt::AlignVCenter |
                      (isNumbers(index.column()) ? Qt::AlignRight : Qt::AlignLeft));
    default:
      return {};
  }
}

QVariant SampleTableModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || section < 0 || section >= m_table.columns.size()) return {};
  if (role == Qt::DisplayRole) return oneLineOf(m_table.columns[section]);
  if (role == Qt::TextAlignmentRole)
    return QVariant(Qt::AlignVCenter | (isNumbers(section) ? Qt::AlignRight : Qt::AlignLeft));
  return {};
}

SampleContent::SampleContent()
    : m_words(plainLabel(look::Role::body)),
      m_rows(new SampleTableModel(this)),
      m_table(plainTable(m_rows)),
      m_image(new ImageView(ImageView::Small::enlarged)) {
  m_words->setAlignment(Qt::AlignCenter);
  m_words->setWordWrap(true);
  m_words->setForegroundRole(QPalette::PlaceholderText);
  m_text->setReadOnly(true);
  m_text->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
  m_text->setTabChangesFocus(true);
  m_text->setFrameShape(QFrame::NoFrame);
  m_table->horizontalHeader()->setStretchLastSection(true);
  // In the order of ShownSample::Kind.
  for (QWidget* page :
       std::initializer_list<QWidget*>{m_words, m_text, m_table, m_image, m_histogram})
    addWidget(page);
  connect(m_histogram, &HistogramView::stepChosen, this, &SampleContent::stepChosen);
  look::keepTranslated(this, [this] {
    m_text->setAccessibleName(tr("Text of the sample"));
    m_table->setAccessibleName(tr("Rows of the sample"));
    m_image->setAccessibleName(tr("Image of the sample"));
  });
}

void SampleContent::showSample(const ShownSample& sample) {
  m_words->setText(sample.problem);
  m_text->setPlainText(sample.text);
  m_image->setImage(sample.image);
  m_rows->show(sample.table);
  QHeaderView* header = m_table->horizontalHeader();
  m_table->resizeColumnsToContents();
  for (int column = 0; column < header->count(); ++column)
    if (header->sectionSize(column) > look::px(widestColumn))
      header->resizeSection(column, look::px(widestColumn));
  setCurrentIndex(static_cast<int>(sample.kind));
}

}  // namespace trainyard
