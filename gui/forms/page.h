// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QWidget>

class QAbstractButton;

namespace trainyard {

// A page of the main window, which shows what it reports in a message bar above it.
class Page : public QWidget {
  Q_OBJECT
 public:
  using QWidget::QWidget;

  // Its name on the left side, in the current language.
  virtual QString title() const = 0;
  // Whose actions are commands of the command palette while the page is shown, beside those of its
  // menus.
  virtual QList<QAbstractButton*> commandButtons() const { return {}; }
  // Which part of it is shown, as it stands behind its name in an address; empty: its start.
  virtual QString address() const { return {}; }
  // A person goes to a part of it.
  virtual void goTo(const QString& address) { Q_UNUSED(address) }

 signals:
  void failed(const QString& sentence);
  void done(const QString& sentence);
  void addressChanged(const QString& address);
};

}  // namespace trainyard
