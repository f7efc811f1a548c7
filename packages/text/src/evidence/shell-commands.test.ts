import { describe, expect, test } from 'vitest'
import { commandWords, shellCommands } from './shell-commands.ts'

describe('a shell line', () => {
  test('is read as its commands, with quotes taken off and assignments and redirections left out', () => {
    expect(shellCommands('cd /srv && FOO=1 git commit -m "a; b" > log.txt 2>&1; echo \'x | y\' | tee out\nls')).toEqual([
      ['cd', '/srv'],
      ['git', 'commit', '-m', 'a; b'],
      ['echo', 'x | y'],
      ['tee', 'out'],
      ['ls'],
    ])
  })

  test('ends where a document begins, and nothing in it is a command', () => {
    expect(shellCommands('cat <<EOF\ngit revert HEAD\nEOF')).toEqual([['cat']])
  })

  test.each(['', '   ', ';;', '"open', "it's", '\\'])('%o ends', (line) => {
    expect(
      shellCommands(line)
        .flat()
        .every((word) => typeof word === 'string'),
    ).toBe(true)
  })

  test('has a program, options, and operands; behind -- there are no options', () => {
    expect(commandWords(['/usr/bin/git', 'checkout', '-q', '--', '-odd.txt'])).toEqual({
      program: 'git',
      options: ['-q'],
      operands: ['checkout'],
      behind: ['-odd.txt'],
    })
  })
})
