# SPDX-License-Identifier: GPL-3.0-or-later
# Cross-compiles what runs on a cluster's nodes for aarch64. TRAINYARD_SYSROOT has that architecture's libraries (./dev package agent).
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_CXX_COMPILER aarch64-linux-gnu-g++)
set(CMAKE_C_COMPILER aarch64-linux-gnu-gcc)
set(CMAKE_LIBRARY_ARCHITECTURE aarch64-linux-gnu)
list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES TRAINYARD_SYSROOT)
set(CMAKE_FIND_ROOT_PATH "${TRAINYARD_SYSROOT}")
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
# Headers and libraries of packages that CMake has no module for, and the static ones of the C library's own package.
set(CMAKE_CXX_FLAGS_INIT "-isystem ${TRAINYARD_SYSROOT}/usr/include -isystem ${TRAINYARD_SYSROOT}/usr/include/aarch64-linux-gnu")
set(CMAKE_EXE_LINKER_FLAGS_INIT "-L${TRAINYARD_SYSROOT}/usr/lib/aarch64-linux-gnu")
# Its tests find shared ones there; what is packaged is static.
set(CMAKE_BUILD_RPATH "${TRAINYARD_SYSROOT}/usr/lib/aarch64-linux-gnu")
set(CMAKE_CROSSCOMPILING_EMULATOR qemu-aarch64-static -L /usr/aarch64-linux-gnu)
