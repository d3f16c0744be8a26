# SPDX-License-Identifier: GPL-3.0-or-later
# Arrow as an imported target of our own: the wheel of pyarrow has headers, and libraries whose names carry their version, but nothing
# for find_package. It lies beside torch, in the folder TRAINYARD_PYTHON_SITE.
#   arrow::parquet   columns in memory, and their files
set(arrow_dir "${TRAINYARD_PYTHON_SITE}/pyarrow")
set(arrow_config "${arrow_dir}/include/arrow/util/config.h")
if(EXISTS "${arrow_config}")
  file(STRINGS "${arrow_config}" arrow_version REGEX "^#define ARROW_SO_VERSION ")
  string(REGEX REPLACE ".*\"(.*)\"" "\\1" arrow_version "${arrow_version}")
endif()
foreach(library libarrow libparquet)
  set(${library} "${arrow_dir}/${library}.so.${arrow_version}")
  if(NOT EXISTS "${${library}}")
    message(FATAL_ERROR "pyarrow is incomplete: ${${library}} is missing (TRAINYARD_PYTHON_SITE=${TRAINYARD_PYTHON_SITE})")
  endif()
endforeach()

add_library(arrow_parquet_target INTERFACE)
add_library(arrow::parquet ALIAS arrow_parquet_target)
target_include_directories(arrow_parquet_target SYSTEM INTERFACE "${arrow_dir}/include")
target_link_libraries(arrow_parquet_target INTERFACE "${libparquet}" "${libarrow}")
target_link_options(arrow_parquet_target INTERFACE "LINKER:-rpath,${arrow_dir}")
