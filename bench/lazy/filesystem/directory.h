// SPDX-License-Identifier: GPL-3.0-or-later
// The directory: names of files. One lock for all of it, held inside each function and never together with another;
// but for two that do without.
#ifndef DIRECTORY_H
#define DIRECTORY_H
#include "disk.h"

#define NAME_BUFFER (NAME_SIZE + 1)

// The inode with this name, or NO_INODE.
int directory_lookup(const char* name);

// The same for those who change nothing: takes no lock, so that opening a file stops nobody.
int directory_peek(const char* name);

// Gives the name to the inode, unless somebody else was faster: then the inode that has it. NO_INODE: the directory is
// full.
int directory_add(const char* name, int inode);

// Takes the name away; the inode that had it, or NO_INODE.
int directory_remove(const char* name);

int directory_rename(const char* from, const char* to);

// The name in an entry, which ends with a zero, and its inode or NO_INODE. Takes no lock either.
int directory_entry(int entry, char* name);

#endif
