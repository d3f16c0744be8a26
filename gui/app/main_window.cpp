// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/app/main_window.h"

#include <QAction>
#include <QApplication>
#include <QCloseEvent>
#include <QMenu>
#include <QSettings>
#include <QShortcut>
#include <QSplitter>
#include <utility>

#include "gui/app/bell_button.h"
#include "gui/app/call_outs.h"
#include "gui/app/command_palette.h"
#include "gui/app/consent_notices.h"
#include "gui/app/pane_focus.h"
#include "gui/app/rail.h"
#include "gui/app/window_help.h"
#include "gui/clusters/clusters_page.h"
#include "gui/clusters/login_dialogs.h"
#include "gui/experiments/experiment_page.h"
#include "gui/experiments/experiment_tabs.h"
#include "gui/files/files_page.h"
#include "gui/forms/message_bar.h"
#include "gui/help/own_runs.h"
#include "gui/home/home_page.h"
#include "gui/look/keep_translated.h"
#include "gui/look/layouts.h"
#include "gui/queue/queue_page.h"
#include "gui/runs/records/store_reader.h"
#include "gui/runs/runs_page.h"
#include "gui/studies/studies_page.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

constexpr int unfoldedFrom = 1360;  // below this width of the window the rail is folded

}  // namespace

MainWindow::MainWindow(ServiceClient* client, StoreReader* reader)
    : m_targets(client),
      m_rail(new Rail),
      m_pages(new WindowPages(client, reader, &m_targets, m_rail)),
      m_help(new WindowHelp(
          m_pages, reader->path(), [this] { return helpOfPage(); },
          [this] { return kindOfExperiment(); })),
      m_menu(new WindowMenu(m_rail->menu(), this)),
      m_entries(this, m_pages, &m_targets),
      m_connection(client, m_pages, m_rail) {
  auto* body = new QWidget;
  look::addAll(look::rowIn(body), {m_rail, {m_help->area(), 1}});
  setCentralWidget(body);
  setMinimumSize(900, 600);
  m_palette = new CommandPalette(this);
  m_palette->setTextEntry([this](const QString& text) { return m_entries.ofLink(text); });
  m_pages->fill();
  buildShortcuts();
  bindDocumentKeys();
  client->setAnswerer(askInDialogs(
      this, [this](const QString& sentence) { m_pages->notices()->showError(sentence); }));
  connect(m_rail, &Rail::themeWanted, m_menu, &WindowMenu::switchTheme);
  connect(m_rail, &Rail::searchWanted, this, [this] { m_palette->open(m_entries.all()); });
  connect(m_pages->experiments(), &ExperimentTabs::titleChanged, this, &MainWindow::showTitle);
  m_links = std::make_unique<PageLinks>(client, reader, &m_targets, m_pages, m_rail);
  connectConsents(client);
  connectHelp();
  qApp->installEventFilter(this);
  resize(1400, 900);
  restoreGeometry(QSettings().value(u"window"_s).toByteArray());
  look::onEvent(this, QEvent::Resize, [this] { m_rail->setNarrow(width() < unfoldedFrom); });
  look::keepTranslated(this, [this] { retranslate(); });
  showTitle();
}

void MainWindow::buildShortcuts() {
  const auto bind = [this](const QString& keys, std::function<void()> act) {
    connect(new QShortcut(QKeySequence(keys), this), &QShortcut::activated, this, std::move(act));
  };
  bind(u"Ctrl+Q"_s, [this] { close(); });
  bind(u"Ctrl+K"_s, [this] { m_palette->open(m_entries.all()); });
  bind(u"Ctrl+Shift+K"_s, [this] { m_palette->open(m_entries.all(), u">"_s); });
  bind(u"Ctrl+B"_s, [this] { m_rail->toggleFolded(); });
  bind(u"F1"_s, [this] { m_help->showOfFocus(); });
  bind(u"F10"_s, [this] { m_rail->openMenu(); });
  bind(u"F6"_s, [this] { moveToNextPane(1); });
  bind(u"Shift+F6"_s, [this] { moveToNextPane(-1); });
  bind(u"Alt+Left"_s, [this] {
    if (!m_help->goBack()) m_pages->goBack();
  });
  bind(u"Alt+Right"_s, [this] { m_pages->goForward(); });
  for (int i = 0; i < m_pages->inOrder().size(); ++i)
    bind(u"Ctrl+%1"_s.arg(i + 1), [this, i] { m_pages->choose(i); });
}

// On every page; the pages of experiments and clusters have their own Ctrl+N.
void MainWindow::bindDocumentKeys() {
  connect(new QShortcut(QKeySequence::Open, this), &QShortcut::activated, this, [this] {
    m_pages->showPage(m_pages->experiments());
    m_pages->experiments()->askOpen();
  });
  for (QWidget* page :
       {static_cast<QWidget*>(m_pages->home()), static_cast<QWidget*>(m_pages->runs()),
        static_cast<QWidget*>(m_pages->studies()), static_cast<QWidget*>(m_pages->queue()),
        static_cast<QWidget*>(m_pages->files())})
    connect(new QShortcut(QKeySequence::New, page), &QShortcut::activated, this, [this] {
      m_pages->showPage(m_pages->experiments());
      m_pages->experiments()->startNew();
    });
}

void MainWindow::retranslate() {
  m_pages->retranslate();
  m_menu->retranslate();
  m_links->showClusters();
  m_connection.show();
}

bool MainWindow::eventFilter(QObject* watched, QEvent* event) {
  noteAlt(*event);
  const bool isAct = event->type() == QEvent::MouseButtonPress || event->type() == QEvent::KeyPress;
  if (isAct && watched->isWindowType()) m_pages->noteAct();
  return QMainWindow::eventFilter(watched, event);
}

// Alt alone, pressed and let go, opens the menu, as it does where there is a bar of menus.
void MainWindow::noteAlt(const QEvent& event) {
  switch (event.type()) {
    case QEvent::KeyPress:
    case QEvent::ShortcutOverride:  // all that is known of a shortcut's keys
      m_isAltAlone = static_cast<const QKeyEvent&>(event).key() == Qt::Key_Alt && isActiveWindow();
      break;
    case QEvent::KeyRelease:
      if (static_cast<const QKeyEvent&>(event).key() == Qt::Key_Alt &&
          std::exchange(m_isAltAlone, false))
        m_rail->openMenu();
      break;
    case QEvent::MouseButtonPress:
    case QEvent::Wheel:
    case QEvent::WindowDeactivate:
      m_isAltAlone = false;
      break;
    default:
      break;
  }
}

void MainWindow::connectConsents(ServiceClient* client) {
  m_consents = new ConsentNotices(client, this, m_rail->bell(), m_menu->notifications(),
                                  [this] { return m_pages->notices(); });
  m_consents->setParent(this);
  connect(m_consents, &ConsentNotices::experimentWanted, m_pages->experiments(),
          &ExperimentTabs::openCopy);
  connectCallOuts();
}

// At the very first start, and whenever somebody asks for them.
void MainWindow::connectCallOuts() {
  const bool isFirst = CallOuts::isFirstStart();
  HomePage* home = m_pages->home();
  const int clusters = static_cast<int>(m_pages->inOrder().indexOf(m_pages->clusters()));
  m_callOuts = new CallOuts(
      this, home->fourThings(),
      {m_rail->searchRow(), m_rail->placeRow(clusters), home->dropPlace(), m_rail->helpButton()});
  m_fourThings = m_rail->menu()->addAction(QString(), this, [this, home] {
    m_pages->showPage(home);
    m_callOuts->begin();
  });
  look::keepTranslated(this, [this] { m_fourThings->setText(tr("Four things to know")); });
  if (isFirst) m_callOuts->begin();
}

void MainWindow::connectHelp() {
  connect(m_help, &WindowHelp::fieldWanted, this, [this](const QString& path) {
    m_pages->showPage(m_pages->experiments());
    m_pages->experiment()->sides()->goToSetting(path);
  });
  connect(m_rail, &Rail::helpWanted, this, &MainWindow::showHelp);
  m_help->restore();
}

void MainWindow::showHelp() { m_help->show(helpOfPage()); }

HelpTopic MainWindow::helpOfPage() const {
  // As they are called in the help, which is in English.
  static const QStringList headings{u"home-ctrl1"_s,    u"experiments-ctrl2"_s, u"runs-ctrl3"_s,
                                    u"studies-ctrl4"_s, u"queue-ctrl5"_s,       u"clusters-ctrl6"_s,
                                    u"files-ctrl7"_s};
  return HelpTopic::part(u"desktop.md#"_s + headings.value(m_pages->currentIndex()));
}

RunKind MainWindow::kindOfExperiment() {
  const FormModel* form = m_pages->experiment()->model()->form();
  const auto value = [&](const char* path) {
    return form->valuesOf(form->rowOf(QLatin1String(path))).value(0);
  };
  return {value("workload"), value("model.kind")};
}

void MainWindow::moveToNextPane(int by) {
  moveToPane(m_rail, m_pages->currentWidget(), m_help->pane(), by);
}

void MainWindow::showTitle() {
  const ExperimentDocument* document = m_pages->experiment()->model()->document();
  setWindowTitle(document->title() + u"[*] — Trainyard"_s);
  setWindowModified(document->isModified());
}

void MainWindow::closeEvent(QCloseEvent* event) {
  m_pages->experiments()->keepAll();
  m_connection.stop();
  QSettings().setValue(u"window"_s, saveGeometry());
  event->accept();
}

}  // namespace trainyard
