// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/clusters/login_dialogs.h"

#include <algorithm>

#include <QClipboard>
#include <QCoroFuture>
#include <QDialogButtonBox>
#include <QFrame>
#include <QGridLayout>
#include <QGuiApplication>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPointer>
#include <QPushButton>
#include <QVBoxLayout>

#include "engine/system/unix_time.h"
#include "gui/look/layouts.h"
#include "gui/look/type.h"
#include "gui/targets/error_text.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

QLabel* wrappedLabel(const QString& text) {
  auto* label = new QLabel(text);
  label->setTextFormat(Qt::PlainText);
  label->setWordWrap(true);
  return label;
}

QLabel* value(const QString& text, const QFont& font) {
  QLabel* label = wrappedLabel(text);
  label->setFont(font);
  label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
  return label;
}

// Names and values in a frame, so that nothing in them can be mistaken for text of this program.
QFrame* boxed(const QList<std::pair<QString, QString>>& rows, const QFont& font) {
  auto* box = new QFrame;
  box->setFrameShape(QFrame::StyledPanel);
  box->setBackgroundRole(QPalette::Base);
  box->setAutoFillBackground(true);
  auto* grid = new QGridLayout(box);
  grid->setColumnStretch(1, 1);
  for (int row = 0; row < rows.size(); ++row) {
    QLabel* name = wrappedLabel(rows[row].first);
    name->setForegroundRole(QPalette::PlaceholderText);
    name->setWordWrap(false);
    grid->addWidget(name, row, 0, Qt::AlignTop);
    grid->addWidget(value(rows[row].second, font), row, 1);
  }
  return box;
}

QLineEdit* hiddenLine() {
  auto* line = new QLineEdit;
  line->setEchoMode(QLineEdit::Password);
  line->setInputMethodHints(Qt::ImhHiddenText | Qt::ImhSensitiveData | Qt::ImhNoPredictiveText);
  return line;
}

// The server's text: plain text that may be long, in a box that scrolls.
QPlainTextEdit* serversText(const QString& text) {
  auto* box = new QPlainTextEdit(text);
  box->setReadOnly(true);
  box->setTabChangesFocus(true);
  box->setFont(look::font(look::Role::code));
  const int lines = std::clamp(static_cast<int>(text.count(u'\n')) + 2, 3, 12);
  box->setFixedHeight(lines * box->fontMetrics().lineSpacing() + 12);
  return box;
}

}  // namespace

LoginDialog::LoginDialog(QWidget* parent) : QDialog(parent) { m_answer.start(); }

LoginDialog::~LoginDialog() { give(std::nullopt); }

void LoginDialog::give(const std::optional<LoginAnswer>& answer) {
  if (m_answer.future().isFinished()) return;
  std::optional<AnswerToKeep> given;
  if (answer) given = {*answer, m_keep && m_keep->isChecked()};
  m_answer.addResult(given);
  m_answer.finish();
  hide();
  deleteLater();
}

QCheckBox* LoginDialog::keepBox(const QString& text, Keeping keeping) {
  m_keep = new QCheckBox(text);
  m_keep->setChecked(keeping == Keeping::chosen);
  m_keep->setVisible(keeping != Keeping::impossible);
  m_keep->setToolTip(
      tr("It is encrypted by the system's keychain, and used without asking from the next login "
         "on. Remove it again under Clusters, Change…"));
  return m_keep;
}

QLabel* LoginDialog::countdown(double connectedAt) {
  QLabel* label = wrappedLabel(QString());
  label->setForegroundRole(QPalette::PlaceholderText);
  const auto refresh = [label, connectedAt] {
    const int left = usualGraceSeconds - static_cast<int>(unix_time() - connectedAt);
    label->setText(left > 0 ? tr("Servers usually wait %1 s for a whole login: %2 s are left.")
                                  .arg(usualGraceSeconds)
                                  .arg(std::min(left, usualGraceSeconds))
                            : tr("This takes longer than servers usually wait; if the connection "
                                 "ends, connect again."));
  };
  label->setVisible(connectedAt > 0);
  refresh();
  connect(&m_second, &QTimer::timeout, label, refresh);
  m_second.start(1000);
  return label;
}

void LoginDialog::done(int) { give(LoginAnswer()); }

HostKeyDialog::HostKeyDialog(const LoginQuestion& question, QWidget* parent) : LoginDialog(parent) {
  setWindowTitle(tr("Unknown host key"));
  const QFont monospace = look::font(look::Role::code);
  auto* column = new QVBoxLayout(this);
  column->setSpacing(12);
  column->addWidget(
      wrappedLabel(tr("This computer has not seen the key of this host before, so it cannot tell "
                      "whether it is the right one:")));
  column->addWidget(boxed({{tr("Cluster"), question.target},
                           {tr("Host"), question.host},
                           {tr("Port"), QString::number(question.port)},
                           {tr("Key type"), question.keyType},
                           {tr("Fingerprint"), question.fingerprint}},
                          monospace));
  if (question.hasAuthority)
    column->addWidget(
        wrappedLabel(tr("Your known_hosts has a certificate authority for this host. Host "
                        "certificates are not checked here, only the key itself.")));
  column->addWidget(wrappedLabel(
      tr("Compare the fingerprint with the one published by the cluster's documentation or "
         "administrators. Someone intercepting the connection would show a different one.")));
  column->addWidget(countdown(question.connectedAt));
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

PassphraseDialog::PassphraseDialog(const LoginQuestion& question, Keeping keeping, QWidget* parent)
    : LoginDialog(parent) {
  setWindowTitle(tr("Passphrase of a key"));
  auto* column = new QVBoxLayout(this);
  column->setSpacing(12);
  column->addWidget(
      wrappedLabel(question.wrongTries > 0
                       ? tr("That was not the passphrase of this key. To log in, unlock it with:")
                       : tr("Logging in needs the passphrase of this key:")));
  column->addWidget(boxed({{tr("Cluster"), question.target}, {tr("Key file"), question.keyFile}},
                          look::font(look::Role::code)));
  auto* passphrase = hiddenLine();
  passphrase->setAccessibleName(tr("Passphrase"));
  auto* label = new QLabel(tr("Passphrase"));
  label->setBuddy(passphrase);
  auto* row = new QHBoxLayout;
  look::addAll(row, {label, {passphrase, 1}});
  look::addAll(column, {row, keepBox(tr("Keep the passphrase in the keychain"), keeping)});
  column->addWidget(
      wrappedLabel(tr("It is used only for this key and saved nowhere else. The unlocked key stays "
                      "in the memory of the background service until it ends.")));
  column->addWidget(countdown(question.connectedAt));
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

// A line for each prompt, with its text at its left.
QList<QLineEdit*> addPrompts(QGridLayout* grid, const QList<LoginPrompt>& prompts) {
  QList<QLineEdit*> lines;
  for (const LoginPrompt& prompt : prompts) {
    const QString text = prompt.text.isEmpty() ? PromptsDialog::tr("Answer") : prompt.text;
    QLineEdit* line = prompt.isShown ? new QLineEdit : hiddenLine();
    line->setMaxLength(loginAnswerLimit);
    line->setAccessibleName(text);
    grid->addWidget(wrappedLabel(text), static_cast<int>(lines.size()), 0);
    grid->addWidget(line, static_cast<int>(lines.size()), 1);
    lines << line;
  }
  grid->setColumnStretch(1, 1);
  return lines;
}

// Nothing of it stays in the lines.
LoginAnswer takenFrom(const QList<QLineEdit*>& lines, bool isPassword) {
  LoginAnswer answer{isPassword ? LoginAnswer::Kind::secret : LoginAnswer::Kind::answers};
  for (QLineEdit* line : lines) {
    if (isPassword)
      answer.secret = line->text().toUtf8();
    else
      answer.answers.append(Secret(line->text().toUtf8()));
    line->clear();
  }
  return answer;
}

}  // namespace

PromptsDialog::PromptsDialog(const LoginQuestion& question, Keeping keeping, QWidget* parent)
    : LoginDialog(parent) {
  const bool isPassword = question.kind == LoginQuestion::Kind::password;
  setWindowTitle(tr("Log in to %1").arg(question.target));
  auto* column = new QVBoxLayout(this);
  column->setSpacing(12);
  column->addWidget(wrappedLabel(question.wrongTries > 0 ? tr("Authentication failed; try again:")
                                 : isPassword
                                     ? tr("The host asks for the password of your account:")
                                     : tr("The host asks:")));
  column->addWidget(boxed({{tr("Cluster"), question.target},
                           {tr("Host"), question.host},
                           {tr("Port"), QString::number(question.port)},
                           {tr("Account"), question.user}},
                          look::font(look::Role::code)));
  const QString said = question.title.isEmpty() || question.text.isEmpty()
                           ? question.title + question.text
                           : question.title + u'\n' + question.text;
  if (!said.isEmpty())
    look::addAll(column, {wrappedLabel(tr("Message from the host:")), serversText(said)});
  auto* grid = new QGridLayout;
  const QList<QLineEdit*> lines =
      addPrompts(grid, isPassword ? QList<LoginPrompt>{{tr("Password"), false}} : question.prompts);
  look::addAll(column, {grid, keepBox(tr("Keep the password in the keychain"), keeping)});
  column->addWidget(wrappedLabel(
      tr("Answers are sent only to this host and saved nowhere else. If the connection is lost, "
         "you are asked again only after you click Connect.")));
  column->addWidget(countdown(question.connectedAt));
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel);
  buttons->button(QDialogButtonBox::Ok)->setDefault(true);
  buttons->button(QDialogButtonBox::Cancel)->setAutoDefault(false);
  column->addWidget(buttons);
  connect(buttons, &QDialogButtonBox::accepted, this, [this, lines, isPassword] {
    // Enter moves to the next input, and submits in the last one.
    for (qsizetype i = 0; i + 1 < lines.size(); ++i)
      if (lines[i]->hasFocus()) return lines[i + 1]->setFocus();
    give(takenFrom(lines, isPassword));
  });
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  if (!lines.isEmpty()) lines.first()->setFocus();
  setMinimumWidth(560);
}

namespace {

LoginDialog* dialogFor(const LoginQuestion& question, Keeping keeping, QWidget* window) {
  switch (question.kind) {
    case LoginQuestion::Kind::hostKey:
      return new HostKeyDialog(question, window);
    case LoginQuestion::Kind::passphrase:
      return new PassphraseDialog(question, keeping, window);
    case LoginQuestion::Kind::password:
    case LoginQuestion::Kind::prompts:
      break;
  }
  return new PromptsDialog(question, keeping, window);
}

QCoro::Task<std::optional<AnswerToKeep>> ask(QPointer<QWidget> window, LoginQuestion question,
                                             Keeping keeping, std::stop_token withdrawn) {
  if (!window || withdrawn.stop_requested()) co_return std::nullopt;
  const QPointer<LoginDialog> dialog = dialogFor(question, keeping, window);
  QFuture<std::optional<AnswerToKeep>> answer = dialog->answer();
  const std::stop_callback close(withdrawn, [dialog] {
    if (dialog) dialog->deleteLater();
  });
  dialog->show();
  dialog->raise();
  dialog->activateWindow();
  co_return co_await answer;
}

}  // namespace

Answerer askInDialogs(QWidget* window, std::function<void(const QString&)> fail) {
  return withKeychain(
      {.ask =
           [window = QPointer<QWidget>(window)](LoginQuestion question, Keeping keeping,
                                                std::stop_token withdrawn) {
             return ask(window, std::move(question), keeping, std::move(withdrawn));
           },
       .tell =
           [window = QPointer<QWidget>(window), fail = std::move(fail)](const Error& why) {
             if (window) fail(errorText(why));
           }});
}

}  // namespace trainyard
