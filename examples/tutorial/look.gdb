thread apply all bt
kill
quit
