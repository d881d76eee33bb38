// Files of the test data directory (HUSHRING_TEST_DATA).
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

namespace hushring::testing {

/// A path below the data directory, or an empty one when there is no such file or directory.
inline std::filesystem::path data_path(const std::string& name) {
  const char* environment = std::getenv("HUSHRING_TEST_DATA");
  const std::string root = environment != nullptr && *environment != '\0' ? environment : HUSHRING_TEST_DATA;
  if (root.empty()) return {};
  std::error_code ignored;
  const std::filesystem::path path = std::filesystem::path(root) / name;
  return std::filesystem::exists(path, ignored) ? path : std::filesystem::path{};
}

inline std::string file_content(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

/// The files of a directory, sorted by name.
inline std::vector<std::filesystem::path> files_in(const std::filesystem::path& directory) {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(directory)) files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

}  // namespace hushring::testing

#define HUSHRING_NEEDS_DATA(path) \
  if ((path).empty()) GTEST_SKIP() << "no test data: HUSHRING_TEST_DATA names no directory that holds it"
