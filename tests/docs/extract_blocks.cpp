// extract_blocks DOCUMENT.md: prints a program made of the document's C++ blocks, in their order. Blocks that begin with
// ```cpp stand at namespace scope, those with ```cpp run inside a function that main() calls; their asserts must hold.
#include <fstream>
#include <iostream>
#include <string>

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  std::ifstream in(argv[1]);
  if (!in) return 1;
  std::cout << "#undef NDEBUG\n#include <cassert>\n";
  std::string line;
  int number = 0;
  int bodies = 0;
  bool inside = false;
  bool body = false;
  while (std::getline(in, line)) {
    ++number;
    if (!inside && line.rfind("```cpp", 0) == 0) {
      inside = true;
      body = line == "```cpp run";
      if (body) std::cout << "static void block_" << bodies++ << "() {\n";
      std::cout << "#line " << number + 1 << " \"" << argv[1] << "\"\n";
    } else if (inside && line == "```") {
      inside = false;
      if (body) std::cout << "}\n";
    } else if (inside) {
      std::cout << line << '\n';
    }
  }
  if (inside || bodies == 0) return 1;
  std::cout << "int main() {\n";
  for (int i = 0; i < bodies; ++i) std::cout << "  block_" << i << "();\n";
  std::cout << "}\n";
}
