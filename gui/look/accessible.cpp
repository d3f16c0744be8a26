// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/look/accessible.h"

#include <QAbstractButton>
#include <QAccessibleWidget>
#include <QHash>
#include <utility>

namespace trainyard::look {
namespace {

struct AccessibleRole {
  QAccessible::Role role = QAccessible::NoRole;
  std::function<QString()> value;
};

QHash<const QObject*, AccessibleRole>& accessibleRoles() {
  static QHash<const QObject*, AccessibleRole> roles;
  return roles;
}

// Buttons can be pressed, and say whether they are checked.
class DescribedWidget : public QAccessibleWidget {
 public:
  DescribedWidget(QWidget* widget, const AccessibleRole& about)
      : QAccessibleWidget(widget, about.role), m_value(about.value) {}

  QString text(QAccessible::Text which) const override {
    if (which == QAccessible::Value && m_value) return m_value();
    const QString own = QAccessibleWidget::text(which);
    if (which == QAccessible::Name && own.isEmpty() && button()) return button()->text();
    return own;
  }
  QAccessible::State state() const override {
    QAccessible::State state = QAccessibleWidget::state();
    if (!button()) return state;
    state.checkable = button()->isCheckable();
    state.checked = button()->isChecked();
    return state;
  }
  QStringList actionNames() const override {
    QStringList names = QAccessibleWidget::actionNames();
    if (button()) names.prepend(pressAction());
    return names;
  }
  void doAction(const QString& action) override {
    if (button() && action == pressAction()) return button()->click();
    QAccessibleWidget::doAction(action);
  }

 private:
  QAbstractButton* button() const { return qobject_cast<QAbstractButton*>(widget()); }

  std::function<QString()> m_value;
};

QAccessibleInterface* describedWidget(const QString&, QObject* object) {
  const auto about = accessibleRoles().constFind(object);
  if (about == accessibleRoles().constEnd()) return nullptr;
  return new DescribedWidget(static_cast<QWidget*>(object), *about);
}

}  // namespace

void setAccessibleRole(QWidget* widget, QAccessible::Role role, std::function<QString()> value) {
  static const bool isInstalled = [] {
    QAccessible::installFactory(describedWidget);
    return true;
  }();
  Q_UNUSED(isInstalled);
  if (!accessibleRoles().contains(widget))
    QObject::connect(widget, &QObject::destroyed, widget,
                     [](QObject* gone) { accessibleRoles().remove(gone); });
  accessibleRoles().insert(widget, {role, std::move(value)});
}

}  // namespace trainyard::look
