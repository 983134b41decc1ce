// SPDX-License-Identifier: GPL-3.0-or-later
// The certificate of a proof: the places, names for what varies there, and the tree. Whoever judges it
// (src/judge/tree.h) derives the steps from the program and needs nothing else.
#pragma once
#include <string>

#include "engines/impact/tree.h"
#include "symbolic/flow/certificate.h"

namespace heddle::impact {

// Which part of the tree is meant.
struct Part {
  std::vector<NodeId>
      nodes;  // the root first; the children of those without cover, and the nodes that cover, are among them
  std::function<bool(NodeId, unsigned)> skips;  // the reduction leaves the thread's steps out there
  // Of a schedule: the thread may go on there, and nobody else. Null: all executions are meant.
  std::function<bool(NodeId, unsigned)> follows = nullptr;
};

// As JSON. Its fields are described in src/judge/certificates.md.
std::string certificate(const model::Program& p, const flow::Plan& plan, const analysis::PointsTo& points_to,
                        Places& places, const Tree& tree, const Part& part);

}  // namespace heddle::impact
