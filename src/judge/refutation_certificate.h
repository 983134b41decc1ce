// SPDX-License-Identifier: GPL-3.0-or-later
// The certificate of a refuted formula, as it is read. Checked for form only: numbers that name something.
#pragma once
#include <map>
#include <string>
#include <vector>

#include "base/property.h"
#include "judge/refutation/clauses.h"

namespace heddle::judge {

struct RefutationCertificate {
  struct Input {
    Literal guard;
    uint32_t instruction;
    std::vector<Literal> bits;
  };
  struct Thread {
    int created_by = -1;  // event
    Literal started = 0, finished = 0;
    uint32_t begin = 0, end = 0;  // nodes
    std::vector<Input> inputs;
  };
  struct Event {
    uint32_t thread = 0, node = 0;
    Literal guard = 0;
    uint32_t instruction = 0;  // its number, from 1 on, without the ends of blocks; 0: it has none
    uint32_t visit = 0;        // events of one execution of an instruction have the same one
    Literal reached = 0;       // its thread comes there, and goes on if the guard is true
    Literal choice = 1;        // a timed wait: it timed out; a barrier: this is the serial thread
  };
  struct Access {
    uint32_t event = 0;
    Literal guard = 0;
    bool write = false;
    Literal uninitialised = 1;
    std::vector<Literal> bits;
  };
  std::string log;  // bytes
  uint32_t variables = 0, nodes = 0;
  Literal executions = 0;  // is true in executions
  std::map<base::Property, std::vector<Literal>> violations;
  std::vector<Literal> beyond, undefined;
  std::vector<Literal> waits;  // a thread goes round a waiting loop once more, and is not followed
  std::vector<Thread> threads;
  std::vector<Event> events;  // of each thread one behind the other
  std::vector<Access> accesses;
};

// Throws BadCertificate.
RefutationCertificate read_refutation(const std::string& content);

}  // namespace heddle::judge
