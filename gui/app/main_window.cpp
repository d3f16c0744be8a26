// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/app/main_window.h"

#include <QActionGroup>
#include <QApplication>
#include <QCloseEvent>
#include <QLabel>
#include <QMenu>
#include <QMessageBox>
#include <QPointer>
#include <QSettings>
#include <QShortcut>
#include <QStackedWidget>
#include <QStatusBar>
#include <QTimer>
#include <QToolBar>
#include <QToolButton>
#include <utility>

#include "gui/app/language.h"
#include "gui/clusters/clusters_page.h"
#include "gui/clusters/login_dialogs.h"
#include "gui/experiments/experiment_page.h"
#include "gui/forms/contract_text.h"
#include "gui/forms/message_bar.h"
#include "gui/forms/plain_tip.h"
#include "gui/look/icon.h"
#include "gui/look/theme.h"
#include "gui/queue/queue_page.h"
#include "gui/runs/runs_page.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

constexpr int retryMilliseconds = 3000;

}  // namespace

MainWindow::MainWindow(ServiceClient* client, StoreReader* reader)
    : m_client(client),
      m_targets(client),
      m_experiments(new ExperimentPage(client, &m_targets)),
      m_runs(new RunsPage(client, reader, &m_targets)),
      m_clusters(new ClustersPage(client, &m_targets)),
      m_queue(new QueuePage(client, &m_targets)),
      m_places(new QToolBar),
      m_placeActions(new QActionGroup(this)),
      m_pages(new QStackedWidget),
      m_language(new QToolButton),
      m_languages(new QMenu(this)),
      m_theme(new QToolButton),
      m_themes(new QMenu(this)),
      m_connection(new QLabel),
      m_retry(new QTimer(this)) {
  setCentralWidget(m_pages);
  buildPlaces();
  m_connection->setTextFormat(Qt::PlainText);
  m_connection->setContentsMargins(0, 0, 10, 0);
  statusBar()->addPermanentWidget(m_connection);
  statusBar()->setSizeGripEnabled(false);
  m_client->setAnswerer(askInDialogs(this));
  connectService();
  connectPages();
  qApp->installEventFilter(this);
  resize(1400, 900);
  restoreGeometry(QSettings().value(u"window"_s).toByteArray());
  retranslate();
  showTitle();
}

void MainWindow::connectService() {
  m_retry->setSingleShot(true);
  m_retry->setInterval(retryMilliseconds);
  connect(m_retry, &QTimer::timeout, this, &MainWindow::connectToService);
  connect(m_client, &ServiceClient::connected, this, &MainWindow::showConnection);
  connect(m_client, &ServiceClient::storeChanged, this, &MainWindow::showStore);
  connect(m_client, &ServiceClient::disconnected, this, [this] {
    showConnection();
    m_retry->start();
  });
}

void MainWindow::connectPages() {
  connect(m_queue, &QueuePage::runRequested, this, [this](const QString& run) {
    m_runs->showRun(run);
    showPage(m_runs);
  });
  // A submission may fail while the user is already on another page.
  connect(m_experiments, &ExperimentPage::failed, this, [this](const QString& sentence) {
    if (m_pages->currentWidget() != m_experiments)
      noticesOf(m_pages->currentWidget())->showError(sentence);
  });
  connect(m_experiments, &ExperimentPage::titleChanged, this, &MainWindow::showTitle);
  connect(m_experiments, &ExperimentPage::submissionBegan, this,
          [this] { m_actsAtSubmit = m_acts; });
  connect(m_experiments, &ExperimentPage::submitted, this, &MainWindow::showSubmitted);
  connect(m_experiments, &ExperimentPage::refused, this, [this] {
    if (m_acts == m_actsAtSubmit) showPage(m_experiments);
  });
  connect(m_runs, &RunsPage::openExperimentRequested, this,
          [this](const QString& path) { m_experiments->files()->openCopy(path); });
  connect(m_experiments->files(), &DocumentFiles::opened, this,
          [this] { showPage(m_experiments); });
}

MessageBar* MainWindow::noticesOf(QWidget* page) const {
  return page->findChild<MessageBar*>(QString(), Qt::FindDirectChildrenOnly);
}

void MainWindow::showSubmitted(const QString& run) {
  const auto show = [this, run] {
    m_runs->showRun(run);
    showPage(m_runs);
  };
  m_experiments->notices()->dismiss();
  if (m_acts == m_actsAtSubmit) return show();
  noticesOf(m_pages->currentWidget())
      ->showInfo(tr("The experiment is submitted."), {{tr("Show the run"), show}});
}

void MainWindow::buildPlaces() {
  m_places->setMovable(false);
  m_places->setOrientation(Qt::Vertical);
  m_places->setToolButtonStyle(Qt::ToolButtonTextUnderIcon);
  m_places->setIconSize({24, 24});
  m_places->setContextMenuPolicy(Qt::PreventContextMenu);
  addToolBar(Qt::LeftToolBarArea, m_places);
  addPlace(u"adjustments-horizontal"_s, m_experiments);
  addPlace(u"chart-line"_s, m_runs);
  addPlace(u"server"_s, m_clusters);
  addPlace(u"hourglass"_s, m_queue);
  auto* filler = new QWidget;
  filler->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Expanding);
  m_places->addWidget(filler);
  buildLanguages();
  buildThemes();
  m_about = m_places->addAction(QString(), this, &MainWindow::showAbout);
  m_about->setIcon(look::icon(u"info-circle"_s));
  auto* quit = new QAction(this);
  quit->setShortcuts({QKeySequence(u"Ctrl+Q"_s)});  // not every platform theme has one
  connect(quit, &QAction::triggered, this, &QWidget::close);
  addAction(quit);
  // On every page; the pages of experiments and clusters have their own Ctrl+N.
  connect(new QShortcut(QKeySequence::Open, this), &QShortcut::activated, this, [this] {
    showPage(m_experiments);
    m_experiments->files()->askOpen();
  });
  for (QWidget* page : {static_cast<QWidget*>(m_runs), static_cast<QWidget*>(m_queue)})
    connect(new QShortcut(QKeySequence::New, page), &QShortcut::activated, this, [this] {
      showPage(m_experiments);
      m_experiments->startNew();
    });
}

void MainWindow::buildLanguages() {
  m_language->setMenu(m_languages);
  m_language->setPopupMode(QToolButton::InstantPopup);
  m_language->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  m_places->addWidget(m_language);
  auto* choices = new QActionGroup(this);
  for (const QString& language : {QString(), u"en"_s, u"de"_s}) {
    QAction* action =
        m_languages->addAction(QString(), this, [language] { chooseLanguage(language); });
    action->setData(language);
    action->setCheckable(true);
    action->setChecked(language == chosenLanguage());
    choices->addAction(action);
  }
}

void MainWindow::buildThemes() {
  m_theme->setMenu(m_themes);
  m_theme->setPopupMode(QToolButton::InstantPopup);
  m_theme->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  m_places->addWidget(m_theme);
  auto* choices = new QActionGroup(this);
  for (const look::Theme theme : {look::Theme::system, look::Theme::light, look::Theme::dark}) {
    QAction* action = m_themes->addAction(QString(), this, [theme] { look::chooseTheme(theme); });
    action->setCheckable(true);
    action->setChecked(theme == look::chosenTheme());
    choices->addAction(action);
  }
}

void MainWindow::addPlace(const QString& icon, Page* page) {
  const int number = m_pages->addWidget(page);
  m_inOrder << page;
  if (!noticesOf(page)) {  // the experiment's is below its own bar
    auto* notices = new MessageBar(page);
    connect(page, &Page::failed, notices, &MessageBar::showError);
    connect(page, &Page::done, notices,
            [notices](const QString& news) { notices->showInfo(news); });
  }
  QAction* action = m_places->addAction(QString());
  action->setIcon(look::icon(icon));
  action->setCheckable(true);
  action->setChecked(number == 0);
  action->setShortcut(QKeySequence(u"Ctrl+%1"_s.arg(number + 1)));
  m_placeActions->addAction(action);
  if (QWidget* button = m_places->widgetForAction(action)) button->setMinimumSize(84, 58);
  connect(action, &QAction::triggered, m_pages,
          [this, number] { m_pages->setCurrentIndex(number); });
}

void MainWindow::retranslate() {
  m_places->setWindowTitle(tr("Places"));
  for (int i = 0; i < m_inOrder.size(); ++i) {
    QAction* place = m_placeActions->actions().at(i);
    const QString title = m_inOrder[i]->title();
    place->setText(title);
    place->setToolTip(plainTip(tr("%1 (Ctrl+%2)").arg(title).arg(i + 1)));
  }
  m_about->setText(tr("About"));
  m_about->setToolTip(tr("About Trainyard"));
  m_language->setText(tr("Language"));
  m_language->setToolTip(tr("The language of this window"));
  m_theme->setText(tr("Theme"));
  m_theme->setToolTip(tr("Light or dark"));
  const QStringList themes{tr("As the system"), tr("Light"), tr("Dark")};
  for (int i = 0; i < themes.size(); ++i) m_themes->actions().at(i)->setText(themes[i]);
  // Each language is listed by its own name, so that users can find theirs.
  const QStringList names{tr("As the system"), u"English"_s, u"Deutsch"_s};
  for (int i = 0; i < names.size(); ++i) m_languages->actions().at(i)->setText(names[i]);
  showConnection();
}

void MainWindow::changeEvent(QEvent* event) {
  if (event->type() == QEvent::LanguageChange) retranslate();
  QMainWindow::changeEvent(event);
}

bool MainWindow::eventFilter(QObject* watched, QEvent* event) {
  const bool isAct = event->type() == QEvent::MouseButtonPress || event->type() == QEvent::KeyPress;
  if (isAct && watched->isWindowType()) ++m_acts;
  return QMainWindow::eventFilter(watched, event);
}

void MainWindow::showPage(QWidget* page) {
  m_placeActions->actions().at(m_pages->indexOf(page))->trigger();
}

void MainWindow::connectToService() { runConnect(); }

QCoro::Task<void> MainWindow::runConnect() {
  const QPointer<MainWindow> self(this);  // may be closed when the answer arrives
  const auto result = co_await m_client->connectToService(m_stop.get_token());
  if (!self || result || result.error().kind == ErrorKind::cancelled) co_return;
  const Error& error = result.error();
  const QString sentence = ContractText::message(error.code, error.arguments, error.message);
  // Shown once, not at every attempt.
  if (std::exchange(m_connectFailure, sentence) != sentence)
    noticesOf(m_pages->currentWidget())->showError(sentence);
  m_retry->start();
}

QString MainWindow::storeRefusal() const {
  const std::optional<Error>& refusal = m_client->storeRefusal();
  return refusal ? ContractText::message(refusal->code, refusal->arguments, refusal->message)
                 : QString();
}

void MainWindow::showStore() {
  showConnection();
  if (m_client->storeRefusal()) noticesOf(m_pages->currentWidget())->showError(storeRefusal());
}

void MainWindow::showConnection() {
  const bool isConnected = m_client->isConnected();
  if (isConnected) m_connectFailure.clear();
  const QString refusal = isConnected ? storeRefusal() : QString();
  m_connection->setToolTip(plainTip(isConnected ? refusal : m_connectFailure));
  m_connection->setText(
      !isConnected        ? tr("○ Service not connected: you can read the history, but not start "
                                      "anything")
      : refusal.isEmpty() ? tr("● Service connected")
                          : tr("▲ Service connected, but it cannot record events"));
  m_connection->setForegroundRole(isConnected ? QPalette::WindowText : QPalette::PlaceholderText);
}

void MainWindow::showTitle() {
  setWindowTitle(m_experiments->document()->title() + u"[*] — Trainyard"_s);
  setWindowModified(m_experiments->document()->isModified());
}

void MainWindow::showAbout() {
  auto* box = new QMessageBox(this);
  box->setAttribute(Qt::WA_DeleteOnClose);
  box->setWindowTitle(tr("About Trainyard"));
  box->setTextFormat(Qt::RichText);
  box->setText(tr("<h3>Trainyard %1</h3><p>Design, start and monitor the training of language "
                  "models.</p><p>Free software under the GNU General Public License, version 3 or "
                  "later. It comes without any warranty.</p>")
                   .arg(QApplication::applicationVersion()));
  box->open();
}

void MainWindow::closeEvent(QCloseEvent* event) {
  if (!m_mayClose && m_experiments->document()->isModified()) {
    event->ignore();
    return m_experiments->files()->whenMayLeave([this] {
      m_mayClose = true;
      close();
    });
  }
  m_stop.request_stop();
  QSettings().setValue(u"window"_s, saveGeometry());
  event->accept();
}

}  // namespace trainyard
