// SPDX-License-Identifier: GPL-3.0-or-later
// Files: what a program sees. A file is known by a handle from file_creat or file_open to file_close; handles are
// entries of a table that all threads share. Errors are negative.
#ifndef FILE_H
#define FILE_H
#include "inode.h"

#define HANDLES 4
#define LOG_HANDLE 0  // the log is always open

#define READ_ONLY 1
#define READ_WRITE 3

#define NOT_FOUND (-1)
#define NO_SPACE (-2)
#define BAD_HANDLE (-3)
#define NOT_ALLOWED (-4)

// A handle of the file, which is made if there is none with this name.
int file_creat(const char* name);
int file_open(const char* name, int mode);
int file_close(int handle);

// Bytes from the position of the handle on, which moves behind them. They give the number of bytes.
int file_read(int handle, byte* to, int count);
int file_write(int handle, const byte* from, int count);
int file_seek(int handle, int position);
int file_truncate(int handle, int size);

int file_unlink(const char* name);
int file_rename(const char* from, const char* to);
int file_stat(const char* name, struct attributes* to);

// A line of the log, which goes around when its block is full.
void file_log(byte what);

#endif
