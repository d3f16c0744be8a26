# SPDX-License-Identifier: GPL-3.0-or-later
# fuzz_remote: what comes from a login node, a run, a server, or another program of this user. Only the sources that read it.
find_package(Qt6 REQUIRED COMPONENTS Network Sql)
find_package(QCoro6 REQUIRED COMPONENTS Core)
find_package(OpenSSL REQUIRED)
set(sources)
foreach(file agent/causes/error_output agent/causes/failure_signs agent/follow/follow_messages agent/nodes/frame agent/nodes/node_messages agent/output/huggingface_output
    agent/output/jsonl_output agent/output/learned_output agent/output/line_tokens agent/output/scanned_text agent/output/line_values agent/output/name_before agent/output/merged_output
    agent/output/metric_words agent/output/metrics_reader agent/output/named_step agent/output/pattern_output agent/output/printed_output agent/output/printed_tables
    agent/output/progress_bar agent/output/step_axis agent/output/value_names
    agent/slurm/file_pattern agent/stream/hmac_sha256 agent/stream/stream_request search/study_record)
  list(APPEND sources "${CMAKE_SOURCE_DIR}/engine/${file}.cpp")
endforeach()
foreach(file cli/terminal_filter follow/event_stream host/follow_answers host/places process/command_line process/embedded_script process/private_process
    schedulers/cluster_state schedulers/target_facts schedulers/slurm/slurm_answers schedulers/slurm/slurm_cluster_text
    schedulers/slurm/slurm_job_text schedulers/slurm/slurm_site_text schedulers/slurm/slurm_states schedulers/slurm/slurm_values
    schedulers/submission_journal service/protocol/answer_seal service/protocol/protocol service/protocol/rpc ssh/config/ssh_config_file ssh/config/ssh_config_lexer ssh/config/ssh_place
    ssh/config/ssh_settings ssh/host_keys/known_hosts ssh/login/certificate ssh/login/login_question
    store/curve_block store/curve_pyramid store/curve_reader store/curve_writer store/database store/event_import store/records
    store/projects store/run_columns store/run_curves store/run_filter store/run_store store/study_records store/store_connection store/run_table store/run_writer
    store/statements store/study_reader store/table_values target/site_balance target/target_files target/target_paths
    target/target_settings values/message service/protocol/study_plan store/loss_series)
  list(APPEND sources "${CMAKE_SOURCE_DIR}/remote/${file}.cpp")
endforeach()
# What the calls take and answer: all of it, since every call is tried.
file(GLOB values CONFIGURE_DEPENDS "${CMAKE_SOURCE_DIR}/remote/service/protocol/*_values.cpp")
list(APPEND sources ${values})
qt_add_resources(fuzzed_scripts "${CMAKE_SOURCE_DIR}/resources/target/target.qrc")
add_library(fuzzed_remote STATIC ${sources} ${fuzzed_scripts})
target_link_libraries(fuzzed_remote PUBLIC fuzzed_sites Qt6::Core Qt6::Network Qt6::Sql QCoro6::Core OpenSSL::Crypto "${TRAINYARD_sodium}")
# The agent has a name that is a word of Qt.
target_compile_definitions(fuzzed_remote PUBLIC QT_NO_EMIT)
target_compile_options(fuzzed_remote PUBLIC -fcoroutines PRIVATE -fsanitize=float-cast-overflow)
target_precompile_headers(fuzzed_remote PRIVATE ${TRAINYARD_QT_HEADERS})

# Every call of the service, as its list has them.
set(methods_file "${CMAKE_SOURCE_DIR}/remote/service/protocol/methods.h")
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${methods_file}")
file(READ "${methods_file}" methods)
string(REGEX MATCHALL "constexpr Method<[^>]*> [A-Za-z]+{" found "${methods}")
list(TRANSFORM found REPLACE ".* ([A-Za-z]+){" "TRAINYARD_METHOD(\\1)")
list(JOIN found " " every_method)
configure_file(every_method.h.in every_method.h @ONLY)

add_fuzzer(fuzz_remote fuzzed_remote remote_targets.cpp event_targets.cpp agent_targets.cpp job_script_targets.cpp printed_targets.cpp
  service_targets.cpp slurm_targets.cpp ssh_targets.cpp stored_event_targets.cpp)
target_sources(fuzz_remote PRIVATE ${site_files})
target_include_directories(fuzz_remote PRIVATE "${CMAKE_CURRENT_BINARY_DIR}")
foreach(target slurm events stored_events agents service known_hosts ssh_config printed job_script)
  string(REPLACE "stored_" "" corpus ${target})
  add_test(NAME fuzz_${target} COMMAND fuzz_remote ${target} "${CMAKE_CURRENT_SOURCE_DIR}/corpus/${corpus}" 4 1)
  set_tests_properties(fuzz_${target} PROPERTIES TIMEOUT 120)
endforeach()
