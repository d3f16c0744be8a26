// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/transfer/engine_tree.h"

#include <algorithm>
#include <filesystem>
#include <functional>
#include <string_view>

#include <QCryptographicHash>
#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QFileInfo>

#include "engine/contract/files/durable_file.h"
#include "engine/contract/messages.h"
#include "engine/system/bundled_libraries.h"
#include "remote/host/places.h"
#include "remote/process/native_path.h"
#include "remote/values/text.h"
#include "remote/transfer/elf_file.h"
#include "remote/transfer/library_search.h"

namespace trainyard {

static_assert(std::string_view(torch_version) == TRAINYARD_TORCH_VERSION);

namespace {

Error treeError(const char* code, const QString& path, const QString& problem = {}) {
  return make_error(code, {{"path", path.toStdString()}, {"problem", problem.toStdString()}});
}

// Libraries that torch's GPU half opens by name at run time, so that no library lists them as
// needed. File name patterns.
const QStringList& openedByName() {
  static const QStringList patterns{
      QStringLiteral("libtorch_cuda_linalg.so"), QStringLiteral("libcaffe2_nvrtc.so"),
      QStringLiteral("libcudnn_*.so.*"), QStringLiteral("libnvrtc-builtins.so.*")};
  return patterns;
}

TreeFile fileOf(const QByteArray& name, const QString& path) {
  return {name, path, {}, QFileInfo(path).size(), false};
}

Result<TreeFile> shortFile(const QByteArray& name, const QString& path) {
  if (!QFile::exists(path)) return treeError("engine.missing", path);
  TRY(auto content, shortElf(path));
  const qint64 bytes = content.size();
  return TreeFile{name, {}, std::move(content), bytes, true};
}

// Sorts the tree, and names it after its content.
Result<void> finishTree(EngineTree& tree, const QString& kind) {
  std::sort(tree.files.begin(), tree.files.end(),
            [](const TreeFile& a, const TreeFile& b) { return a.name < b.name; });
  std::string all;
  for (const TreeFile& file : tree.files) {
    QByteArray hash;
    if (file.source.isEmpty()) {
      hash = QByteArray::fromStdString(
          digest_text({file.content.constData(), static_cast<std::size_t>(file.content.size())}));
    } else {
      TRY(auto read, hashFile(QFile::encodeName(file.source), HashKind::xxh3, {}, {}));
      hash = read;
    }
    all += hash.toStdString() + "  " + file.name.toStdString() + '\n';
    tree.bytes += file.bytes;
  }
  tree.name = kind + QLatin1Char('-') + QString::fromStdString(digest_text(all)).left(16);
  return {};
}

Result<EngineTree> torchTree(const Libraries& libraries, const QString& kind) {
  EngineTree tree;
  QStringList needs;
  for (const auto& [name, library] : libraries) {
    if (library.origin != FoundLibrary::Origin::searchPath) continue;
    tree.files.push_back(fileOf(name, library.path));
    TRY(const auto elf, readElf(library.path));
    for (const QByteArray& needed : elf.needed)
      if (const auto found = libraries.find(needed);
          found != libraries.end() && found->second.origin == FoundLibrary::Origin::system)
        needs << QFile::decodeName(needed);
  }
  needs.removeDuplicates();
  needs.sort();
  tree.needs = needs;
  TRY(finishTree(tree, QStringLiteral("torch-" TRAINYARD_TORCH_VERSION "-") + kind));
  return tree;
}

// The libraries of the GPU half, without those in `processor`.
Result<Libraries> gpuLibraries(const QString& module, const QString& localPrograms,
                               const Libraries& processor) {
  auto libraries = findLibraries({module}, localPrograms, processor);
  if (!libraries) return libraries;
  QStringList folders, opened;
  for (const auto& [name, library] : *libraries) {
    const QString folder = QFileInfo(library.path).path();
    if (library.origin == FoundLibrary::Origin::searchPath && !folders.contains(folder))
      folders << folder;
  }
  // libcaffe2_nvrtc leads to the folder of libnvrtc, which itself opens another library by name.
  for (int round = 0; round < 2; ++round) {
    for (const QString& folder : QStringList(folders))
      for (const QString& name : QDir(folder).entryList(openedByName(), QDir::Files)) {
        const QByteArray key = QFile::encodeName(name);
        if (libraries->contains(key) || processor.contains(key)) continue;
        (*libraries)[key] = {folder + QLatin1Char('/') + name, FoundLibrary::Origin::searchPath};
        opened << folder + QLatin1Char('/') + name;
      }
    Libraries known = *libraries;
    known.insert(processor.begin(), processor.end());
    auto more = findLibraries(opened, localPrograms, known);
    if (!more) return more;
    for (const auto& [name, library] : *more) {
      const QString folder = QFileInfo(library.path).path();
      if (library.origin == FoundLibrary::Origin::searchPath && !folders.contains(folder))
        folders << folder;
    }
    libraries->insert(more->begin(), more->end());
  }
  return libraries;
}

QByteArray launcher(const QByteArray& loader, const std::vector<EngineTree>& torch) {
  QByteArray path = "$here/sys:$here";
  for (const EngineTree& tree : torch) path += ":$here/../" + tree.name.toUtf8();
  return "#!/bin/sh\n"
         "# Starts the engine with the loader, the C library and all other libraries that came "
         "with it, so that the node's own may be\n"
         "# older. What only the node has, as the GPU driver's libcuda.so.1, is found last: by its "
         "ld.so.cache and LD_LIBRARY_PATH.\n"
         "here=$(dirname \"$(readlink -f \"$0\")\")\n"
         "exec \"$here/sys/" +
         loader + "\" --library-path \"" + path +
         "${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}\" \"$here/engine.bin\" \"$@\"\n";
}

Result<void> addProgram(EngineTree& tree, const QByteArray& name, const QString& path) {
  TRY(auto file, shortFile(name, path));
  tree.files.push_back(std::move(file));
  return {};
}

QByteArray loaderOf(const QString& program) {
  auto elf = readElf(program);
  return elf ? elf->interpreter.mid(elf->interpreter.lastIndexOf('/') + 1) : QByteArray();
}

}  // namespace

namespace {

struct Torch {
  std::vector<EngineTree> trees;
  Libraries libraries;  // all that our programs and torch's libraries need
};

struct Engine {
  QString programs, engine, parquet, module, kernels;
  EngineParts parts;
};

Result<Torch> torchHere(const Engine& of) {
  Torch torch;
  TRY(torch.libraries, findLibraries({of.engine, of.parquet}, of.programs));
  TRY(auto processor, torchTree(torch.libraries, QStringLiteral("cpu")));
  torch.trees.push_back(std::move(processor));
  if (of.parts == EngineParts::gpu) {
    TRY(auto ofGpu, gpuLibraries(of.module, of.programs, torch.libraries));
    Libraries all = torch.libraries;
    all.insert(ofGpu.begin(), ofGpu.end());
    TRY(auto cuda, torchTree(ofGpu, QStringLiteral("cuda")));
    torch.trees.push_back(std::move(cuda));
    torch.libraries = std::move(all);
  }
  return torch;
}

EngineTree treeFrom(const TorchTree& listed) {
  EngineTree tree;
  tree.name = listed.name;
  tree.needs = listed.needs;
  tree.isHere = false;
  for (const TorchFile& file : listed.files) {
    tree.files.push_back({QFile::encodeName(file.name), {}, {}, file.bytes, false});
    tree.bytes += file.bytes;
  }
  return tree;
}

// Torch as it will be where it is fetched; of this computer come only the system's libraries.
Result<Torch> torchOf(const TorchList& list, const Engine& of) {
  Torch torch;
  Libraries ofTorch;
  QStringList needs, files{of.engine, of.parquet}, kinds{QStringLiteral("cpu")};
  if (of.parts == EngineParts::gpu) {
    kinds << QStringLiteral("cuda");
    files << of.module;
  }
  for (const QString& kind : kinds) {
    const TorchTree* listed = list.ofKind(kind);
    if (!listed) return treeError("engine.missing", QStringLiteral("torch ") + kind);
    torch.trees.push_back(treeFrom(*listed));
    needs += listed->needs;
    for (const TorchFile& file : listed->files)
      ofTorch[QFile::encodeName(file.name)] = {{}, FoundLibrary::Origin::searchPath};
  }
  TRY(torch.libraries, findLibraries(files, of.programs, ofTorch, needs));
  return torch;
}

// Fills `trees.list` and `trees.torch`.
Result<Libraries> addTorch(EngineTrees& trees, const Engine& of) {
  TRY(trees.list, readTorchList(of.programs));
  auto torch = torchHere(of);
  if (!torch && torch.error().code == "engine.no_library" && trees.list)
    torch = torchOf(*trees.list, of);
  if (!torch) return torch.error();
  trees.torch = std::move(torch->trees);
  if (trees.list)
    trees.list->trees.removeIf([&](const TorchTree& listed) {
      return std::ranges::find(trees.torch, listed.name, &EngineTree::name) == trees.torch.end();
    });
  return std::move(torch->libraries);
}

// Starts the program of the machine that it is on: login and compute nodes of a cluster may differ.
QByteArray byMachine(const QByteArray& name) {
  return "#!/bin/sh\nexec \"${0%/*}/" + name + ".$(uname -m)\" \"$@\"\n";
}

// A static program for nodes: of this machine's architecture and, where they were built, of others.
Result<void> addAgent(EngineTree& tree, const QByteArray& name, const QString& programs) {
  const QString path = programs + QLatin1Char('/') + QString::fromLatin1(name),
                other = path + QStringLiteral(".aarch64");
  if (!QFileInfo::exists(other)) return addProgram(tree, name, path);
  TRY(addProgram(tree, name + ".x86_64", path));
  tree.files.push_back(fileOf(name + ".aarch64", other));
  tree.files.back().isProgram = true;
  const QByteArray script = byMachine(name);
  tree.files.push_back({name, {}, script, script.size(), true});
  return {};
}

// The engine itself, and what it needs of the system.
Result<void> addEngine(EngineTrees& trees, const Engine& of) {
  TRY(addProgram(trees.programs, "engine.bin", of.engine));
  TRY(addProgram(trees.programs, "libengine_parquet.so", of.parquet));
  if (of.parts == EngineParts::gpu) {
    TRY(addProgram(trees.programs, "libengine_gpu.so", of.module));
    // Built only where there is an nvcc. Its own library, CUDA's runtime, comes with torch.
    if (QFileInfo::exists(of.kernels)) {
      TRY(addProgram(trees.programs, "libengine_kernels.so", of.kernels));
    }
  }
  TRY(const auto libraries, addTorch(trees, of));
  const QByteArray loader = loaderOf(of.engine);
  for (const auto& [name, library] : libraries) {
    if (library.origin == FoundLibrary::Origin::searchPath) continue;
    trees.programs.files.push_back(fileOf(
        (library.origin == FoundLibrary::Origin::system ? "sys/" : "") + name, library.path));
    trees.programs.files.back().isProgram = name == loader;
  }
  const QByteArray script = launcher(loader, trees.torch);
  trees.programs.files.push_back({"engine", {}, script, script.size(), true});
  return {};
}

QString gpuModule(const QString& localPrograms) {
  return localPrograms + QStringLiteral("/libengine_gpu.so");
}

}  // namespace

EngineParts builtParts(const QString& localPrograms) {
  return QFileInfo::exists(gpuModule(localPrograms)) ? EngineParts::gpu : EngineParts::processor;
}

Result<EngineTrees> findEngineTrees(const QString& localPrograms, EngineParts parts) {
  EngineTrees trees;
  for (const char* name : {"yard-agent", "yard-search"}) {
    TRY(addAgent(trees.programs, name, localPrograms));
  }
  if (parts != EngineParts::agentOnly) {
    const Engine of{localPrograms,
                    programFile(localPrograms, QStringLiteral("engine")),
                    localPrograms + QStringLiteral("/libengine_parquet.so"),
                    gpuModule(localPrograms),
                    localPrograms + QStringLiteral("/libengine_kernels.so"),
                    parts};
    TRY(addEngine(trees, of));
  }
  auto finished = finishTree(trees.programs, QStringLiteral("trainyard-" TRAINYARD_VERSION));
  keepHashes();
  if (!finished) return finished.error();
  return trees;
}

namespace {

namespace fs = std::filesystem;

// Of services that were killed, and of older versions. No transfer takes as long.
void removeLeftovers(const QString& folder) {
  const QDateTime old = QDateTime::currentDateTime().addDays(-2);
  std::error_code ignored;
  for (const QFileInfo& entry : QDir(folder).entryInfoList(QDir::Dirs | QDir::NoDotAndDotDot))
    if (entry.lastModified() < old) fs::remove_all(nativePath(entry.filePath()), ignored);
}

Result<void> stageFile(const TreeFile& file, const QString& path) {
  if (!QDir().mkpath(QFileInfo(path).path())) return treeError("engine.missing", path);
  std::error_code problem;
  if (file.source.isEmpty() || file.isProgram) {
    QFile copy(path), source(file.source);
    QByteArray content = file.content;
    if (!file.source.isEmpty())
      content = source.open(QIODevice::ReadOnly) ? source.readAll() : QByteArray();
    if (!copy.open(QIODevice::WriteOnly) || copy.write(content) != content.size() || !copy.flush())
      return treeError("engine.not_staged", path, copy.errorString());
    copy.setPermissions(QFile::ReadOwner | QFile::ExeOwner | QFile::ReadGroup | QFile::ExeGroup |
                        QFile::ReadOther | QFile::ExeOther);
  } else {
    fs::create_symlink(nativePath(file.source), nativePath(path), problem);
  }
  if (problem) return treeError("engine.not_staged", path, text(problem.message()));
  return {};
}

}  // namespace

Result<StagedTree> stageTree(const EngineTree& tree,
                             const std::function<void(qint64, qint64)>& onBytes,
                             std::stop_token stop) {
  StagedTree staged;
  const QString all = cacheFolder() + QStringLiteral("/engine");
  removeLeftovers(all);
  if (!QDir().mkpath(all)) return treeError("engine.missing", all);
  staged.place = std::make_shared<QTemporaryDir>(all + QStringLiteral("/staged-XXXXXX"));
  if (!staged.place->isValid())
    return treeError("engine.not_staged", all, staged.place->errorString());
  staged.folder = staged.place->filePath(tree.name);
  qint64 done = 0;
  for (const TreeFile& file : tree.files) {
    const QString path = staged.folder + QLatin1Char('/') + QFile::decodeName(file.name);
    TRY(stageFile(file, path));
    const OnBytes count = [&](qint64 bytes) {
      done += bytes;
      if (onBytes) onBytes(done, tree.bytes);
    };
    TRY(auto hash, hashFile(QFile::encodeName(file.source.isEmpty() ? path : file.source),
                            HashKind::sha256, count, stop));
    staged.files.push_back({file.name, hash, file.bytes});
  }
  const QByteArray manifest = manifestOf(staged.files);
  TRY(stageFile({"manifest.sha256", {}, manifest, manifest.size(), false},
                staged.folder + QStringLiteral("/manifest.sha256")));
  staged.files.push_back({"manifest.sha256",
                          QCryptographicHash::hash(manifest, QCryptographicHash::Sha256).toHex(),
                          manifest.size()});
  keepHashes();
  return staged;
}

}  // namespace trainyard
