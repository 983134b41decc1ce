// SPDX-License-Identifier: GPL-3.0-or-later
// To which events a thread may come next from where it rests, whatever the values are. A schedule says it of each
// thread at each node: so whoever sees a thread come to another event knows that it was not there.
#pragma once
#include <map>
#include <optional>
#include <set>

#include "symbolic/flow/flow.h"

namespace heddle::impact {

class NextActs {
 public:
  NextActs(const model::Program& p, const flow::Flow& flow) : p_(p), flow_(flow) {}

  struct Next {
    std::set<model::EventId> events;
    bool may_end = false;  // before any
  };
  // Nothing: it may abort or fail before anybody notices that it went on, and there is no step for that.
  const std::optional<Next>& of(flow::RestId r);

 private:
  std::optional<Next> made(flow::RestId from) const;
  bool first(const flow::Seen& seen, std::set<model::EventId>& into) const;

  const model::Program& p_;
  const flow::Flow& flow_;
  std::map<flow::RestId, std::optional<Next>> known_;
};

}  // namespace heddle::impact
