# SPDX-License-Identifier: GPL-3.0-or-later
# torch as imported targets of our own: find_package(Torch) insists on a CUDA toolkit, which building must not need.
# TRAINYARD_PYTHON_SITE is the site-packages folder that `./dev setup` filled.
#   torch::cpu   what every engine program links: torch_cpu and c10 only, so that a run on the processor starts quickly
#   torch::cuda  what the one GPU module links in addition
if(NOT TRAINYARD_PYTHON_SITE)
  message(FATAL_ERROR "TRAINYARD_PYTHON_SITE is not set: run ./dev build, or pass the site-packages folder that holds torch 2.11.0")
endif()
set(torch_dir "${TRAINYARD_PYTHON_SITE}/torch")
set(nvidia_dir "${TRAINYARD_PYTHON_SITE}/nvidia")
foreach(needed "${torch_dir}/lib/libtorch_cpu.so" "${torch_dir}/lib/libc10.so" "${torch_dir}/include/ATen/ATen.h")
  if(NOT EXISTS "${needed}")
    message(FATAL_ERROR "torch is incomplete: ${needed} is missing (TRAINYARD_PYTHON_SITE=${TRAINYARD_PYTHON_SITE})")
  endif()
endforeach()

add_library(torch_headers INTERFACE)
target_include_directories(torch_headers SYSTEM INTERFACE
  "${torch_dir}/include" "${torch_dir}/include/torch/csrc/api/include")
target_compile_definitions(torch_headers INTERFACE USE_DISTRIBUTED USE_C10D_GLOO)

add_library(torch_cpu_target INTERFACE)
add_library(torch::cpu ALIAS torch_cpu_target)
target_link_libraries(torch_cpu_target INTERFACE torch_headers
  "${torch_dir}/lib/libtorch_cpu.so" "${torch_dir}/lib/libc10.so" pthread)
# DT_RPATH, not DT_RUNPATH: it also holds for the libraries that torch's own libraries need.
target_link_options(torch_cpu_target INTERFACE
  "LINKER:--disable-new-dtags" "LINKER:-rpath,${torch_dir}/lib" "LINKER:--allow-shlib-undefined")

# CUDA's libraries and headers are 3.5 GB: they are there where a GPU is, or was asked for.
option(TRAINYARD_GPU "Build the GPU module; TRAINYARD_PYTHON_SITE then holds CUDA's libraries (./dev setup --gpu)" OFF)
if(TRAINYARD_GPU)
  add_library(torch_cuda_target INTERFACE)
  add_library(torch::cuda ALIAS torch_cuda_target)
  target_include_directories(torch_cuda_target SYSTEM INTERFACE "${nvidia_dir}/cu13/include" "${nvidia_dir}/nccl/include")
  target_compile_definitions(torch_cuda_target INTERFACE USE_C10D_NCCL)
  target_link_libraries(torch_cuda_target INTERFACE torch::cpu
    -Wl,--no-as-needed "${torch_dir}/lib/libtorch_cuda.so" "${torch_dir}/lib/libc10_cuda.so" -Wl,--as-needed)
  target_link_options(torch_cuda_target INTERFACE
    "LINKER:-rpath,${nvidia_dir}/cu13/lib" "LINKER:-rpath,${nvidia_dir}/nccl/lib")
endif()
