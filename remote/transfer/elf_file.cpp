// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/transfer/elf_file.h"

#include <algorithm>
#include <cstring>
#include <optional>
#include <vector>

#include <QFile>

#include <elf.h>

#include "engine/contract/messages.h"

namespace trainyard {
namespace {

Error elfError(const char* code, const QString& path, const QString& problem = {}) {
  return make_error(code, {{"path", path.toStdString()}, {"problem", problem.toStdString()}});
}

template <class T>
std::optional<T> readAt(QFile& file, quint64 offset) {
  T value;
  if (!file.seek(static_cast<qint64>(offset)) ||
      file.read(reinterpret_cast<char*>(&value), sizeof value) != sizeof value)
    return std::nullopt;
  return value;
}

struct Headers {
  Elf64_Ehdr elf;
  std::vector<Elf64_Phdr> program;
};

std::optional<Headers> readHeaders(QFile& file) {
  const auto elf = readAt<Elf64_Ehdr>(file, 0);
  if (!elf || std::memcmp(elf->e_ident, ELFMAG, SELFMAG) != 0 ||
      elf->e_ident[EI_CLASS] != ELFCLASS64 || elf->e_machine != EM_X86_64)
    return std::nullopt;
  Headers headers{*elf, {}};
  for (int i = 0; i < elf->e_phnum; ++i) {
    const auto header =
        readAt<Elf64_Phdr>(file, elf->e_phoff + static_cast<quint64>(i) * elf->e_phentsize);
    if (!header || static_cast<qint64>(header->p_offset + header->p_filesz) > file.size())
      return std::nullopt;
    headers.program.push_back(*header);
  }
  return headers;
}

QByteArray bytesAt(QFile& file, quint64 offset, quint64 limit) {
  if (!file.seek(static_cast<qint64>(offset))) return {};
  const QByteArray bytes = file.read(static_cast<qint64>(limit));
  return bytes.left(bytes.indexOf('\0'));
}

std::optional<quint64> fileOffset(const Headers& headers, quint64 address) {
  for (const Elf64_Phdr& header : headers.program)
    if (header.p_type == PT_LOAD && address >= header.p_vaddr &&
        address < header.p_vaddr + header.p_filesz)
      return header.p_offset + (address - header.p_vaddr);
  return std::nullopt;
}

bool readDynamic(QFile& file, const Headers& headers, const Elf64_Phdr& dynamic, ElfFile& elf) {
  std::vector<quint64> needed;
  std::optional<quint64> strings, rpath, runpath;
  for (quint64 at = 0; at + sizeof(Elf64_Dyn) <= dynamic.p_filesz; at += sizeof(Elf64_Dyn)) {
    const auto entry = readAt<Elf64_Dyn>(file, dynamic.p_offset + at);
    if (!entry || entry->d_tag == DT_NULL) break;
    if (entry->d_tag == DT_NEEDED) needed.push_back(entry->d_un.d_val);
    if (entry->d_tag == DT_STRTAB) strings = fileOffset(headers, entry->d_un.d_ptr);
    if (entry->d_tag == DT_RPATH) rpath = entry->d_un.d_val;
    if (entry->d_tag == DT_RUNPATH) runpath = entry->d_un.d_val;
  }
  if (!strings) return needed.empty();
  for (const quint64 name : needed) elf.needed << bytesAt(file, *strings + name, 4096);
  if (runpath || rpath) {
    elf.searchPathOffset = static_cast<qint64>(*strings + (runpath ? *runpath : *rpath));
    elf.searchPath = bytesAt(file, static_cast<quint64>(*elf.searchPathOffset), 1 << 16).split(':');
  }
  return true;
}

}  // namespace

Result<ElfFile> readElf(const QString& path) {
  QFile file(path);
  if (!file.open(QIODevice::ReadOnly)) return elfError("elf.unreadable", path, file.errorString());
  const auto headers = readHeaders(file);
  if (!headers) return elfError("elf.damaged", path);
  ElfFile elf;
  elf.loadedBytes =
      static_cast<qint64>(headers->elf.e_phoff) + headers->elf.e_phnum * headers->elf.e_phentsize;
  for (const Elf64_Phdr& header : headers->program) {
    elf.loadedBytes =
        std::max(elf.loadedBytes, static_cast<qint64>(header.p_offset + header.p_filesz));
    if (header.p_type == PT_INTERP)
      elf.interpreter = bytesAt(file, header.p_offset, std::min<quint64>(header.p_filesz, 4096));
    if (header.p_type == PT_DYNAMIC && !readDynamic(file, *headers, header, elf))
      return elfError("elf.damaged", path);
  }
  return elf;
}

Result<QByteArray> shortElf(const QString& path) {
  TRY(const auto elf, readElf(path));
  QFile file(path);
  if (!file.open(QIODevice::ReadOnly)) return elfError("elf.unreadable", path, file.errorString());
  QByteArray bytes = file.read(elf.loadedBytes);
  if (bytes.size() != elf.loadedBytes) return elfError("elf.unreadable", path, file.errorString());
  Elf64_Ehdr header;
  std::memcpy(&header, bytes.constData(), sizeof header);
  header.e_shoff = 0;
  header.e_shnum = header.e_shstrndx = 0;
  std::memcpy(bytes.data(), &header, sizeof header);
  if (elf.searchPathOffset && *elf.searchPathOffset < bytes.size())
    bytes[*elf.searchPathOffset] = '\0';
  return bytes;
}

}  // namespace trainyard
