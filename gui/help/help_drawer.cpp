// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/help/help_drawer.h"

#include <QApplication>
#include <QDesktopServices>
#include <QKeyEvent>
#include <QLineEdit>
#include <QListWidget>
#include <QStackedWidget>

#include "gui/forms/plain_label.h"
#include "gui/forms/plain_tip.h"
#include "gui/help/help_browser.h"
#include "gui/help/help_entries.h"
#include "gui/help/help_text.h"
#include "gui/help/own_runs_plot.h"
#include "gui/look/icon.h"
#include "gui/look/ink.h"
#include "gui/look/keep_translated.h"
#include "gui/look/layouts.h"
#include "gui/look/paint.h"
#include "gui/look/style.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

using look::px;

constexpr double helpHeadHeight = 44, helpFootHeight = 40, padding = 18, toolSize = 28;
constexpr int mostTopics = 100, mostHits = 8;

QToolButton* drawerTool(const QString& icon) {
  auto* button = new QToolButton;
  button->setToolButtonStyle(Qt::ToolButtonIconOnly);
  button->setIcon(look::icon(icon));
  button->setAutoRaise(true);
  button->setFixedSize(px(toolSize), px(toolSize));
  return button;
}

// Words in the lines between other parts.
QLabel* quietLabel(look::Role role) {
  QLabel* label = plainLabel(role);
  look::setInk(label, [](const look::Tokens& t) { return t.text3; });
  return label;
}

// A head or a foot, with a hairline at the edge towards the content.
class Strip : public QWidget {
 public:
  Strip(double height, Qt::Edge edge) : m_edge(edge) { setFixedHeight(px(height)); }

 protected:
  void paintEvent(QPaintEvent*) override {
    look::paintPane(this, look::tokens(palette()).subtle, m_edge);
  }

 private:
  Qt::Edge m_edge;
};

}  // namespace

HelpDrawer::HelpDrawer()
    : m_title(plainLabel(look::Role::card)),
      m_above(quietLabel(look::Role::help)),
      m_heading(plainLabel(look::Role::page)),
      m_name(plainLabel(look::Role::code)),
      m_foot(new ElidedLabel),
      m_search(new QLineEdit),
      m_back(drawerTool(u"chevron-left"_s)),
      m_pin(drawerTool(u"pin"_s)),
      m_close(drawerTool(u"x"_s)),
      m_body(new HelpBrowser),
      m_runs(new OwnRunsPlot),
      m_found(new QListWidget),
      m_parts(new QStackedWidget) {
  m_parts->addWidget(buildPage());
  m_parts->addWidget(m_found);
  look::addAll(look::columnIn(this), {buildHead(), {m_parts, 1}, buildFoot()});
  connect(m_body, &QTextBrowser::anchorClicked, this,
          [this](const QUrl& link) { follow(link.toString()); });
  connect(m_above, &QLabel::linkActivated, this, &HelpDrawer::follow);
  connect(m_back, &QToolButton::clicked, this, &HelpDrawer::goBack);
  connect(m_close, &QToolButton::clicked, this, &HelpDrawer::closeWanted);
  connect(m_pin, &QToolButton::toggled, this, [this](bool isPinned) {
    retranslate();
    emit pinned(isPinned);
  });
  connect(m_search, &QLineEdit::textChanged, this, &HelpDrawer::find);
  connect(m_found, &QListWidget::itemClicked, this, &HelpDrawer::takeFound);
  // Its colours are written into the text.
  look::onEvent(this, QEvent::PaletteChange, [this] {
    if (!m_topics.isEmpty()) render();
  });
  look::keepTranslated(this, [this] {
    m_entries.clear();
    retranslate();
    render();
  });
}

QWidget* HelpDrawer::buildHead() {
  auto* head = new Strip(helpHeadHeight, Qt::BottomEdge);
  auto* row = look::rowIn(head, px(6), {px(padding), 0, px(8), 0});
  QLabel* keys = quietLabel(look::Role::helpName);
  keys->setText(u"F1"_s);
  m_pin->setCheckable(true);
  m_search->setClearButtonEnabled(true);
  m_search->setMaximumWidth(px(200));
  m_search->installEventFilter(this);
  look::setSmall(m_search);
  look::addAll(row, {m_title, keys, look::gap(), {m_search, 100}, m_back, m_pin, m_close});
  return head;
}

QWidget* HelpDrawer::buildPage() {
  auto* page = new QWidget;
  auto* column = look::columnIn(page, 0, {px(padding), px(12), 0, 0});
  m_above->setTextFormat(Qt::RichText);
  for (QLabel* label : {m_above, m_heading, m_name}) {
    label->setWordWrap(true);
    column->addWidget(label);
  }
  m_name->setTextInteractionFlags(Qt::TextSelectableByMouse);
  look::setInk(m_name, [](const look::Tokens& t) { return t.accentText; });
  column->addSpacing(px(8));
  column->addWidget(m_body, 1);
  auto* below = new QHBoxLayout;
  below->setContentsMargins(0, px(10), px(padding), px(12));
  below->addWidget(m_runs);
  column->addLayout(below);
  m_found->setFrameShape(QFrame::NoFrame);
  m_found->setWordWrap(true);
  m_found->installEventFilter(this);
  return page;
}

QWidget* HelpDrawer::buildFoot() {
  auto* foot = new Strip(helpFootHeight, Qt::TopEdge);
  auto* row = look::rowIn(foot, 0, {px(padding), 0, px(padding), 0});
  m_foot->setFont(look::font(look::Role::help));
  look::setInk(m_foot, [](const look::Tokens& t) { return t.text3; });
  row->addWidget(m_foot, 1);
  return foot;
}

void HelpDrawer::retranslate() {
  setAccessibleName(tr("Help"));
  m_title->setText(tr("Help"));
  m_search->setPlaceholderText(tr("Search the help"));
  m_search->setAccessibleName(m_search->placeholderText());
  m_found->setAccessibleName(tr("Found in the help"));
  m_body->setAccessibleName(tr("Text of the help"));
  const auto name = [](QToolButton* button, const QString& words) {
    button->setAccessibleName(words);
    button->setToolTip(plainTip(words));
  };
  name(m_back, tr("Back (Alt+Left)"));
  name(m_pin, tr("Follow the focus"));
  name(m_close, tr("Close the help (Esc)"));
  m_foot->setText(isPinned() ? tr("Follows the field with the focus.")
                             : tr("F1 at a field, a page or a message shows its help here."));
}

void HelpDrawer::showTopic(const HelpTopic& topic) {
  if (HelpText::of(topic, look::tokens(palette())).title.isEmpty()) return;
  if (!m_topics.isEmpty() && m_topics.last().kind == topic.kind &&
      m_topics.last().name == topic.name && topic.kind != HelpTopic::Kind::message)
    m_topics.removeLast();
  m_topics << topic;
  if (m_topics.size() > mostTopics) m_topics.removeFirst();
  begin();
}

// What was drawn is of another setting.
void HelpDrawer::begin() {
  m_search->clear();
  m_runs->showRuns(std::nullopt, {});
  render();
  emit topicShown(topic());
}

void HelpDrawer::goBack() {
  if (m_topics.size() < 2) return;
  m_topics.removeLast();
  begin();
}

void HelpDrawer::render() {
  const HelpText text = HelpText::of(topic(), look::tokens(palette()));
  m_above->setText(text.above);
  m_heading->setText(text.title);
  m_name->setText(text.name);
  m_body->showText(text);
  m_back->setEnabled(m_topics.size() > 1);
  m_parts->setCurrentIndex(0);
}

void HelpDrawer::showRuns(const QString& path, const std::optional<OwnRuns>& runs) {
  if (topic() != HelpTopic::field(path, topic().words)) return;
  m_runs->showRuns(runs, m_heading->text());
}

void HelpDrawer::follow(const QString& link) {
  const QString scheme = link.section(u':', 0, 0), rest = link.section(u':', 1);
  if (scheme == QLatin1String(fieldScheme)) {
    showTopic(HelpTopic::field(rest));
    emit fieldWanted(rest);
  } else if (scheme == QLatin1String(helpScheme)) {
    showTopic(HelpTopic::part(rest));
  } else if (scheme.startsWith("http"_L1)) {
    QDesktopServices::openUrl(QUrl(link));
  } else {
    // Of a page, as its author wrote it: "#anchor" is one of the same page.
    const QString page = topic().name.section(u'#', 0, 0);
    showTopic(HelpTopic::part(link.startsWith(u'#') ? page + link : link));
  }
}

void HelpDrawer::find() {
  const QString query = m_search->text().trimmed();
  m_found->clear();
  m_hits.clear();
  m_parts->setCurrentIndex(query.isEmpty() ? 0 : 1);
  if (query.isEmpty()) return;
  const auto show = [this](const HelpTopic& topic) { showTopic(topic); };
  if (m_entries.isEmpty()) m_entries = HelpEntries::ofSettings(show) + HelpEntries::ofPages(show);
  m_hits = searchPalette(m_entries, query, mostHits);
  for (const PaletteEntry* hit : m_hits)
    new QListWidgetItem(look::icon(hit->icon), tr("%1 (%2)").arg(hit->title, hit->detail), m_found);
  m_found->setCurrentRow(0);
}

void HelpDrawer::takeFound() {
  const int row = m_found->currentRow();
  if (row < 0 || row >= m_hits.size()) return;
  const auto act = m_hits[row]->act;  // the search is cleared by it
  act();
  m_body->setFocus(Qt::OtherFocusReason);
}

bool HelpDrawer::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() != QEvent::KeyPress) return QWidget::eventFilter(watched, event);
  auto* key = static_cast<QKeyEvent*>(event);
  if (key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter) {
    takeFound();
    return true;
  }
  if (watched == m_search && (key->key() == Qt::Key_Down || key->key() == Qt::Key_Up)) {
    QApplication::sendEvent(m_found, event);
    return true;
  }
  if (key->key() == Qt::Key_Escape && !m_search->text().isEmpty()) {
    m_search->clear();
    m_body->setFocus(Qt::OtherFocusReason);
    return true;
  }
  return QWidget::eventFilter(watched, event);
}

// Before a notice or a page that are closed by it, too: the focus is here.
bool HelpDrawer::event(QEvent* event) {
  if (event->type() == QEvent::ShortcutOverride &&
      static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape)
    event->accept();
  return QWidget::event(event);
}

void HelpDrawer::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Escape) return emit closeWanted();
  QWidget::keyPressEvent(event);
}

void HelpDrawer::paintEvent(QPaintEvent*) {
  look::paintPane(this, look::tokens(palette()).surface, Qt::LeftEdge);
}

}  // namespace trainyard
