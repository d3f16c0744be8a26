// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/app/command_palette.h"

#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPainter>
#include <QStyledItemDelegate>
#include <QVBoxLayout>

#include "gui/look/icon.h"
#include "gui/look/paint.h"
#include "gui/look/type.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

using look::px;
using look::Role;
using Group = PaletteEntry::Group;

constexpr int mostOfAGroup = 6, boxWidth = 640, boxTop = 108, boxHeight = 440;
enum EntryRole { DetailRole = Qt::UserRole, KeysRole, HeadingRole };

// Title, detail behind it, shortcut at the end; a heading in small letters.
class RowDelegate : public QStyledItemDelegate {
 public:
  using QStyledItemDelegate::QStyledItemDelegate;

  QSize sizeHint(const QStyleOptionViewItem&, const QModelIndex& index) const override {
    return {0, px(index.data(HeadingRole).toBool() ? 26 : 34)};
  }
  void paint(QPainter* painter, const QStyleOptionViewItem& option,
             const QModelIndex& index) const override {
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    const look::Tokens& tokens = look::tokens(option.palette);
    const QRectF row(option.rect);
    if (index.data(HeadingRole).toBool()) {
      look::paintWords(*painter, row.adjusted(px(12), px(6), 0, 0), index.data().toString(),
                       Role::captionName, tokens.text3);
    } else {
      if (option.state & QStyle::State_Selected)
        look::paintBox(*painter, row, px(6), tokens.selected);
      const QRectF mark(row.left() + px(12), row.top(), px(16), row.height());
      look::paintIcon(*painter, mark, px(16), index.data(Qt::DecorationRole).toString(),
                      tokens.text2);
      const double keys = look::paintWords(*painter, row.adjusted(0, 0, -px(12), 0),
                                           index.data(KeysRole).toString(), Role::captionName,
                                           tokens.text3, Qt::AlignRight);
      QRectF words = row.adjusted(px(36), 0, -keys - px(20), 0);
      words.setLeft(
          words.left() + px(8) +
          look::paintWords(*painter, words, index.data().toString(), Role::body, tokens.text));
      look::paintWords(*painter, words, index.data(DetailRole).toString(), Role::help,
                       tokens.text3);
    }
    painter->restore();
  }
};

QString nameOf(Group group) {
  switch (group) {
    case Group::runs:
      return CommandPalette::tr("Runs");
    case Group::settings:
      return CommandPalette::tr("Settings of the open experiment");
    case Group::presets:
      return CommandPalette::tr("Presets");
    case Group::commands:
      return CommandPalette::tr("Commands");
    case Group::pages:
      return CommandPalette::tr("Pages");
    case Group::clusters:
      return CommandPalette::tr("Clusters");
    case Group::help:
      return CommandPalette::tr("Help");
  }
  return {};
}

}  // namespace

CommandPalette::CommandPalette(QWidget* window)
    : QWidget(window),
      m_window(window),
      m_field(new QLineEdit(this)),
      m_list(new QListWidget(this)),
      m_foot(new QLabel(this)) {
  hide();
  m_field->setFrame(false);
  m_field->installEventFilter(this);
  m_list->setItemDelegate(new RowDelegate(m_list));
  m_list->setFrameShape(QFrame::NoFrame);
  m_list->setFocusPolicy(Qt::NoFocus);
  m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  m_list->setMouseTracking(true);
  m_foot->setTextFormat(Qt::PlainText);
  m_foot->setFont(look::font(Role::caption));
  m_foot->setForegroundRole(QPalette::PlaceholderText);
  m_window->installEventFilter(this);
  connect(m_field, &QLineEdit::textChanged, this, &CommandPalette::search);
  connect(m_list, &QListWidget::itemClicked, this, [this](QListWidgetItem* item) {
    m_list->setCurrentItem(item);
    act();
  });
}

void CommandPalette::open(QList<PaletteEntry> entries, const QString& start) {
  m_entries = std::move(entries);
  if (!isVisible()) m_focusBefore = m_window->focusWidget();
  m_field->setAccessibleName(tr("Search runs, settings, presets and commands"));
  m_field->setPlaceholderText(tr("Search runs, settings, presets and commands"));
  m_list->setAccessibleName(tr("Results"));
  m_foot->setText(
      tr("↑ ↓ choose   ↵ open   Esc close        > commands, # runs, @ settings, ? help"));
  place();
  show();
  raise();
  m_field->setText(start);
  m_field->setFocus(Qt::ShortcutFocusReason);
  search();
}

void CommandPalette::search() {
  m_list->clear();
  m_found.clear();
  const bool isAll = m_field->text().trimmed().isEmpty();
  std::optional<Group> group;
  m_ofText = m_textEntry(m_field->text());
  QList<const PaletteEntry*> found = searchPalette(m_entries, m_field->text(), mostOfAGroup);
  if (m_ofText) found.prepend(&*m_ofText);
  for (const PaletteEntry* entry : std::as_const(found)) {
    // Without a query only what can be done and where one can go: not every setting there is.
    if (isAll && (entry->group == Group::settings || entry->group == Group::help)) continue;
    if (group != entry->group) {
      group = entry->group;
      auto* heading = new QListWidgetItem(nameOf(*group), m_list);
      heading->setData(HeadingRole, true);
      heading->setFlags(Qt::NoItemFlags);
      m_found << nullptr;
    }
    auto* item = new QListWidgetItem(entry->title, m_list);
    item->setData(Qt::DecorationRole, entry->icon);
    item->setData(DetailRole, entry->detail);
    item->setData(KeysRole, entry->keys);
    m_found << entry;
  }
  if (m_found.isEmpty()) {
    auto* nothing = new QListWidgetItem(tr("Nothing found"), m_list);
    nothing->setData(HeadingRole, true);
    nothing->setFlags(Qt::NoItemFlags);
    m_found << nullptr;
  }
  m_list->setCurrentRow(m_found.size() > 1 ? 1 : 0);
}

void CommandPalette::move(int by) {
  int row = m_list->currentRow();
  do row += by;
  while (row >= 0 && row < m_found.size() && !m_found[row]);
  if (row >= 0 && row < m_found.size()) m_list->setCurrentRow(row);
}

void CommandPalette::act() {
  const PaletteEntry* entry = m_found.value(m_list->currentRow());
  if (!entry) return;
  const auto act = entry->act;
  close();
  act();
}

void CommandPalette::close() {
  hide();
  if (m_focusBefore) m_focusBefore->setFocus(Qt::OtherFocusReason);
}

bool CommandPalette::eventFilter(QObject* watched, QEvent* event) {
  if (watched == m_window && event->type() == QEvent::Resize && isVisible()) place();
  if (watched != m_field || event->type() != QEvent::KeyPress)
    return QWidget::eventFilter(watched, event);
  switch (static_cast<QKeyEvent*>(event)->key()) {
    case Qt::Key_Down:
      move(1);
      return true;
    case Qt::Key_Up:
      move(-1);
      return true;
    case Qt::Key_Return:
    case Qt::Key_Enter:
      act();
      return true;
    case Qt::Key_Escape:
      close();
      return true;
    case Qt::Key_Tab:
    case Qt::Key_Backtab:
      return true;  // what is behind it is not reached while it is open
    default:
      return false;
  }
}

QRect CommandPalette::box() const {
  const int width = std::min(px(boxWidth), this->width() - px(32));
  const int top = std::min(px(boxTop), height() / 8);
  return {(this->width() - width) / 2, top, width, std::min(px(boxHeight), height() - 2 * top)};
}

void CommandPalette::place() {
  setGeometry(m_window->rect());
  const QRect inside = box().adjusted(px(6), px(6), -px(6), -px(6));
  m_field->setGeometry(inside.left() + px(36), inside.top(), inside.width() - px(42), px(38));
  m_foot->setGeometry(inside.left() + px(12), inside.bottom() - px(22), inside.width() - px(24),
                      px(22));
  m_list->setGeometry(inside.left(), inside.top() + px(44), inside.width(),
                      inside.height() - px(44) - px(28));
}

void CommandPalette::paintEvent(QPaintEvent*) {
  look::SmoothPainter painter(this);
  const look::Tokens& tokens = look::tokens(palette());
  painter.fillRect(rect(), tokens.scrim);
  const QRectF box(this->box());
  look::paintShadow(painter, box, px(12), tokens.deepShadow, px(56), px(20));
  look::paintBox(painter, box, px(12), tokens.raised, tokens.hairline);
  look::paintIcon(painter, QRectF(box.left() + px(16), box.top() + px(6), px(18), px(38)), px(18),
                  u"search"_s, tokens.text3);
  const QRectF head(box.left(), box.top(), box.width(), px(48));
  look::paintEdge(painter, head, Qt::BottomEdge, tokens.hairline);
}

void CommandPalette::mousePressEvent(QMouseEvent* event) {
  if (!box().contains(event->pos())) close();
}

}  // namespace trainyard
