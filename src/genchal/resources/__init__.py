"""Files that we read and write: texts under any compression, data sets, stored results."""
