#include "gui/clusters/login_dialogs.h"

#include <QClipboard>
#include <QCoroFuture>
#include <QDialogButtonBox>
#include <QFontDatabase>
#include <QFrame>
#include <QGridLayout>
#include <QGuiApplication>
#include <QLabel>
#include <QLineEdit>
#include <QPointer>
#include <QPushButton>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

QLabel* sentence(const QString& text) {
  auto* label = new QLabel(text);
  label->setTextFormat(Qt::PlainText);
  label->setWordWrap(true);
  return label;
}

QLabel* value(const QString& text, const QFont& font) {
  QLabel* label = sentence(text);
  label->setFont(font);
  label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
  return label;
}

// Names and values in a frame, so that nothing in them can pass for words of this program.
QFrame* boxed(const QList<std::pair<QString, QString>>& rows, const QFont& font) {
  auto* box = new QFrame;
  box->setFrameShape(QFrame::StyledPanel);
  box->setBackgroundRole(QPalette::Base);
  box->setAutoFillBackground(true);
  auto* grid = new QGridLayout(box);
  grid->setColumnStretch(1, 1);
  for (int row = 0; row < rows.size(); ++row) {
    QLabel* name = sentence(rows[row].first);
    name->setForegroundRole(QPalette::PlaceholderText);
    name->setWordWrap(false);
    grid->addWidget(name, row, 0, Qt::AlignTop);
    grid->addWidget(value(rows[row].second, font), row, 1);
  }
  return box;
}

}  // namespace

LoginDialog::LoginDialog(QWidget* parent) : QDialog(parent) { m_answer.start(); }

LoginDialog::~LoginDialog() { give(std::nullopt); }

void LoginDialog::give(const std::optional<LoginAnswer>& answer) {
  if (m_answer.future().isFinished()) return;
  m_answer.addResult(answer);
  m_answer.finish();
  hide();
  deleteLater();
}

void LoginDialog::done(int) { give(LoginAnswer()); }

HostKeyDialog::HostKeyDialog(const LoginQuestion& question, QWidget* parent) : LoginDialog(parent) {
  setWindowTitle(tr("Unknown host key"));
  const QFont monospace = QFontDatabase::systemFont(QFontDatabase::FixedFont);
  auto* column = new QVBoxLayout(this);
  column->setSpacing(12);
  column->addWidget(
      sentence(tr("This computer has not seen the key of this host before, so it cannot tell "
                  "whether it is the right one:")));
  column->addWidget(boxed({{tr("Cluster"), question.target},
                           {tr("Host"), question.host},
                           {tr("Port"), QString::number(question.port)},
                           {tr("Key type"), question.keyType},
                           {tr("Fingerprint"), question.fingerprint}},
                          monospace));
  if (question.hasAuthority)
    column->addWidget(
        sentence(tr("Your known_hosts names a certificate authority for this host. Certificates of "
                    "hosts are not checked here, only the key itself.")));
  column->addWidget(sentence(
      tr("Compare the fingerprint with the one that the cluster's documentation or its "
         "administrators name. Somebody between you and the host would show another one.")));
  auto* buttons = new QDialogButtonBox;
  auto* copy = buttons->addButton(tr("Copy fingerprint"), QDialogButtonBox::HelpRole);
  auto* trust = buttons->addButton(tr("Trust and save"), QDialogButtonBox::ActionRole);
  auto* once = buttons->addButton(tr("This time only"), QDialogButtonBox::ActionRole);
  auto* cancel = buttons->addButton(QDialogButtonBox::Cancel);
  for (QPushButton* button : {copy, trust, once}) button->setAutoDefault(false);
  trust->setToolTip(tr("Written into ~/.ssh/known_hosts; not asked again"));
  cancel->setDefault(true);
  column->addWidget(buttons);
  connect(copy, &QPushButton::clicked, this, [fingerprint = question.fingerprint] {
    QGuiApplication::clipboard()->setText(fingerprint);
  });
  connect(trust, &QPushButton::clicked, this,
          [this] { give(LoginAnswer{LoginAnswer::Kind::trusted, {}}); });
  connect(once, &QPushButton::clicked, this,
          [this] { give(LoginAnswer{LoginAnswer::Kind::once, {}}); });
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  cancel->setFocus();
  setMinimumWidth(640);
}

PassphraseDialog::PassphraseDialog(const LoginQuestion& question, QWidget* parent)
    : LoginDialog(parent) {
  setWindowTitle(tr("Passphrase of a key"));
  auto* column = new QVBoxLayout(this);
  column->setSpacing(12);
  column->addWidget(
      sentence(question.wrongTries > 0
                   ? tr("That was not the passphrase of this key. To log in, it is unlocked with:")
                   : tr("To log in, the key is unlocked with its passphrase:")));
  column->addWidget(boxed({{tr("Cluster"), question.target}, {tr("Key file"), question.keyFile}},
                          QFontDatabase::systemFont(QFontDatabase::FixedFont)));
  auto* passphrase = new QLineEdit;
  passphrase->setEchoMode(QLineEdit::Password);
  passphrase->setInputMethodHints(Qt::ImhHiddenText | Qt::ImhSensitiveData |
                                  Qt::ImhNoPredictiveText);
  passphrase->setAccessibleName(tr("Passphrase"));
  auto* label = new QLabel(tr("Passphrase"));
  label->setBuddy(passphrase);
  auto* row = new QHBoxLayout;
  row->addWidget(label);
  row->addWidget(passphrase, 1);
  column->addLayout(row);
  column->addWidget(
      sentence(tr("It is used for this key only and written nowhere. The unlocked key stays in the "
                  "memory of the background service until it ends.")));
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel);
  auto* unlock = buttons->addButton(tr("Unlock"), QDialogButtonBox::AcceptRole);
  unlock->setEnabled(false);
  unlock->setDefault(true);
  buttons->button(QDialogButtonBox::Cancel)->setAutoDefault(false);
  column->addWidget(buttons);
  connect(passphrase, &QLineEdit::textChanged, unlock,
          [unlock](const QString& text) { unlock->setEnabled(!text.isEmpty()); });
  connect(buttons, &QDialogButtonBox::accepted, this, [this, passphrase] {
    give(LoginAnswer{LoginAnswer::Kind::secret, passphrase->text().toUtf8()});
    passphrase->clear();
  });
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  passphrase->setFocus();
  setMinimumWidth(560);
}

namespace {

QCoro::Task<std::optional<LoginAnswer>> ask(QPointer<QWidget> window, LoginQuestion question,
                                            std::stop_token withdrawn) {
  if (!window || withdrawn.stop_requested()) co_return std::nullopt;
  const QPointer<LoginDialog> dialog =
      question.kind == LoginQuestion::Kind::hostKey
          ? static_cast<LoginDialog*>(new HostKeyDialog(question, window))
          : new PassphraseDialog(question, window);
  QFuture<std::optional<LoginAnswer>> answer = dialog->answer();
  const std::stop_callback close(withdrawn, [dialog] {
    if (dialog) dialog->deleteLater();
  });
  dialog->show();
  dialog->raise();
  dialog->activateWindow();
  co_return co_await answer;
}

}  // namespace

Answerer askInDialogs(QWidget* window) {
  return [window = QPointer<QWidget>(window)](LoginQuestion question, std::stop_token withdrawn) {
    return ask(window, std::move(question), std::move(withdrawn));
  };
}

}  // namespace trainyard
