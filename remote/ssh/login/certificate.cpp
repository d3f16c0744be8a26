// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/ssh/login/certificate.h"

#include <QDateTime>
#include <QtEndian>

#include "engine/contract/messages.h"

namespace trainyard {
namespace {

// Reads the parts in order; after a truncated one there are no more.
class CertificateReader {
 public:
  explicit CertificateReader(QByteArrayView bytes) : m_bytes(bytes) {}

  QByteArrayView string() {
    const qint64 length = number<quint32>();
    if (length > m_bytes.size()) m_isCut = true;
    if (m_isCut) return {};
    return take(length);
  }
  template <class Number>
  Number number() {
    if (m_bytes.size() < static_cast<qsizetype>(sizeof(Number))) m_isCut = true;
    if (m_isCut) return 0;
    return qFromBigEndian<Number>(take(sizeof(Number)).data());
  }
  bool isCut() const { return m_isCut; }
  bool isAtEnd() const { return m_bytes.isEmpty() || m_isCut; }

 private:
  QByteArrayView take(qsizetype count) {
    const QByteArrayView front = m_bytes.first(count);
    m_bytes = m_bytes.sliced(count);
    return front;
  }
  QByteArrayView m_bytes;
  bool m_isCut = false;
};

QString whenText(quint64 seconds) {
  return QDateTime::fromSecsSinceEpoch(static_cast<qint64>(seconds))
      .toString(QStringLiteral("yyyy-MM-dd HH:mm"));
}

// The number of parts of its public key; 0: an unknown kind.
int partsOfKey(const QByteArray& type) {
  if (type == "ssh-ed25519-cert-v01@openssh.com") return 1;
  if (type == "sk-ssh-ed25519-cert-v01@openssh.com" || type == "ssh-rsa-cert-v01@openssh.com")
    return 2;
  if (type.startsWith("ecdsa-sha2-") && type.endsWith("-cert-v01@openssh.com")) return 2;
  if (type.startsWith("sk-ecdsa-sha2-") && type.endsWith("-cert-v01@openssh.com")) return 3;
  return type == "ssh-dss-cert-v01@openssh.com" ? 4 : 0;
}

}  // namespace

std::optional<Certificate> readCertificate(QByteArrayView blob) {
  CertificateReader reader(blob);
  const int parts = partsOfKey(reader.string().toByteArray());
  if (parts == 0) return {};
  for (int i = 0; i < parts + 1; ++i) reader.string();  // a nonce precedes the key
  reader.number<quint64>();                             // serial
  Certificate certificate;
  certificate.isOfUser = reader.number<quint32>() == 1;
  reader.string();  // its id
  CertificateReader names(reader.string());
  while (!names.isAtEnd()) certificate.names << QString::fromUtf8(names.string());
  certificate.validAfter = reader.number<quint64>();
  certificate.validBefore = reader.number<quint64>();
  if (reader.isCut() || names.isCut()) return {};
  return certificate;
}

std::optional<Error> whyNotTaken(const Certificate& certificate, const QString& name,
                                 const QString& account, double now) {
  const Map what{{"certificate", name.toStdString()}};
  const auto with = [&](const char* code, const char* key, const QString& value) {
    Map arguments = what;
    arguments.emplace_back(key, value.toStdString());
    return make_error(code, std::move(arguments));
  };
  if (!certificate.isOfUser) return make_error("certificate.of_host", what);
  if (static_cast<double>(certificate.validBefore) <= now)
    return with("certificate.expired", "time", whenText(certificate.validBefore));
  if (static_cast<double>(certificate.validAfter) > now)
    return with("certificate.not_yet", "time", whenText(certificate.validAfter));
  if (certificate.names.isEmpty() || certificate.names.contains(account)) return {};
  Error error =
      with("certificate.other_names", "names", certificate.names.join(QStringLiteral(", ")));
  error.arguments.emplace_back("account", account.toStdString());
  return make_error(error.code, std::move(error.arguments));
}

}  // namespace trainyard
