# SPDX-License-Identifier: GPL-3.0-or-later
"""The folder that all packages are made of: what `cmake --install` puts below a prefix, with the libraries that it needs.

bin/                     links to yard and trainyard
lib/trainyard/           NAME (a launcher) and NAME.bin for each program, agents, modules of the engine, the loader
lib/trainyard/lib/       libraries; lib/c/ those of the C library, for systems whose own is older
lib/trainyard/plugins/   Qt's
lib/trainyard/torch_trees.json   what of torch the engine needs, for clusters that fetch it
lib/trainyard/licenses/  of all libraries, by Debian package; sbom.spdx.json
share/                   entry of the menu, icons, manual pages, completions
"""

import os
import pathlib
import shutil
import subprocess

import libraries
import sbom
import torch_list

PROGRAMS = pathlib.PurePath("lib/trainyard")
LAUNCHED = ["yard", "trainyard", "engine"]
# What Qt opens by name. xcb and offscreen: windows, and pictures without a display. Wayland's desktops show windows of X11.
PLUGINS = [
    "platforms/libqxcb.so",
    "platforms/libqoffscreen.so",
    "platforms/libqminimal.so",
    "platforminputcontexts/libcomposeplatforminputcontextplugin.so",
    "platforminputcontexts/libibusplatforminputcontextplugin.so",
    "platformthemes/libqxdgdesktopportal.so",
    "sqldrivers/libqsqlite.so",
    "iconengines/libqsvgicon.so",
    "imageformats/libqsvg.so",
    "imageformats/libqgif.so",
    "imageformats/libqjpeg.so",
    "tls/libqopensslbackend.so",
]
QT_CONFIGURATION = "[Paths]\nPrefix = .\nPlugins = plugins\nTranslations = translations\n"
TRANSLATIONS = ["qtbase_de.qm"]


def run(*command):
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)


def install(build, prefix):
    for component in ("agent", "engine", "desktop", "launcher"):
        run("cmake", "--install", build, "--prefix", prefix, "--component", component)


def make_portable(path, search=""):
    """Without what only debuggers need; libraries come from `search`, before LD_LIBRARY_PATH, or from there alone."""
    path.chmod(0o644 if ".so" in path.name else 0o755)
    run("strip", "--strip-unneeded", path)
    run("patchelf", *(["--force-rpath", "--set-rpath", search] if search else ["--remove-rpath"]), path)


def qt_folder(kind):
    return pathlib.Path(libraries.output_of("qmake6", "-query", f"QT_INSTALL_{kind}").strip())


def copy_plugins(programs):
    plugins, copied = qt_folder("PLUGINS"), []
    for name in PLUGINS:
        target = programs / "plugins" / name
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(plugins / name, target)
        make_portable(target, "$ORIGIN/../../lib")
        copied.append(plugins / name)
    (programs / "qt.conf").write_text(QT_CONFIGURATION)
    shutil.copyfile(pathlib.Path(__file__).with_name("fonts.conf"), programs / "fonts.conf")
    (programs / "translations").mkdir()
    for name in TRANSLATIONS:
        shutil.copyfile(qt_folder("TRANSLATIONS") / name, programs / "translations" / name)
    return copied


def bring_rsync(programs):
    """For systems that have none, and a person who may not install it."""
    source = pathlib.Path("/usr/bin/rsync")
    shutil.copyfile(source, programs / "rsync.bin")
    make_portable(programs / "rsync.bin", "$ORIGIN/lib")
    return source


def copy_libraries(programs, files, engine, torch, of_torch):
    """`engine`: those of `files` that find what torch has in torch's folders. `of_torch`: what torch itself needs of the system."""
    others = [file for file in files if file not in engine]
    found = libraries.libraries_of(others, [programs])
    found |= libraries.libraries_of(engine, [programs, *torch], of_torch)
    found["ld-linux-x86-64.so.2"] = libraries.library("ld-linux-x86-64.so.2")
    (programs / "lib/c").mkdir(parents=True)
    for name, source in sorted(found.items()):
        is_of_c = libraries.OF_C_LIBRARY.match(name)
        target = programs / ("lib/c" if is_of_c else "lib") / name
        shutil.copyfile(source, target)
        if not is_of_c:
            make_portable(target, "$ORIGIN")
    loader = pathlib.Path(shutil.move(programs / "lib/c/ld-linux-x86-64.so.2", programs))
    loader.chmod(0o755)
    return list(found.values())


def use_launchers(programs):
    launcher = programs / "trainyard-launcher"
    launched = [name for name in LAUNCHED if (programs / name).exists()]
    for name in launched:
        (programs / name).rename(programs / f"{name}.bin")
        # The engine's launcher names torch's folders before that of the libraries here.
        make_portable(programs / f"{name}.bin", "" if name == "engine" else "$ORIGIN/lib")
    for name in [*launched, "rsync"]:
        shutil.copyfile(launcher, programs / name)
        (programs / name).chmod(0o755)
    launcher.unlink()
    return launched


def torch_folders(site):
    """Where the engine's libraries are that a package does not bring."""
    site = pathlib.Path(site)
    folders = [site / "torch/lib", site / "pyarrow", *site.glob("nvidia/*/lib")]
    return [folder for folder in folders if folder.is_dir()]


def add_other_nodes(programs, build):
    """Programs for a cluster's nodes of aarch64, beside those of x86_64."""
    for name in ("yard-agent", "yard-search"):
        shutil.copyfile(build / "bin" / name, programs / f"{name}.aarch64")
        (programs / f"{name}.aarch64").chmod(0o755)


def make_stage(build, site, prefix, nodes=None):
    """Fills the new folder `prefix` from a build folder; `site` is the site-packages that has torch, `nodes` a build for aarch64."""
    shutil.rmtree(prefix, ignore_errors=True)
    os.umask(0o022)
    install(build, prefix)
    programs = prefix / PROGRAMS
    sources = [bring_rsync(programs)]
    if nodes:
        add_other_nodes(programs, nodes)
    launched = use_launchers(programs)
    modules = sorted(programs.glob("libengine_*.so"))
    for module in modules:
        make_portable(module)
    plugins = copy_plugins(programs)
    files = [*(programs / f"{name}.bin" for name in [*launched, "rsync"]), *modules, *plugins]
    engine = [file for file in files if file.name == "engine.bin" or file in modules]
    listed = torch_list.make(build / "bin/yard", site)
    torch_list.write(programs, listed)
    of_torch = sorted({name for tree in listed["trees"] for name in tree["needs"]})
    sources += plugins + copy_libraries(programs, files, engine, torch_folders(site), of_torch)
    sbom.write(programs, {libraries.package_of(source) for source in sources})
    return prefix
