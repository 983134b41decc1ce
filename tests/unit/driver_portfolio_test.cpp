// SPDX-License-Identifier: GPL-3.0-or-later
// The table of engines as a whole: what all of them compute together, and who begins when.
#include <gtest/gtest.h>

#include "analysis/prepare.h"
#include "driver/portfolio.h"
#include "program_builder.h"

namespace heddle::driver {
namespace {

using namespace model;
using base::Property;
using testing::ProgramBuilder;

// for (i = 0; i < 3 or for ever; ++i) start a thread that writes x
Program starting_threads(bool endless) {
  ProgramBuilder b;
  ObjectId x = b.object("x", 8), handle = b.object("handle", 8);
  b.procedure("thread", {64});
  ProcId thread = b.current;
  b.store(b.at(x), b.c(1, 64));
  b.ret();
  b.procedure("main");
  b.p.entry = b.current;
  LocalId i = b.local(32, "i");
  b.assign({{i, b.c(0, 32)}});
  b.branch(endless ? b.c(1, 1) : b.p.exprs.binary(ExprOp::Slt, 1, b.l(i), b.c(3, 32)), 2, 5);
  b.create(b.at(handle), b.fn(thread), b.null());
  b.assign({{i, b.p.exprs.binary(ExprOp::Add, 32, b.l(i), b.c(1, 32))}});
  b.jump(1);
  b.ret();
  return std::move(b.p);
}

bool at_once(bool endless, const std::string& engine) {
  Program p = starting_threads(endless);
  analysis::Analyses analyses(p);
  options::Options options;
  for (const Member& m : portfolio(analyses, options))
    if (m.engine == engine) return m.begins_at_once;
  ADD_FAILURE() << "no " << engine;
  return false;
}

TEST(Portfolio, WhatNoSearchEndsIsAskedOfTheProversAtOnce) {
  EXPECT_TRUE(at_once(false, "explore"));
  EXPECT_FALSE(at_once(false, "induction"));
  EXPECT_FALSE(at_once(false, "bmc-order"));
  EXPECT_TRUE(at_once(true, "induction"));
  EXPECT_FALSE(at_once(false, "invariants"));
  EXPECT_TRUE(at_once(true, "invariants"));
}

// All engines in this process, one after the other: points-to is computed once.
TEST(Portfolio, AllEnginesShareTheirAnalyses) {
  Program p = starting_threads(false);
  const uint64_t before = analysis::PointsTo::made();
  std::unique_ptr<analysis::Analyses> analyses = analysis::prepare(p);
  options::Options options;
  options.progress = false;
  for (const Member& m : portfolio(*analyses, options)) {
    if (m.engine == "lasso") continue;  // it writes programs of its own, and analyses these
    for (Property asked : {Property::UnreachCall, Property::NoDataRace, Property::Termination}) {
      if (!(m.about & one(asked))) continue;
      base::Budget budget({.time = std::chrono::seconds(10)});
      trace::Result r = m.work({asked}, {})(budget, {});
      EXPECT_EQ(r.engine.substr(0, m.engine.size()), m.engine);
      EXPECT_TRUE(r.properties.count(asked)) << m.engine;
    }
  }
  for (options::Engine e : {options::Engine::BmcLazy, options::Engine::BmcEager}) {
    base::Budget budget({.time = std::chrono::seconds(10)});
    options.properties = {Property::UnreachCall};
    work(engine(e), {}, *analyses, options)(budget, {});
  }
  EXPECT_EQ(analysis::PointsTo::made() - before, 1u);
}

}  // namespace
}  // namespace heddle::driver
