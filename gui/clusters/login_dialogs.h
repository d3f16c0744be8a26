// SPDX-License-Identifier: GPL-3.0-or-later
// The questions of a login as modeless dialogs. Texts from a server are shown as plain text in a
// separate box. Each dialog answers once; closing it is a refusal.
#pragma once

#include <functional>

#include <QCheckBox>
#include <QDialog>
#include <QFuture>
#include <QLabel>
#include <QPromise>
#include <QTimer>

#include "remote/keychain/kept_answers.h"

namespace trainyard {

class LoginDialog : public QDialog {
  Q_OBJECT
 public:
  explicit LoginDialog(QWidget* parent);
  ~LoginDialog() override;
  // The user's answer; no answer if the dialog is destroyed first. Always completes with one of the
  // two.
  QFuture<std::optional<AnswerToKeep>> answer() { return m_answer.future(); }

 protected:
  // Closes the dialog, which then deletes itself.
  void give(const std::optional<LoginAnswer>& answer);
  void done(int result) override;
  // The choice to have the answer kept, with what it is called; hidden where there is none.
  QCheckBox* keepBox(const QString& text, Keeping keeping);
  // A countdown of how long servers usually wait.
  QLabel* countdown(double connectedAt);

 private:
  QTimer m_second;
  QCheckBox* m_keep = nullptr;
  QPromise<std::optional<AnswerToKeep>> m_answer;
};

// An unknown host key: trusted permanently, only this time, or not. Return and Escape refuse.
class HostKeyDialog : public LoginDialog {
  Q_OBJECT
 public:
  HostKeyDialog(const LoginQuestion& question, QWidget* parent);
};

// The passphrase of a key on this computer.
class PassphraseDialog : public LoginDialog {
  Q_OBJECT
 public:
  PassphraseDialog(const LoginQuestion& question, Keeping keeping, QWidget* parent);
};

// The server's questions: its text in a box, an input for each prompt, hidden unless the server
// allows otherwise; or the account's password.
class PromptsDialog : public LoginDialog {
  Q_OBJECT
 public:
  PromptsDialog(const LoginQuestion& question, Keeping keeping, QWidget* parent);
};

// Asks a login's questions in dialogs above `window`, unless the keychain has the answer; gives no
// answer once the window is gone. `fail` is told what could not be kept.
Answerer askInDialogs(QWidget* window, std::function<void(const QString&)> fail);

}  // namespace trainyard
