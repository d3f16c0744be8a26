# SPDX-License-Identifier: GPL-3.0-or-later
# The fonts that the window carries: Inter with digits of one width, and JetBrains Mono (gui/look/tabular_font.py makes the copies).
# trainyard_fonts(VARIABLE): the source that holds them; empty where they cannot be made, and the system's fonts are used.

# A Python with fontTools, which may be the system's although another one is found first.
function(trainyard_find_fonttools variable)
  set(found "")
  foreach(paths "/usr/bin" "")
    unset(TRAINYARD_FONT_PYTHON)
    if(paths)
      find_program(TRAINYARD_FONT_PYTHON NAMES python3 PATHS "${paths}" NO_DEFAULT_PATH NO_CACHE)
    else()
      find_program(TRAINYARD_FONT_PYTHON NAMES python3 NO_CACHE)
    endif()
    if(TRAINYARD_FONT_PYTHON AND NOT found)
      execute_process(COMMAND "${TRAINYARD_FONT_PYTHON}" -c "import fontTools" RESULT_VARIABLE failed OUTPUT_QUIET ERROR_QUIET)
      if(NOT failed)
        set(found "${TRAINYARD_FONT_PYTHON}")
      endif()
    endif()
  endforeach()
  set(${variable} "${found}" PARENT_SCOPE)
endfunction()

function(trainyard_fonts variable)
  set(${variable} "" PARENT_SCOPE)
  trainyard_find_fonttools(python)
  set(inter_folders /usr/share/fonts/opentype/inter /usr/local/share/fonts/inter)
  set(mono_folders /usr/share/fonts/truetype/jetbrains-mono /usr/local/share/fonts/jetbrains-mono)
  find_path(TRAINYARD_INTER Inter-Regular.otf PATHS ${inter_folders} NO_DEFAULT_PATH)
  find_path(TRAINYARD_JETBRAINS_MONO JetBrainsMono-Regular.ttf PATHS ${mono_folders} NO_DEFAULT_PATH)
  if(NOT python OR NOT TRAINYARD_INTER OR NOT TRAINYARD_JETBRAINS_MONO)
    message(WARNING "The window is built without its fonts and uses the system's: install fonts-inter, fonts-jetbrains-mono and "
      "python3-fonttools (./dev does it), and configure again")
    return()
  endif()
  set(folder "${CMAKE_CURRENT_BINARY_DIR}/fonts")
  set(script "${CMAKE_SOURCE_DIR}/gui/look/tabular_font.py")
  set(made "")
  set(entries "")
  # Name of the file, its own family, the copy's family, and the weight that the copy says. Pages ask for 600, and rich text for bold:
  # one file between them serves both.
  foreach(font "${TRAINYARD_INTER}/Inter-Regular.otf:Inter:Trainyard Sans:400" "${TRAINYARD_INTER}/Inter-Medium.otf:Inter:Trainyard Sans:500"
      "${TRAINYARD_INTER}/Inter-SemiBold.otf:Inter:Trainyard Sans:650"
      "${TRAINYARD_JETBRAINS_MONO}/JetBrainsMono-Regular.ttf:JetBrains Mono:Trainyard Mono:400"
      "${TRAINYARD_JETBRAINS_MONO}/JetBrainsMono-Medium.ttf:JetBrains Mono:Trainyard Mono:500")
    string(REPLACE ":" ";" parts "${font}")
    list(GET parts 0 source)
    list(GET parts 1 family)
    list(GET parts 2 name)
    list(GET parts 3 weight)
    cmake_path(GET source FILENAME file)
    add_custom_command(OUTPUT "${folder}/${file}" COMMAND "${CMAKE_COMMAND}" -E make_directory "${folder}"
      COMMAND "${python}" "${script}" "${source}" "${folder}/${file}" "${family}" "${name}" ${weight}
      DEPENDS "${script}" "${source}" COMMENT "Copying ${file} as ${name}" VERBATIM)
    list(APPEND made "${folder}/${file}")
    string(APPEND entries "    <file alias=\"${file}\">fonts/${file}</file>\n")
  endforeach()
  set(list "${CMAKE_CURRENT_BINARY_DIR}/trainyard_fonts.qrc")
  file(CONFIGURE OUTPUT "${list}" CONTENT "<RCC>\n  <qresource prefix=\"/fonts\">\n${entries}  </qresource>\n</RCC>\n")
  set(source "${CMAKE_CURRENT_BINARY_DIR}/qrc_trainyard_fonts.cpp")
  add_custom_command(OUTPUT "${source}" COMMAND Qt6::rcc --name trainyard_fonts --no-compress "${list}" -o "${source}"
    DEPENDS "${list}" ${made} VERBATIM)
  set_source_files_properties("${source}" PROPERTIES SKIP_AUTOMOC ON SKIP_UNITY_BUILD_INCLUSION ON SKIP_PRECOMPILE_HEADERS ON)
  set(${variable} "${source}" PARENT_SCOPE)
endfunction()
