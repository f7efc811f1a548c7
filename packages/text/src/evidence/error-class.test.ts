import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { errorClass, quoted } from './error-class.ts'

describe('the class of an error', () => {
  test.each([
    ['exec', 'npm ERR! code ERESOLVE\nnpm ERR! ERESOLVE unable to resolve dependency tree', 'npm/ERESOLVE'],
    ['exec', 'Error: connect ECONNREFUSED 127.0.0.1:5432', 'exec/ECONNREFUSED'],
    ['read', "ENOENT: no such file or directory, access '/a/b.md'", 'read/ENOENT'],
    ['exec', "src/app.ts(14,7): error TS2322: Type 'string' is not assignable to type 'number'.", 'exec/TS2322'],
    [
      'exec',
      'Traceback (most recent call last):\n  File "/a/b.py", line 3\nModuleNotFoundError: No module named \'yaml\'',
      'exec/ModuleNotFoundError',
    ],
    ['exec', 'git: fatal error\nProcess exited with code 128', 'git/exit-128'],
    ['web_fetch', 'Request failed with status code 403', 'web_fetch/exit-403'],
    ['deploy', 'The pipeline is locked by another release', 'deploy/the-pipeline-is-locked-by-anothe'],
    ['exec', 'Der Hafen ist geschlossen', 'exec/der-hafen-ist-geschlossen'],
  ])('%s: %s', (tool, report, name) => {
    expect(errorClass(tool, report)?.name).toBe(name)
  })

  test('is the same on another day, path, line and machine', () => {
    const one = errorClass('exec', "cp: cannot stat '/home/a/build-17/app.js': No such file or directory (pid 4711, 0xdeadbeef)")
    const other = errorClass('exec', "cp: cannot stat '/srv/b/build-18/main.js': No such file or directory (pid 12, 0xcafe01)")

    expect(one).toEqual(other)
    expect(one?.text).toBe('cp: cannot stat : No such file or directory (pid , )')
  })

  test('is none of what says nothing', () => {
    for (const report of ['', ' \n', '!!!', '4711 0xdeadbeef']) expect(errorClass('exec', report)).toBeUndefined()
  })

  test('is short and plain, whatever is reported', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), fc.string({ maxLength: 40 }), (report, tool) => {
        const found = errorClass(tool, report)
        if (found === undefined) return
        expect(found.name).toMatch(/^[\w.-]{1,32}\/[\w.-]{1,32}$/)
        expect(found.text.length).toBeLessThanOrEqual(240)
      }),
      { numRuns: 100 },
    )
    expect(errorClass('exec', `Error: ${'x'.repeat(1_000_000)}`)?.name.length).toBeLessThanOrEqual(64)
  })
})

describe('what a question quotes of an error', () => {
  const kindOf = (report: string, tool = 'exec') => errorClass(tool, report)?.text ?? ''

  test.each<readonly [string, string, 'stretch' | 'code' | 'both' | 'nothing']>([
    ['File not found: /srv/engine/book.md', 'read says: File not found: /home/x.md. What now?', 'stretch'],
    ['File not found: /srv/engine/book.md', 'Have you read the file that I found?', 'nothing'],
    ["cp: cannot stat '/a': No such file or directory", "cp: cannot stat '/home/b/c': No such file or directory again", 'stretch'],
    ['Error: connect ECONNREFUSED 127.0.0.1:5432', 'The worker gets ECONNREFUSED from the cache', 'code'],
    ['Error: connect ECONNREFUSED 127.0.0.1:5432', 'The connection was econnrefused or so', 'nothing'],
    ['Killed\nProcess exited with code 137', 'Is exit-137 the code of the process?', 'nothing'],
    ['ModuleNotFoundError: No module named x', 'Python says ModuleNotFoundError: No module named y', 'both'],
    ['No changes made', 'How much progress have we made on the changes?', 'nothing'],
  ])('of %j in %j: %s', (report, question, is) => {
    expect(quoted(question, kindOf(report))).toEqual({ stretch: is === 'stretch' || is === 'both', code: is === 'code' || is === 'both' })
  })

  test('is found in a megabyte of question and of report as well', () => {
    const long = 'the harbour is closed '.repeat(50_000)

    expect(quoted(long, kindOf(long)).stretch).toBe(true)
    expect(quoted('x'.repeat(1_000_000), kindOf(`Error: ${'y'.repeat(1_000_000)}`)).stretch).toBe(false)
  })
})
