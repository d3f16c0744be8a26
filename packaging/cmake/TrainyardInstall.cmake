# SPDX-License-Identifier: GPL-3.0-or-later
# `cmake --install`: everything below the prefix, found from the place of the program that looks for it.
#   agent     what runs on a cluster's nodes: two static programs
#   engine    the trainer with its modules (where it is built); finds torch where it was built
#   desktop   the window and yard; the entry in the menu, icons, links, manual pages, completions
#   launcher  what starts the programs of a package that brings its libraries; packages only (packaging/package)
set(TRAINYARD_PROGRAMS lib/trainyard)  # beside each other, in one folder of all systems

install(TARGETS yard-agent yard-search RUNTIME DESTINATION ${TRAINYARD_PROGRAMS} COMPONENT agent)
if(BUILD_ENGINE)
  foreach(target engine engine_parquet engine_gpu)
    if(TARGET ${target})
      set_target_properties(${target} PROPERTIES INSTALL_RPATH_USE_LINK_PATH ON)
      install(TARGETS ${target} RUNTIME DESTINATION ${TRAINYARD_PROGRAMS} COMPONENT engine LIBRARY DESTINATION ${TRAINYARD_PROGRAMS} COMPONENT engine)
    endif()
  endforeach()
  if(TARGET engine_kernels)
    install(FILES "${CMAKE_RUNTIME_OUTPUT_DIRECTORY}/libengine_kernels.so" DESTINATION ${TRAINYARD_PROGRAMS} COMPONENT engine)
  endif()
endif()
install(TARGETS trainyard-launcher RUNTIME DESTINATION ${TRAINYARD_PROGRAMS} COMPONENT launcher EXCLUDE_FROM_ALL)

if(BUILD_GUI)
  include(GNUInstallDirs)
  install(TARGETS yard trainyard RUNTIME DESTINATION ${TRAINYARD_PROGRAMS} COMPONENT desktop)
  # What a person types. A link and not a copy: programs look for each other in the folder that they are really in.
  install(CODE "
    set(programs \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_BINDIR}\")
    file(MAKE_DIRECTORY \"\${programs}\")
    foreach(program yard trainyard)
      file(CREATE_LINK \"../${TRAINYARD_PROGRAMS}/\${program}\" \"\${programs}/\${program}\" SYMBOLIC)
    endforeach()" COMPONENT desktop)

  # Made from the programs' own options.
  set(described "${CMAKE_BINARY_DIR}/described")
  file(MAKE_DIRECTORY "${described}")
  set(outputs "")
  foreach(part "yard.1:manual" "yard.bash:completion bash" "_yard:completion zsh" "yard.fish:completion fish")
    string(REPLACE ":" ";" part "${part}")
    list(GET part 0 name)
    list(GET part 1 words)
    separate_arguments(words)
    add_custom_command(OUTPUT "${described}/${name}" COMMAND yard ${words} > "${described}/${name}" DEPENDS yard VERBATIM)
    list(APPEND outputs "${described}/${name}")
  endforeach()
  find_program(HELP2MAN help2man)
  if(HELP2MAN)
    add_custom_command(OUTPUT "${described}/trainyard.1" DEPENDS trainyard VERBATIM
      COMMAND "${CMAKE_COMMAND}" -E env LC_ALL=C.UTF-8 LANGUAGE=en SOURCE_DATE_EPOCH=0 "${HELP2MAN}" --no-info --version-string=${PROJECT_VERSION}
        "--name=design, submit and follow training runs on Slurm clusters" --output=${described}/trainyard.1 $<TARGET_FILE:trainyard>)
    list(APPEND outputs "${described}/trainyard.1")
    install(FILES "${described}/trainyard.1" DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT desktop)
  endif()
  add_custom_target(descriptions ALL DEPENDS ${outputs})
  add_dependencies(programs descriptions)
  install(FILES "${described}/yard.1" DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT desktop)
  install(FILES "${described}/yard.bash" DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME yard COMPONENT desktop)
  install(FILES "${described}/_yard" DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions COMPONENT desktop)
  install(FILES "${described}/yard.fish" DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d COMPONENT desktop)

  set(applications "${CMAKE_SOURCE_DIR}/resources/applications")
  set(id org.trainyard.Trainyard)
  install(FILES "${applications}/${id}.desktop" DESTINATION ${CMAKE_INSTALL_DATADIR}/applications COMPONENT desktop)
  install(FILES "${applications}/${id}.metainfo.xml" DESTINATION ${CMAKE_INSTALL_DATADIR}/metainfo COMPONENT desktop)
  install(FILES "${applications}/${id}.mime.xml" DESTINATION ${CMAKE_INSTALL_DATADIR}/mime/packages RENAME ${id}.xml COMPONENT desktop)
  install(DIRECTORY "${applications}/hicolor" DESTINATION ${CMAKE_INSTALL_DATADIR}/icons COMPONENT desktop)
endif()
