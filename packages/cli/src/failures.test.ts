import {
  Abandoned,
  Ambiguous,
  BadImport,
  BrainExists,
  IdempotencyConflict,
  IntegrityBroken,
  InvalidRequest,
  MostlyGone,
  MovedWhileWritten,
  MoveRefused,
  NewerLog,
  NotFound,
  StaleBranch,
  StoreUnavailable,
  TagExists,
  WrongExpectedPosition,
} from '@crabtrail/core'
import { describe, expect, test } from 'vitest'
import { type ExitCode, exitCodes, type Failure, FileRefused, NotForServers, NothingRead, NotWhole, PackageMissing } from './failures.ts'
import { complaintDocument, complaintLine, complaintOf, defectComplaint } from './render/output.ts'

const failures: ReadonlyArray<readonly [Failure, ExitCode, string, object]> = [
  [
    new StoreUnavailable({
      reason: 'locked',
      place: '/a.db',
      detail: 'another program keeps writing',
      retryable: true,
      cause: new Error('BUSY'),
    }),
    1,
    '/a.db: another program keeps writing',
    { reason: 'locked', place: '/a.db', detail: 'another program keeps writing', retryable: true },
  ],
  [
    new NewerLog({ brain: 'l/m/d', position: 4, type: 'NodeDreamt', version: 1 }),
    1,
    'l/m/d holds NodeDreamt version 1 at position 4, which this version does not know: use the newer Crabtrail that wrote it',
    { brain: 'l/m/d', position: 4, type: 'NodeDreamt', version: 1 },
  ],
  [new BadImport({ line: 3, problem: 'no JSON' }), 1, 'line 3: no JSON; nothing was imported', { line: 3, problem: 'no JSON' }],
  [new BrainExists({ brain: 'l/m/d' }), 1, 'l/m/d exists already: choose another --brain, or go on with it', { brain: 'l/m/d' }],
  [
    new MostlyGone({ root: '/notes', known: 12, gone: 9 }),
    1,
    'gone from /notes: 9 of 12 documents, nothing was changed: give --prune if that is meant; with --dry-run it shows which',
    { root: '/notes', known: 12, gone: 9 },
  ],
  [
    new MostlyGone({ root: '/notes', known: 1, gone: 1 }),
    1,
    'gone from /notes: 1 of 1 document, nothing was changed: give --prune if that is meant; with --dry-run it shows which',
    { root: '/notes', known: 1, gone: 1 },
  ],
  [new Abandoned({ brain: 'l/m/d' }), 1, 'the caller no longer waited; nothing was written to l/m/d', { brain: 'l/m/d' }],
  [
    new FileRefused({ path: 'a.jsonl', problem: 'it is a folder' }),
    1,
    'a.jsonl: it is a folder',
    { path: 'a.jsonl', problem: 'it is a folder' },
  ],
  [
    new NothingRead({ problem: 'nothing could be read', skipped: [{ path: 'a', reason: 'b' }], leftOut: [] }),
    1,
    'nothing could be read',
    { problem: 'nothing could be read', skipped: [{ path: 'a', reason: 'b' }], leftOut: [] },
  ],
  [
    new PackageMissing({ command: 'eval', package: '@crabtrail/eval' }),
    1,
    'crabtrail eval needs the package @crabtrail/eval, which is not installed: run npx -y pnpm@12 --silent crabtrail eval in a checkout of Crabtrail',
    { command: 'eval', package: '@crabtrail/eval' },
  ],
  [
    new NotWhole({ path: '/a.db', brain: 'l/m/d', check: 'chain', problem: 'it was changed', position: 4, outcome: 'nothing was moved' }),
    5,
    '/a.db: l/m/d is not whole at position 4 (chain: it was changed); nothing was moved: run verify, and go back to an earlier backup or an export',
    { path: '/a.db', brain: 'l/m/d', check: 'chain', problem: 'it was changed', position: 4, outcome: 'nothing was moved' },
  ],
  [
    new NotForServers({ command: 'backup', place: 'postgres://ann@db:5432/m', instead: 'use pg_dump' }),
    1,
    'postgres://ann@db:5432/m: backup is for a store in a file; use pg_dump',
    { command: 'backup', place: 'postgres://ann@db:5432/m', instead: 'use pg_dump' },
  ],
  [
    new MoveRefused({ brain: 'l/m/d', from: '/a.db', to: '/b.db', problem: 'another' }),
    1,
    '/b.db: l/m/d is there and is another brain than in /a.db: move to another store, or bring it in under another name by export and import --brain; move the other brains with --only',
    { brain: 'l/m/d', from: '/a.db', to: '/b.db', problem: 'another' },
  ],
  [
    new MoveRefused({ brain: 'l/m/d', from: '/a.db', to: '/b.db', problem: 'newer' }),
    1,
    '/b.db: l/m/d is there and has more events than in /a.db: it was moved and used since; go on with it there, move the other brains with --only',
    { brain: 'l/m/d', from: '/a.db', to: '/b.db', problem: 'newer' },
  ],
  [
    new MovedWhileWritten({ brain: 'l/m/d', place: '/a.db' }),
    4,
    '/a.db: somebody wrote to l/m/d during the move: stop the programs that use this store, then run move again',
    { brain: 'l/m/d', place: '/a.db' },
  ],
  [new InvalidRequest({ field: 'limit', problem: 'it is 0' }), 2, 'limit: it is 0', { field: 'limit', problem: 'it is 0' }],
  [
    new NotFound({ what: 'turn', name: 't9', hint: 'crabtrail log shows them' }),
    3,
    'no turn t9: crabtrail log shows them',
    { what: 'turn', name: 't9', hint: 'crabtrail log shows them' },
  ],
  [
    new Ambiguous({ what: 'node', name: 'abcdef', matches: ['abcdef1', 'abcdef2'] }),
    3,
    'abcdef fits several nodes: abcdef1, abcdef2; give more of the name',
    { what: 'node', name: 'abcdef', matches: ['abcdef1', 'abcdef2'] },
  ],
  [
    new WrongExpectedPosition({ brain: 'l/m/d', expected: 1, actual: 2 }),
    4,
    'l/m/d was expected at position 1 and is at 2: read it again, then decide again',
    { brain: 'l/m/d', expected: 1, actual: 2 },
  ],
  [
    new IdempotencyConflict({ brain: 'l/m/d', first: 7 }),
    4,
    'this idempotency key was used for another signal, recorded in l/m/d at position 7: use a key of its own for each signal',
    { brain: 'l/m/d', first: 7 },
  ],
  [
    new StaleBranch({ branch: 'l/m/b', brain: 'l/m/d', since: 1 }),
    4,
    'l/m/b is stale: l/m/d has 1 event since that replay; run replay again and save it under another name',
    { branch: 'l/m/b', brain: 'l/m/d', since: 1 },
  ],
  [
    new TagExists({ brain: 'l/m/d', name: 'lunch', at: 7 }),
    1,
    'tag:lunch stands for position 7 of l/m/d, and a tag is never moved; take another name',
    { brain: 'l/m/d', name: 'lunch', at: 7 },
  ],
  [
    new IntegrityBroken({ brain: 'l/m/d', position: 7, problem: 'its hash differs' }),
    5,
    'l/m/d is broken at position 7: its hash differs; run verify, and restore from a backup or an export',
    { brain: 'l/m/d', position: 7, problem: 'its hash differs' },
  ],
]

describe('a failure', () => {
  test('of every tag is among these', () => {
    expect([...new Set(failures.map(([failure]) => failure._tag))].sort()).toEqual(Object.keys(exitCodes).sort())
  })

  test.each(failures)('%o ends with %i', (failure, code, message, facts) => {
    const complaint = complaintOf(failure)

    expect(exitCodes[failure._tag]).toBe(code)
    expect(complaintLine(complaint)).toBe(`crabtrail: ${message}`)
    expect(JSON.parse(complaintDocument(complaint))).toEqual({ error: { tag: failure._tag, message, ...facts } })
  })
})

describe('a complaint', () => {
  test('of a bug asks for a report', () => {
    expect(complaintLine(defectComplaint(new TypeError('x is not a function')))).toBe(
      'crabtrail: this is a bug in Crabtrail: x is not a function; please report it with what --debug says',
    )
    expect(complaintLine(defectComplaint('odd'))).toContain('odd')
  })

  test('is one line whatever stands in it, and commands no terminal', () => {
    const complaint = complaintOf(new NotFound({ what: 'node', name: 'a\n\u001b[2Jb', hint: 'c' }))

    expect(complaintLine(complaint)).toBe('crabtrail: no node a \ufffd[2Jb: c')
  })
})
