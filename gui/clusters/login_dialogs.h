// SPDX-License-Identifier: GPL-3.0-or-later
// The questions of a login as windows beside the others, which stay usable. Texts that came from a
// server are shown as plain text in a box of their own. Each answers once; closing it is a refusal.
#pragma once

#include <QDialog>
#include <QFuture>
#include <QLabel>
#include <QPromise>
#include <QTimer>

#include "remote/service/protocol/protocol.h"

namespace trainyard {

class LoginDialog : public QDialog {
  Q_OBJECT
 public:
  explicit LoginDialog(QWidget* parent);
  ~LoginDialog() override;
  // What the person said; no answer when the dialog is gone before. Always ends with one of the
  // two.
  QFuture<std::optional<LoginAnswer>> answer() { return m_answer.future(); }

 protected:
  // The dialog closes and deletes itself.
  void give(const std::optional<LoginAnswer>& answer);
  void done(int result) override;
  // How long servers usually wait, counting down.
  QLabel* countdown(double connectedAt);

 private:
  QTimer m_second;
  QPromise<std::optional<LoginAnswer>> m_answer;
};

// An unknown key of a host: trusted for good, this time only, or not. Return and Escape refuse.
class HostKeyDialog : public LoginDialog {
  Q_OBJECT
 public:
  HostKeyDialog(const LoginQuestion& question, QWidget* parent);
};

// The passphrase of a key on this computer.
class PassphraseDialog : public LoginDialog {
  Q_OBJECT
 public:
  PassphraseDialog(const LoginQuestion& question, QWidget* parent);
};

// What the server wants to know: its words in a box, a line for each prompt, hidden unless it says
// otherwise; or the password of the account.
class PromptsDialog : public LoginDialog {
  Q_OBJECT
 public:
  PromptsDialog(const LoginQuestion& question, QWidget* parent);
};

// What puts a login's questions to the person in front of `window`; nobody once the window is gone.
Answerer askInDialogs(QWidget* window);

}  // namespace trainyard
