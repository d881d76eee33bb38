# Install rules and the config package behind find_package(hushring). An installed hushring brings a private copy of
# Boost.PFR (it includes nothing else of Boost), used only where the system has none or an older one.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(hushring_package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/hushring)
set(hushring_third_party_dir ${CMAKE_INSTALL_INCLUDEDIR}/hushring/third_party)

set_target_properties(hushring_core PROPERTIES EXPORT_NAME core)
set(hushring_targets hushring_core)
if(TARGET hushring)
  list(APPEND hushring_targets hushring)
endif()
install(TARGETS ${hushring_targets} EXPORT hushring_targets
  INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(EXPORT hushring_targets NAMESPACE hushring:: DESTINATION ${hushring_package_dir})
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.hpp")

install(DIRECTORY ${HUSHRING_BOOST_INCLUDE_DIR}/boost/pfr DESTINATION ${hushring_third_party_dir}/boost
  FILES_MATCHING PATTERN "*.hpp")
install(FILES ${HUSHRING_BOOST_INCLUDE_DIR}/boost/pfr.hpp DESTINATION ${hushring_third_party_dir}/boost)
install(FILES ${PROJECT_SOURCE_DIR}/packaging/boost_software_license.txt DESTINATION ${hushring_third_party_dir}/boost)

configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/hushring-config.cmake.in
  ${PROJECT_BINARY_DIR}/hushring-config.cmake
  INSTALL_DESTINATION ${hushring_package_dir} PATH_VARS hushring_third_party_dir)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/hushring-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/hushring-config.cmake ${PROJECT_BINARY_DIR}/hushring-config-version.cmake
  DESTINATION ${hushring_package_dir})
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})
