// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/runs/table/table_requests.h"

#include <algorithm>

namespace trainyard {
namespace {

constexpr int tableNewsMilliseconds = 1000, mostNewsMilliseconds = 5000;
constexpr qint64 shareOfNews = 50;  // that it takes at most, of the time: one in so many

}  // namespace

TableRequests::TableRequests(TableReader* tables) : m_tables(tables) {
  m_news.setSingleShot(true);
  m_news.setInterval(tableNewsMilliseconds);
  connect(&m_news, &QTimer::timeout, this, &TableRequests::due);
  connect(m_tables, &TableReader::tableRead, this, [this](const RunTable& table) {
    if (--m_numAsked > 0) return;  // a newer question is under way
    m_news.setInterval(static_cast<int>(std::clamp<qint64>(
        shareOfNews * m_asked.elapsed(), tableNewsMilliseconds, mostNewsMilliseconds)));
    emit answered(table, m_keys, m_order);
  });
  connect(m_tables, &TableReader::tableRefused, this,
          [this](const QString& sentence, bool isOfFilter) {
            // That the records cannot be read is reported, too, by who reads them.
            if (--m_numAsked == 0 && isOfFilter && !sentence.isEmpty()) emit refused(sentence);
          });
}

void TableRequests::ask(const RunTableQuery& query, RunTableModel::Order order) {
  m_keys = query.columns;
  // An answer that was asked for with leave to move rows keeps that leave.
  if (m_numAsked == 0 || order == RunTableModel::Order::asRead) m_order = order;
  ++m_numAsked;
  m_asked.start();
  m_tables->requestTable(query);
}

void TableRequests::askSoon() {
  if (!m_news.isActive()) m_news.start();
}

}  // namespace trainyard
