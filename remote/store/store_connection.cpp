// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/store/store_connection.h"

#include <QFileInfo>
#include <QUuid>

#include "remote/store/statements.h"

namespace trainyard {

StoreConnection::StoreConnection(QString path)
    : m_path(std::move(path)), m_name(QUuid::createUuid().toString()) {}

StoreConnection::~StoreConnection() {
  forgetStatements(m_name);
  closeDatabase(m_name);
}

Result<bool> StoreConnection::isBegun() {
  if (m_isOpen) return true;
  if (!QFileInfo::exists(m_path)) return false;
  auto opened = openDatabase(m_path, m_name, OpenMode::read);
  m_isOpen = opened.ok();
  if (!opened && opened.error().code == "store.empty") return false;
  if (!opened) return std::move(opened).error();
  return true;
}

}  // namespace trainyard
