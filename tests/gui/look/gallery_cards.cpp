// SPDX-License-Identifier: GPL-3.0-or-later
// The cards of the gallery, each with one group of controls.
#include <QBoxLayout>
#include <QCheckBox>
#include <QComboBox>
#include <QGridLayout>
#include <QHeaderView>
#include <QMenu>
#include <QProgressBar>
#include <QRadioButton>
#include <QScrollBar>
#include <QSlider>
#include <QSpinBox>
#include <QStandardItemModel>
#include <QTabBar>
#include <QTableView>
#include <QToolButton>

#include "gui/look/card.h"
#include "tests/gui/look/gallery.h"
#include "tests/gui/look/gallery_samples.h"
#include "gui/look/icon.h"
#include "gui/look/layouts.h"
#include "gui/look/paint.h"
#include "gui/look/pill.h"
#include "gui/look/segmented_control.h"
#include "gui/look/skeleton.h"
#include "gui/look/switch.h"

using namespace Qt::StringLiterals;

namespace trainyard::look {
namespace {

const Ink quietInk = [](const Tokens& t) { return t.text3; };
const Ink labelInk = [](const Tokens& t) { return t.text2; };

Ink inkOf(Tone tone) {
  return [tone](const Tokens& t) { return t.tone(tone).word; };
}

QHBoxLayout* rowOf(const QList<QWidget*>& widgets, double gap = 8) {
  auto* row = new QHBoxLayout;
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(px(gap));
  for (QWidget* widget : widgets) row->addWidget(widget);
  row->addStretch(1);
  return row;
}

QPushButton* button(const QString& text, const char* kind = "", const QString& iconName = {}) {
  auto* made = new QPushButton(text);
  setKind(made, kind);
  made->setAutoDefault(false);
  if (!iconName.isEmpty()) made->setIcon(icon(iconName));
  return made;
}

QToolButton* toolButton(const QString& iconName, bool isChecked) {
  auto* made = new QToolButton;
  made->setIcon(icon(iconName, isChecked ? Ink([](const Tokens& t) { return t.text; }) : Ink()));
  made->setAccessibleName(iconName);
  made->setAutoRaise(isChecked);
  made->setCheckable(true);
  made->setChecked(isChecked);
  return made;
}

QWidget* fieldWithHelp(QWidget* field, const QString& help, const Ink& ink = quietInk) {
  auto* both = new QWidget;
  auto* column = columnIn(both, px(3));
  column->addWidget(field);
  QLabel* below = words(help, Role::help, ink);
  below->setWordWrap(true);
  column->addWidget(below);
  column->addStretch(1);
  return both;
}

HeldField* fieldInTone(const QString& text, const QString& tone) {
  auto* field = new HeldField(text, u"steps"_s, false);
  setFieldTone(field, tone);
  return field;
}

}  // namespace

QWidget* galleryButtons() {
  auto* card = new Card(u"Buttons"_s);
  QPushButton* small = button(u"Small"_s);
  setSmall(small);
  card->column()->addLayout(
      rowOf({button(u"Submit"_s, primaryKind), button(u"Compare"_s, "", u"arrows-diff"_s),
             button(u"Columns"_s, quietKind, u"columns-3"_s), small}));
  const QStyle::State focus = QStyle::State_HasFocus | QStyle::State_KeyboardFocusChange;
  QPushButton* off = button(u"Disabled"_s);
  off->setEnabled(false);
  card->column()->addLayout(rowOf({new HeldButton(u"Hover"_s, primaryKind, QStyle::State_MouseOver),
                                   new HeldButton(u"Pressed"_s, primaryKind, QStyle::State_Sunken),
                                   new HeldButton(u"Focus"_s, primaryKind, focus),
                                   new HeldButton(u"Focus"_s, "", focus), off}));
  auto* split = new QToolButton;
  split->setText(u"Submit"_s);
  split->setPopupMode(QToolButton::MenuButtonPopup);
  split->setMenu(new QMenu(split));
  setKind(split, primaryKind);
  card->column()->addLayout(
      rowOf({button(u"Remove"_s, destroyKind), button(u"Remove…"_s, dangerKind), split,
             toolButton(u"dots"_s, false), toolButton(u"eye"_s, true)}));
  return card;
}

QWidget* galleryChoices() {
  auto* card = new Card(u"Choices"_s);
  auto* views = new SegmentedControl({u"Form"_s, u"Both"_s, u"YAML"_s});
  views->setCurrent(1);
  card->column()->addLayout(rowOf({views, new SegmentedControl({u"Test"_s, u"Validation"_s})}));
  auto* checked = new QCheckBox(u"Checked"_s);
  checked->setChecked(true);
  auto* chosen = new QRadioButton(u"Chosen"_s);
  chosen->setChecked(true);
  card->column()->addLayout(
      rowOf({checked, new QCheckBox(u"Not"_s), chosen, new QRadioButton(u"Other"_s)}, 14));
  auto* part = new QCheckBox(u"Partly"_s);
  part->setTristate(true);
  part->setCheckState(Qt::PartiallyChecked);
  auto* off = new QCheckBox(u"Disabled"_s);
  off->setChecked(true);
  off->setEnabled(false);
  auto* radioOff = new QRadioButton(u"Disabled"_s);
  radioOff->setEnabled(false);
  card->column()->addLayout(rowOf({part, off, radioOff}, 14));
  auto* on = new Switch(u"On"_s);
  on->setChecked(true);
  auto* slider = new QSlider(Qt::Horizontal);
  slider->setRange(0, 100);
  slider->setValue(60);
  slider->setFixedWidth(px(120));
  card->column()->addLayout(
      rowOf({on, new Switch(u"Off"_s), slider, words(u"0.60"_s, Role::body)}, 12));
  return card;
}

QWidget* galleryFields() {
  auto* card = new Card(u"Fields"_s);
  auto* grid = new QGridLayout;
  grid->setHorizontalSpacing(px(14));
  grid->setVerticalSpacing(px(8));
  grid->setColumnStretch(0, 1);
  grid->setColumnStretch(1, 1);
  grid->addWidget(fieldWithHelp(new HeldField(u"42"_s, u"steps"_s, false),
                                u"Help in one line; more on hover"_s),
                  0, 0);
  grid->addWidget(
      fieldWithHelp(new HeldField(u"5e-6"_s, {}, true), u"Focus: 2 px inside, no jump"_s), 0, 1);
  grid->addWidget(fieldWithHelp(fieldInTone(u"1e3"_s, u"failed"_s),
                                u"A whole number is needed, such as 1000"_s, inkOf(Tone::failed)),
                  1, 0);
  grid->addWidget(fieldWithHelp(fieldInTone(u"10"_s, u"waiting"_s),
                                u"Saving takes a third of the time"_s, inkOf(Tone::waiting)),
                  1, 1);
  auto* none = new QLineEdit(u"none"_s);
  none->setEnabled(false);
  auto* choice = new QComboBox;
  choice->addItem(icon(u"server"_s, quietInk), u"boost_usr_prod"_s);
  grid->addWidget(fieldWithHelp(none, u"Has no effect while loss_on is everything"_s), 2, 0);
  grid->addWidget(fieldWithHelp(choice, u"38 A100 free, at most 24 h"_s), 2, 1);
  card->column()->addLayout(grid);
  return card;
}

QWidget* galleryMenu() {
  auto* card = new Card(u"Menu, tooltip"_s);
  auto* menu = new QMenu;
  menu->setWindowFlags(Qt::Widget);
  menu->addAction(icon(u"chart-line"_s), u"Open\tReturn"_s);
  QAction* second = menu->addAction(icon(u"copy"_s), u"Duplicate\tCtrl+D"_s);
  menu->addAction(icon(u"arrows-diff"_s), u"Compare\tCtrl+E"_s);
  menu->addSeparator();
  QAction* remove = menu->addAction(icon(u"trash"_s), u"Remove…\tDel"_s);
  remove->setProperty(kindProperty, QString::fromLatin1(dangerKind));
  auto* shown = new RaisedBox(menu);
  menu->show();
  menu->setActiveAction(second);
  auto* tip = new QWidget;
  auto* lines = columnIn(tip, px(2), {px(10), px(8), px(10), px(8)});
  QLabel* sentence =
      words(u"The warm-up as a share of all steps, rounded up."_s, Role::help, labelInk);
  sentence->setWordWrap(true);
  lines->addWidget(words(u"Warm-up share"_s, Role::helpName));
  lines->addWidget(sentence);
  lines->addWidget(words(u"schedule.warmup_ratio"_s, Role::code, quietInk));
  auto* tipBox = new RaisedBox(tip);
  tipBox->setFixedWidth(px(186));
  auto* row = rowOf({shown, tipBox}, 4);
  row->setAlignment(tipBox, Qt::AlignTop);
  card->column()->addLayout(row);
  return card;
}

QWidget* galleryStates() {
  auto* card = new Card(u"States of a run"_s);
  const QList<QList<PillText>> rows{{{u"Preparing"_s, u"circle-dashed"_s, Tone::preparing},
                                     {u"Waiting"_s, u"clock"_s, Tone::waiting},
                                     {u"Running"_s, u"state-running"_s, Tone::running}},
                                    {{u"Completed"_s, u"circle-check-filled"_s, Tone::completed},
                                     {u"Failed"_s, u"circle-x-filled"_s, Tone::failed},
                                     {u"Timed out"_s, u"hourglass"_s, Tone::stopped}},
                                    {{u"Preempted"_s, u"player-eject"_s, Tone::stopped},
                                     {u"Cancelled"_s, u"ban"_s, Tone::quiet},
                                     {u"Out of reach"_s, u"plug-connected-x"_s, Tone::quiet}},
                                    {{u"Pruned"_s, u"cut"_s, Tone::quiet}}};
  for (const QList<PillText>& row : rows) {
    QList<QWidget*> pills;
    for (const PillText& text : row) pills << new Pill(text);
    card->column()->addLayout(rowOf(pills, 7));
  }
  card->column()->addLayout(
      rowOf({new ChipSample(u"tag"_s, ChipSample::Kind::tag),
             new ChipSample(u"filter"_s, ChipSample::Kind::filter),
             new ChipSample(u"tag:sft"_s, ChipSample::Kind::chosen),
             new MarkedWords(u"Error"_s, u"alert-octagon"_s, inkOf(Tone::failed), 15),
             new MarkedWords(u"Warning"_s, u"alert-triangle"_s, inkOf(Tone::waiting), 15),
             new MarkedWords(u"Note"_s, u"info-circle"_s, inkOf(Tone::running), 15)}));
  card->column()->addLayout(rowOf({new MarkedWords(u"Hint"_s, u"bulb"_s, quietInk, 15)}));
  return card;
}

QWidget* galleryColours() {
  auto* card = new Card(u"Curves, areas, lines by value"_s);
  card->column()->addWidget(new ColourSamples);
  return card;
}

QWidget* galleryType() {
  auto* card = new Card(u"Type"_s);
  card->column()->setSpacing(px(1));
  const auto line = [card](const QString& text, Role role, const QString& about) {
    QHBoxLayout* row = rowOf({words(text, role), words(about, Role::caption, quietInk)}, 5);
    card->column()->addLayout(row);
  };
  line(u"0.7180"_s, Role::number, u"22/28 600, one number"_s);
  line(u"Runs"_s, Role::page, u"18/24 600, page"_s);
  line(u"Timeline"_s, Role::card, u"14/20 600, card"_s);
  line(u"Body text and tables"_s, Role::body, u"13/18 400"_s);
  line(u"Buttons and names"_s, Role::name, u"13/18 500"_s);
  line(u"Emphasis 1111 0000"_s, Role::emphasis, u"13/18 600"_s);
  line(u"Help under a field"_s, Role::help, u"12/16 400"_s);
  line(u"Axis, caption"_s, Role::caption, u"11/14 400"_s);
  line(u"optimizer.learning_rate: 5.0e-6"_s, Role::code, u"12/18 mono"_s);
  return card;
}

QWidget* galleryTable() {
  auto* card = new Card(u"Table"_s);
  auto* model = new QStandardItemModel(0, 4);
  model->setHorizontalHeaderLabels({u"Name"_s, u"State"_s, u"lr"_s, u"eval/loss"_s});
  const auto add = [model](const QStringList& cells, Tone tone, const QString& mark) {
    QList<QStandardItem*> row;
    for (const QString& cell : cells) row << new QStandardItem(cell);
    row[0]->setFont(look::font(Role::name));
    row[1]->setData(static_cast<int>(tone), Qt::UserRole);
    row[1]->setData(mark, Qt::UserRole + 1);
    for (int column : {2, 3}) row[column]->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
    model->appendRow(row);
  };
  add({u"lr-1e-6"_s, u"Completed"_s, u"1e-6"_s, u"0.8604"_s}, Tone::completed,
      u"circle-check-filled"_s);
  add({u"lr-3e-6"_s, u"Running"_s, u"3e-6"_s, u"0.7751"_s}, Tone::running, u"state-running"_s);
  add({u"lr-5e-6"_s, u"Waiting"_s, u"5e-6"_s, u"none yet"_s}, Tone::waiting, u"clock"_s);
  for (int column : {2, 3})
    model->setHeaderData(column, Qt::Horizontal, QVariant(Qt::AlignRight | Qt::AlignVCenter),
                         Qt::TextAlignmentRole);
  auto* table = new QTableView;
  model->setParent(table);
  table->setModel(model);
  table->setSelectionBehavior(QAbstractItemView::SelectRows);
  table->setEditTriggers(QAbstractItemView::NoEditTriggers);
  table->setShowGrid(false);
  table->verticalHeader()->hide();
  table->horizontalHeader()->setSortIndicatorShown(true);
  table->horizontalHeader()->setSortIndicator(0, Qt::AscendingOrder);
  table->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
  table->horizontalHeader()->setHighlightSections(false);
  table->horizontalHeader()->setSectionResizeMode(QHeaderView::Fixed);
  table->horizontalHeader()->setSectionResizeMode(0, QHeaderView::Stretch);
  table->setColumnWidth(1, px(104));
  table->setColumnWidth(2, px(56));
  table->setColumnWidth(3, px(84));
  table->setItemDelegateForColumn(1, new StateSample(table));
  table->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  table->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  table->setFixedHeight(px(30) + 3 * px(32) + 2);
  table->setFocusPolicy(Qt::TabFocus);
  table->selectRow(0);
  table->setProperty("hoveredRow", 1);
  card->column()->addWidget(table);
  return card;
}

QWidget* galleryTabs() {
  auto* card = new Card(u"Tabs"_s);
  auto* tabs = new QTabBar;
  for (const QString& name :
       {u"Overview"_s, QString(u"Curves"_s + QChar(0x2002) + u"14"_s), u"Results"_s, u"Logs"_s})
    tabs->addTab(name);
  tabs->setExpanding(false);
  tabs->setDrawBase(true);
  card->column()->addWidget(tabs);
  return card;
}

QWidget* galleryWaiting() {
  auto* card = new Card(u"Loading, empty"_s);
  auto* empty = new QWidget;
  auto* column = columnIn(empty, px(4));
  auto* mark = new MarkedWords({}, u"filter"_s, quietInk, 22);
  QPushButton* clear = button(u"Clear the search"_s);
  setSmall(clear);
  for (QWidget* widget : std::initializer_list<QWidget*>{
           mark, words(u"No run matches"_s, Role::name),
           words(u"tag:sft eval/loss < 0.2"_s, Role::help, quietInk), clear})
    column->addWidget(widget, 0, Qt::AlignHCenter);
  auto* row = new QHBoxLayout;
  row->setSpacing(px(14));
  auto* skeleton = new Skeleton(4);
  skeleton->setFixedWidth(px(150));
  row->addWidget(skeleton, 0, Qt::AlignTop);
  row->addWidget(empty, 1);
  card->column()->addLayout(row);
  return card;
}

QWidget* galleryBars() {
  auto* card = new Card(u"Progress, numbers, scrolling"_s);
  QHBoxLayout* above = rowOf({words(u"Sending data, 212 of 409 MB"_s, Role::help, labelInk)});
  above->addWidget(words(u"18 s left"_s, Role::help, labelInk));
  card->column()->addLayout(above);
  auto* bar = new QProgressBar;
  bar->setRange(0, 100);
  bar->setValue(52);
  bar->setTextVisible(false);
  bar->setFixedHeight(px(8));
  card->column()->addWidget(bar);
  card->column()->addLayout(
      rowOf({new MarkedWords(u"Asking leonardo"_s, u"state-running"_s, labelInk, 16)}));
  auto* number = new QSpinBox;
  number->setValue(8);
  auto* text = new QLineEdit;
  text->setPlaceholderText(u"Find a setting"_s);
  card->column()->addLayout(rowOf({number, text}));
  auto* scroll = new QScrollBar(Qt::Horizontal);
  scroll->setRange(0, 100);
  scroll->setPageStep(40);
  scroll->setValue(30);
  card->column()->addWidget(scroll);
  return card;
}

}  // namespace trainyard::look
