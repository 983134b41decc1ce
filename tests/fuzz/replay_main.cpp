// SPDX-License-Identifier: GPL-3.0-or-later
// Runs a fuzz target on files, without a fuzzer: the corpus as an everyday test.
#include <fstream>
#include <iostream>
#include <iterator>

#include "fuzz_target.h"

int main(int argc, char** argv) {
  for (int i = 1; i < argc; ++i) {
    std::ifstream in(argv[i], std::ios::binary);
    if (!in) {
      std::cerr << argv[i] << ": cannot read\n";
      return 1;
    }
    std::string bytes(std::istreambuf_iterator<char>(in), {});
    std::cout << argv[i] << std::endl;  // the last name printed is the one that crashed
    LLVMFuzzerTestOneInput(reinterpret_cast<const uint8_t*>(bytes.data()), bytes.size());
  }
  return 0;
}
