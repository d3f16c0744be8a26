# SPDX-License-Identifier: GPL-3.0-or-later
# What every target of the project shares: language, warnings, output folder, tools found on the way.
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/bin")
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE RelWithDebInfo CACHE STRING "" FORCE)
endif()

# Most of a source's compile time is its headers: several sources are compiled as one. What that is
# worth, and why names are unique within a target: resources/help/architecture.md, "Building".
option(UNITY "Compile several sources as one" ON)
set(CMAKE_UNITY_BUILD ${UNITY})
set(CMAKE_UNITY_BUILD_BATCH_SIZE 6)

# Precompiled for the targets that use Qt: the headers that most of their sources include.
set(TRAINYARD_QT_HEADERS <QCoroTask> <QDateTime> <QDir> <QFile> <QHash> <QJsonArray> <QJsonDocument>
  <QJsonObject> <QProcess> <QRegularExpression> <QString> <QTimer> <chrono> <functional> <map>
  <optional> <string> <variant> <vector>)
set(TRAINYARD_WIDGET_HEADERS <QtWidgets>)

add_compile_options(-Wall -Wextra -Wnon-virtual-dtor -Wno-missing-field-initializers)
if(UNITY AND CMAKE_CXX_COMPILER_ID STREQUAL GNU)
  # It takes names of an anonymous namespace in an included source for those of a header.
  add_compile_options(-Wno-subobject-linkage)
endif()
if(WARNINGS_AS_ERRORS)
  # Whether gcc takes something for uninitialized depends on what is compiled together with it: that stays a warning.
  add_compile_options(-Werror $<$<CXX_COMPILER_ID:GNU>:-Wno-error=maybe-uninitialized>)
endif()

find_program(CCACHE ccache)
if(CCACHE)
  set(CMAKE_CXX_COMPILER_LAUNCHER "${CCACHE}")
endif()
find_program(MOLD mold)
if(MOLD AND NOT CMAKE_CROSSCOMPILING)
  add_link_options(-fuse-ld=mold)
endif()

# The same program from any folder: what it says of its own sources starts at their root.
foreach(folder "${CMAKE_BINARY_DIR}" "${CMAKE_SOURCE_DIR}" "${TRAINYARD_PYTHON_SITE}")
  if(folder)
    add_compile_options("$<$<COMPILE_LANGUAGE:CXX>:-fmacro-prefix-map=${folder}/=>")
  endif()
endforeach()

# Sources include each other by their path from the root: #include "engine/contract/result.h".
include_directories("${CMAKE_SOURCE_DIR}")

option(SANITIZE "AddressSanitizer and UndefinedBehaviorSanitizer; only without torch (BUILD_ENGINE=OFF)" OFF)
if(SANITIZE)
  if(BUILD_ENGINE)
    message(FATAL_ERROR "SANITIZE needs BUILD_ENGINE=OFF: torch's libraries are not built for it")
  endif()
  add_compile_options(-fsanitize=address,undefined -fno-sanitize-recover=undefined -fno-omit-frame-pointer)
  add_link_options(-fsanitize=address,undefined)
endif()

# The version of torch that the engine is built with: installations look for it, and its trees on targets are named after it.
file(STRINGS "${CMAKE_SOURCE_DIR}/packaging/requirements.txt" TRAINYARD_TORCH_VERSION REGEX "^torch==")
string(REPLACE "torch==" "" TRAINYARD_TORCH_VERSION "${TRAINYARD_TORCH_VERSION}")
