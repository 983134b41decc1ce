// SPDX-License-Identifier: GPL-3.0-or-later
// Elements of arrays are told apart only where no execution can touch the same one.
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "analysis/prepare.h"
#include "engines/invariants/elements.h"
#include "frontend/frontend.h"

namespace heddle::invariants {
namespace {

// Lines 6 and 7 are run by main and by the threads.
std::string program(const std::string& first, const std::string& second) {
  return "#include <pthread.h>\n"
         "int input(void) { extern int __VERIFIER_nondet_int(void); return __VERIFIER_nondet_int(); }\n"
         "static int cell[16];\n"
         "static void *work(void *number) {\n"
         "  for (long me = (long)number;;) {\n" +
         first + "\n" + second +
         "\n"
         "  }\n"
         "}\n"
         "static void *other(void *number) { return work(number); }\n"
         "int main(void) {\n"
         "  pthread_t t;\n"
         "  pthread_create(&t, 0, work, (void *)1);\n"
         "  pthread_create(&t, 0, work, (void *)2);\n"
         "  pthread_create(&t, 0, other, (void *)3);\n"
         "  work((void *)0);\n"
         "}\n";
}

class Known {
 public:
  explicit Known(const std::string& text) {
    const auto file = std::filesystem::temp_directory_path() / ("elements-" + std::to_string(getpid()) + ".c");
    std::ofstream(file) << text;
    p_ = frontend::load({{file.string()}, {}, false});
    std::filesystem::remove(file);
    analyses_ = analysis::prepare(p_);
    base::Budget budget({std::chrono::seconds(60)});
    elements_ = std::make_unique<Elements>(*analyses_, budget);
  }
  // All events of the two lines.
  bool are_apart(unsigned line_a, const std::string& by_a, unsigned line_b, const std::string& by_b) const {
    bool all = true, some = false;
    for (model::EventId a : events(line_a))
      for (model::EventId b : events(line_b)) some = true, all &= elements_->are_apart(a, by_a, b, by_b);
    EXPECT_TRUE(some);
    return all;
  }

 private:
  std::vector<model::EventId> events(unsigned line) const {
    std::vector<model::EventId> out;
    for (const model::Procedure& f : p_.procedures)
      for (const model::Instr& i : f.code)
        if (i.act && i.pos.line == line && !f.library) out.push_back(i.event);
    return out;
  }
  model::Program p_;
  std::unique_ptr<analysis::Analyses> analyses_;
  std::unique_ptr<Elements> elements_;
};

TEST(Elements, AThreadHasItsOwn) {
  const Known known(program("cell[me] = 1;", "cell[me] = 2;"));
  for (unsigned line : {6, 7}) {
    EXPECT_TRUE(known.are_apart(6, "", line, "work"));
    EXPECT_TRUE(known.are_apart(6, "work", line, "work")) << "two threads with the same procedure";
    EXPECT_TRUE(known.are_apart(6, "other", line, "work"));
  }
  EXPECT_FALSE(known.are_apart(6, "", 7, "nobody")) << "of a thread that does not exist nothing is known";
}

TEST(Elements, ANeighbourTouchesThem) {
  const Known known(program("cell[me] = 1;", "cell[me + 1] = 2;"));
  EXPECT_FALSE(known.are_apart(6, "work", 7, "work"));
  EXPECT_FALSE(known.are_apart(6, "work", 7, "")) << "the first thread writes cell[1]";
  EXPECT_TRUE(known.are_apart(6, "", 7, "work"));
  EXPECT_FALSE(known.are_apart(6, "other", 7, "work"));
  EXPECT_TRUE(known.are_apart(7, "other", 6, "work"));
}

TEST(Elements, ARangeOfItsOwn) {
  const Known known(program("for (int k = 0; k < 2; k++) cell[2 * me + k] = 1;",
                            "for (int k = 0; k < 3; k++) cell[2 * me + k] = 1;"));
  EXPECT_TRUE(known.are_apart(6, "other", 6, "work"));
  EXPECT_FALSE(known.are_apart(7, "work", 6, "other")) << "cell[6]";
  EXPECT_TRUE(known.are_apart(7, "other", 6, "work"));
}

TEST(Elements, AnIndexThatIsNotKnown) {
  EXPECT_FALSE(Known(program("cell[me] = 1;", "cell[input() & 7] = 2;")).are_apart(6, "", 7, "work"));
  EXPECT_FALSE(Known(program("me = input() & 7;", "cell[me] = 1;")).are_apart(7, "", 7, "work"));
}

// The argument is the same, or there may be several threads of a kind.
TEST(Elements, ThreadsThatAreAlike) {
  const std::string same =
      "#include <pthread.h>\n"
      "static int cell[8];\n"
      "static void *work(void *number) {\n"
      "  for (;;)\n"
      "    cell[(long)number] = 1;\n"
      "}\n"
      "int main(void) {\n"
      "  pthread_t t;\n";
  EXPECT_FALSE(Known(same + "for (int k = 0; k < 2; k++) pthread_create(&t, 0, work, (void *)3);}")
                   .are_apart(5, "work", 5, "work"));
  EXPECT_TRUE(Known(same + "for (long k = 0; k < 2; k++) pthread_create(&t, 0, work, (void *)k);}")
                  .are_apart(5, "work", 5, "work"));
  EXPECT_FALSE(Known(same + "for (long k = 0;; k++) pthread_create(&t, 0, work, (void *)(k & 7));}")
                   .are_apart(5, "work", 5, "work"));
}

}  // namespace
}  // namespace heddle::invariants
