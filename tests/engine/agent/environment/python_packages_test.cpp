// SPDX-License-Identifier: GPL-3.0-or-later
// On folders as venv, conda, modules and Debian make them.
#include "engine/agent/environment/python_packages.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>

#include "engine/agent/environment/environment.h"
#include "engine/contract/json.h"
#include "tests/engine/temporary_folder.h"

namespace trainyard::agent {
namespace {

namespace fs = std::filesystem;

class PythonPackages : public testing::Test {
 protected:
  void folder(const std::string& name) { fs::create_directories(root_ / name); }
  void file(const std::string& name, const std::string& text = "") {
    fs::create_directories((root_ / name).parent_path());
    std::ofstream(root_ / name) << text;
  }
  void program(const std::string& name) {
    file(name, "#!/bin/sh\n");
    fs::permissions(root_ / name, fs::perms::owner_all);
  }
  void link(const std::string& name, const std::string& to) {
    fs::create_directories((root_ / name).parent_path());
    fs::create_symlink(root_ / to, root_ / name);
  }
  void set(const std::string& name, const std::string& value) { variables_[name] = value; }
  std::string at(const std::string& name) const { return (root_ / name).string(); }
  PythonInstallation find(const std::string& program = "train.sh") const {
    return find_python(program, [this](const std::string& name) -> std::optional<std::string> {
      const auto found = variables_.find(name);
      return found == variables_.end() ? std::nullopt : std::optional(found->second);
    });
  }
  static std::string text(const Map& packages) { return to_json(packages); }

  TemporaryFolder folder_;
  fs::path root_ = folder_.path();
  std::map<std::string, std::string> variables_;
};

TEST_F(PythonPackages, OfAVenvAreThoseOfItsFolderAlone) {
  program("usr/bin/python3.11");
  link("venv/bin/python3", "usr/bin/python3.11");
  link("venv/bin/python", "venv/bin/python3");
  file("venv/pyvenv.cfg",
       "home = /usr/bin\ninclude-system-site-packages = false\nversion = 3.11.4\n");
  folder("venv/lib/python3.11/site-packages/torch-2.7.0+cu126.dist-info");
  folder("venv/lib/python3.11/site-packages/Flash_Attn-2.8.0.post2.dist-info");
  folder("venv/lib/python3.11/site-packages/torch");
  file("venv/lib/python3.11/site-packages/six-1.16.0-py3.11.egg-info");
  folder("home/.local/lib/python3.11/site-packages/wandb-0.19.1.dist-info");
  set("PATH", "/nowhere:" + at("venv/bin") + ":" + at("usr/bin"));
  set("HOME", at("home"));
  const PythonInstallation python = find();
  EXPECT_EQ(python.version, "3.11.4");
  EXPECT_EQ(python.prefix, at("venv"));
  EXPECT_EQ(text(python.packages),
            R"({"flash-attn":"2.8.0.post2","six":"1.16.0","torch":"2.7.0+cu126"})");
}

TEST_F(PythonPackages, OfASharingVenvHaveTheSystemsBehindThem) {
  program("base/bin/python3.10");
  link("venv/bin/python3", "base/bin/python3.10");
  file("venv/pyvenv.cfg", "home = " + at("base/bin") + "\ninclude-system-site-packages = true\n");
  folder("venv/lib/python3.10/site-packages/numpy-2.1.0.dist-info");
  folder("base/lib/python3.10/site-packages/numpy-1.26.4.dist-info");
  folder("base/lib/python3.10/site-packages/scipy-1.11.0.dist-info");
  set("PATH", at("venv/bin"));
  const PythonInstallation python = find();
  EXPECT_EQ(python.version, "3.10");
  EXPECT_EQ(text(python.packages), R"({"numpy":"2.1.0","scipy":"1.11.0"})");
}

TEST_F(PythonPackages, OfCondaHaveItsWholeVersion) {
  program("conda/envs/lm/bin/python3.12");
  link("conda/envs/lm/bin/python", "conda/envs/lm/bin/python3.12");
  file("conda/envs/lm/conda-meta/python-dateutil-2.9.0-py.json");
  file("conda/envs/lm/conda-meta/python-3.12.2-hab00c5b_0_cpython.json");
  folder("conda/envs/lm/lib/python3.12/site-packages/jax-0.4.30.dist-info");
  set("CONDA_PREFIX", at("conda/envs/lm"));
  const PythonInstallation python = find();
  EXPECT_EQ(python.version, "3.12.2");
  EXPECT_EQ(text(python.packages), R"({"jax":"0.4.30"})");
}

TEST_F(PythonPackages, OfModulesComeFirst) {
  program("apps/Python/3.11.3/bin/python3.11");
  link("apps/Python/3.11.3/bin/python", "apps/Python/3.11.3/bin/python3.11");
  folder("apps/Python/3.11.3/lib/python3.11/site-packages/numpy-1.25.1.dist-info");
  folder("apps/SciPy/lib/numpy-1.26.0.dist-info");
  folder("home/.local/lib/python3.11/site-packages/tqdm-4.66.1.dist-info");
  set("PATH", at("apps/Python/3.11.3/bin"));
  set("PYTHONPATH", at("apps/SciPy/lib") + ":" + at("apps/none"));
  set("HOME", at("home"));
  EXPECT_EQ(text(find().packages), R"({"numpy":"1.26.0","tqdm":"4.66.1"})");
  set("PYTHONNOUSERSITE", "1");
  EXPECT_EQ(text(find().packages), R"({"numpy":"1.26.0"})");
}

TEST_F(PythonPackages, TheCommandsOwnPythonIsTheOne) {
  program("a/bin/python3.9");
  program("b/bin/python3.13");
  set("PATH", at("a/bin") + ":" + at("b/bin"));
  EXPECT_EQ(find(at("b/bin/python3.13")).prefix, at("b"));
  EXPECT_EQ(find("python3.13").version, "3.13");
  // No such thing as a Python: the first that its script would find, of which there is none.
  EXPECT_EQ(find("pythonic").prefix, "");
  EXPECT_EQ(find("python3.14").prefix, "");
}

TEST_F(PythonPackages, WhatIsNoPackageIsLeftOut) {
  program("p/bin/python3");
  for (const char* name : {"torch.dist-info", "-1.0.dist-info", "a-.dist-info", "b-1.0.txt",
                           "c d-1.0.dist-info", "e-1\n.dist-info", "Zope.Interface-6.0.dist-info"})
    folder(std::string("p/lib/python3/site-packages/") + name);
  folder("p/lib/python3/site-packages/" + std::string(200, 'n') + "-1.0.dist-info");
  set("PATH", at("p/bin"));
  const PythonInstallation python = find();
  EXPECT_EQ(python.version, "3");
  EXPECT_EQ(text(python.packages), R"({"zope-interface":"6.0"})");
}

TEST_F(PythonPackages, ThousandsAreCut) {
  program("p/bin/python3");
  for (int i = 0; i < 1100; ++i)
    folder("p/lib/python3/site-packages/n" + std::to_string(i) + "-1.dist-info");
  set("PATH", at("p/bin"));
  EXPECT_EQ(find().packages.size(), 1024u);
}

TEST_F(PythonPackages, WithoutAPythonNothingIsKnown) {
  EXPECT_EQ(find().version, "");
  set("PATH", at("none"));
  set("VIRTUAL_ENV", at("removed"));
  const PythonInstallation python = find();
  EXPECT_EQ(python.prefix, "");
  EXPECT_TRUE(python.packages.empty());
}

TEST_F(PythonPackages, OfTheProgramAreThoseThatItsOwnVariablesName) {
  program("p/bin/python3.12");
  link("p/bin/python", "p/bin/python3.12");
  folder("p/lib/python3.12/site-packages/torch-2.7.0.dist-info");
  Options options;
  options.workload = Workload::command;
  options.command = {"python", "train.py"};
  options.variables = {{"PATH", at("p/bin")},
                       {"LOADEDMODULES", "cuda/12.1:python/3.12"},
                       {"PYTHONPATH", ""},
                       {"HOME", at("home")}};
  const Map map = environment_of(options);
  EXPECT_EQ(*trainyard::find(map, "python")->get_if<std::string>(), "3.12");
  EXPECT_EQ(to_json(*trainyard::find(map, "modules")), R"(["cuda/12.1","python/3.12"])");
  EXPECT_EQ(to_json(*trainyard::find(map, "packages")), R"({"torch":"2.7.0"})");
  EXPECT_TRUE(trainyard::find(map, "kernel"));
  options.workload = Workload::engine;
  EXPECT_FALSE(trainyard::find(environment_of(options), "python"));
  // In a container are other programs than this process sees.
  options.workload = Workload::command;
  options.node_command = {"apptainer", "exec", "/images/torch.sif"};
  const Map inside = environment_of(options);
  EXPECT_FALSE(trainyard::find(inside, "packages"));
  EXPECT_EQ(*trainyard::find(inside, "container")->get_if<std::string>(),
            "apptainer exec /images/torch.sif");
}

}  // namespace
}  // namespace trainyard::agent
