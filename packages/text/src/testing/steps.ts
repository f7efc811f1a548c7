/**
 * Counts the searches of regular expressions, for tests of the time that a parser takes: twice the text takes twice the searches. Unlike
 * a time, the count is the same on every machine.
 */
const searchesIn = (run: () => unknown): number => {
  const { exec } = RegExp.prototype
  let searches = 0
  RegExp.prototype.exec = function (text) {
    searches++
    return exec.call(this, text)
  }
  try {
    run()
    return searches
  } finally {
    RegExp.prototype.exec = exec
  }
}

/** Returns by how much the searches grow where a text of so many lines gets twice as long: 2 where they grow with the text, 4 with its square. */
export const growth = (read: (lines: number) => unknown, lines = 500): number => {
  read(lines)
  return searchesIn(() => read(2 * lines)) / searchesIn(() => read(lines))
}
