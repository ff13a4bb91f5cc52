"""The book here is no test: it is loaded where a test installs it."""

collect_ignore = ["lantern_stud"]
