// SPDX-License-Identifier: GPL-3.0-or-later
// Random uses of thread cancellation: points, disabled sections, cleanup handlers that unlock or do something else.
#include "generator.h"

namespace heddle::fuzz {

namespace {
Node with_handler(const std::string& handler, const std::string& argument, std::vector<Node> body, const char* pop) {
  std::vector<Node> all{"pthread_cleanup_push(" + handler + ", " + argument + ");"};
  for (Node& n : body) all.push_back(std::move(n));
  all.push_back(std::string("pthread_cleanup_pop(") + pop + ");");
  return Node("{", std::move(all));
}
}  // namespace

void Generator::handler_functions(std::vector<Node>& out) {
  may_call_ = has_argument_ = has_work_ = false;
  in_main_ = f_.cancel = false;  // a handler that pushes itself never comes to an end
  if (f_.mutex) out.push_back(Node("void undo(void *lock) {", {"pthread_mutex_unlock(lock);"}));
  std::vector<Node> body{"int l0 = 0, l1 = 0;"};
  for (Node& n : statements(1)) body.push_back(std::move(n));
  if (r_.chance(30)) body.push_back("pthread_testcancel();");
  out.push_back(Node("void farewell(void *unused) {", std::move(body)));
  f_.cancel = true;
}

Node Generator::cancellation(unsigned& budget) {
  budget -= budget > 1 ? 2 : 1;
  std::vector<Node> body;
  switch (r_.below(5)) {
    case 0:
      if (f_.mutex && held_ < 0) {
        int before = held_;
        held_ = 1;  // m0
        for (Node& n : statements(1)) body.push_back(std::move(n));
        held_ = before;
        if (r_.chance(60)) body.push_back("pthread_testcancel();");
        return Node("{", {Node("pthread_mutex_lock(&m0);"), with_handler("undo", "&m0", std::move(body), "1")});
      }
      [[fallthrough]];
    case 1:
      for (Node& n : statements(1)) body.push_back(std::move(n));
      body.push_back(r_.chance(70) ? "pthread_testcancel();" : "pthread_exit(0);");
      return with_handler("farewell", "0", std::move(body), r_.chance(50) ? "1" : "0");
    case 2: {
      body.push_back("pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, 0);");
      for (Node& n : statements(2)) body.push_back(std::move(n));
      if (r_.chance(50)) body.push_back("pthread_testcancel();");
      body.push_back("pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, 0);");
      return Node("{", std::move(body));
    }
    default: return "pthread_testcancel();";
  }
}

// A wait whose mutex is unlocked when it is cancelled, most of the time.
Node Generator::cancellable_wait(Node wait) {
  if (!f_.cancel || !r_.chance(75)) return wait;
  return with_handler("undo", "&m0", {std::move(wait)}, "0");
}

void Generator::cancel_workers(const std::vector<unsigned>& joined_later, std::vector<Node>& out) {
  for (unsigned i : joined_later)
    if (r_.chance(60)) out.push_back("pthread_cancel(" + handle(i) + ");");
  if (r_.chance(f_.team ? 50 : 5)) out.push_back("pthread_cancel(" + handle(0) + ");");
}

}  // namespace heddle::fuzz
