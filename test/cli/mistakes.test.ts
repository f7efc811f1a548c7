/** Every argument and option of every command, given a value that it cannot have: what each ends with, and that nothing came of it. */
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type CommandName, commandNames, shapeOf } from '../../packages/cli/src/calls/table.ts'
import { inShort } from '../src/in-full.ts'
import { fillNotes, type Json, makePlace, onlyDocument } from './place.ts'

const place = makePlace()
/** Returns the exit code of a call, and its error. A defect of ours is none of these mistakes. */
const call = async (...args: ReadonlyArray<string>): Promise<{ readonly code: number | null; readonly error?: Json }> => {
  const { code, stdout } = await place.run(...args, '--json')
  return code === 0 ? { code } : { code, error: onlyDocument(stdout).error }
}
const file = (...names: ReadonlyArray<string>): string => join(place.home, ...names)
let position: unknown
beforeAll(async () => {
  fillNotes(place)
  place.write('set.corpus.jsonl', '{"id":"a","text":"Where the harbour key is."}\n')
  place.write('set.queries.jsonl', '{"id":"q","question":"harbour?","goldIds":["a"]}\n')
  await call('ingest', file('notes'))
  await call('recall', 'how do we roll back the harbour service?')
  await call('wrong', 'deploy.md', '--instead', 'sub/team.txt')
  position = (await place.ask('show')).position
})
afterAll(() => place.remove())

/** A value, what it ends with, and what the complaint names: the field that is wrong, or the sort of thing that is not there. */
type Mistake = readonly [value: string, code: number, names: string]

const long = 'x'.repeat(600)
const positions: ReadonlyArray<Mistake> = [
  ...['the other day', 'yesterday night', '2026-02-31', '2026-13-01', '2026-11-20T24:00', '+5', '1.5', '1e3', '0x10', 'tag:'].map(
    (value): Mistake => [value, 2, 'position'],
  ),
  ['999999', 3, 'position'],
  ['9'.repeat(30), 3, 'position'],
  ['-999999', 3, 'position'],
  [`-${'9'.repeat(30)}`, 3, 'position'],
  ['tag:nope', 3, 'tag'],
  ['t99', 3, 'turn'],
  ['session:', 2, 'position'],
  ['session:nobody', 3, 'session'],
]
const whole = (flag: string): ReadonlyArray<Mistake> =>
  ['-1', '1.5', '1e3', 'many', '9'.repeat(30)].map((value): Mistake => [value, 2, `--${flag}`])
const turns: ReadonlyArray<Mistake> = [
  ...['first', '0', 't0', 't1.5', '-1', 't-1'].map((value): Mistake => [value, 2, 'turn']),
  ...['t99', '99', `t${'9'.repeat(30)}`].map((value): Mistake => [value, 3, 'turn']),
]
const nodes: ReadonlyArray<Mistake> = [
  ['nowhere.md', 3, 'node'],
  ['dep', 3, 'node'],
  ['deploy', 3, 'node'],
  ['erased:999', 3, 'node'],
]
const edges: ReadonlyArray<Mistake> = [
  ['e0', 3, 'edge'],
  ['e9999', 3, 'edge'],
  ['x', 3, 'edge'],
  ['deploy.md>nokind>incident.md', 3, 'edge'],
  ['sub/team.txt>learned>incident.md', 3, 'edge'],
  ['nowhere.md>learned>incident.md', 3, 'node'],
]
const tooLong = (field: string): ReadonlyArray<Mistake> => [[long, 2, field]]
const unknownWord = (field: string): ReadonlyArray<Mistake> => [['lovely', 2, field]]

/** By the name of an argument or option; a command whose own means something else stands before it. */
const mistakes: Readonly<Record<string, ReadonlyArray<Mistake>>> = {
  '--at': positions,
  '--since': positions,
  '--until': positions,
  'hear --reply': [['x'.repeat(40_000), 2, 'reply']],
  'unlearn --judge': [['nobody', 3, 'judge']],
  'unlearn --undo': [['1', 2, 'undo']],
  '--feedback': [
    ['first', 2, 'feedback'],
    ['f999', 3, 'feedback'],
  ],
  '--actor': [['nobody', 3, 'actor']],
  'unlearn --session': [['nobody', 3, 'session']],
  '--from': positions,
  '--to': positions,
  '--before': positions,
  '--limit': [...whole('limit'), ['0', 2, 'limit'], ['100001', 2, 'limit']],
  'turns --before': [
    ['t99', 3, 'turn'],
    ['last', 2, 'before'],
  ],
  'turns --session': [
    ['nobody', 3, 'session'],
    ['s99', 3, 'session'],
  ],
  '--buckets': [...whole('buckets'), ['0', 2, 'buckets'], ['1001', 2, 'buckets']],
  // An absent folder is told once somebody agreed.
  'studio --export': [['/nowhere/page.html', 1, 'page.html']],
  'studio --session': [['nobody', 2, 'session']],
  'studio --port': [...whole('port'), ['65536', 2, 'port']],
  '--budget': [...whole('budget'), ['100001', 2, 'budget']],
  '--seeds': [...whole('seeds'), ['0', 2, 'seeds'], ['257', 2, 'seeds']],
  '--hops': [...whole('hops'), ['9', 2, 'hops']],
  '--heartbeat': tooLong('heartbeat'),
  'recall --auto-max-per-session': [...whole('auto-max-per-session'), ['1000001', 2, 'autoMaxPerSession']],
  'recall --auto-window': [...whole('auto-window'), ['100001', 2, 'autoWindow']],
  'recall --auto-known-threshold': [
    ['-0.1', 2, 'autoKnownThreshold'],
    ['1.1', 2, 'autoKnownThreshold'],
    ['many', 2, 'auto-known-threshold'],
  ],
  '--expect': [...whole('expect'), ['0', 4, 'position'], ['999999', 4, 'position']],
  '--rank': [...whole('rank'), ['0', 2, 'rank'], ['1001', 2, 'rank']],
  '--turn': turns,
  '--node': nodes,
  '--supersedes': nodes,
  '--instead': [...nodes, ['deploy.md#rollback', 2, 'instead']],
  '--edge': edges,
  '--type': [...unknownWord('type'), ['nodeadded', 2, 'type']],
  '--session': tooLong('session'),
  // Any text but an empty one is a question, and a reply.
  '--context': [],
  '--reply': [],
  '--duration-ms': ['-1', 'NaN', 'soon'].map((value): Mistake => [value, 2, 'duration-ms']),
  '--tool': [[':', 2, 'tool']],
  '--series': ['-1', 'NaN', 'many', '1000000'].map((value): Mistake => [value, 2, 'series']),
  'complete --outcome': unknownWord('outcome'),
  'complete --session': [[long, 3, 'session']],
  'log --session': [
    ['nobody', 3, 'session'],
    ['s99', 3, 'session'],
    ['s0', 3, 'session'],
  ],
  // A call that is right names a node already.
  'forget --session': [['cli', 2, 'node']],
  'forget --turn': [['t1', 2, 'node']],
  '--source': [['deploy.md', 2, 'node']],
  '--subject': [['harbour', 2, 'node']],
  'forget --name': [['harbour', 2, 'node']],
  'forget --selection': tooLong('selection'),
  'list BEGINNING': tooLong('beginning'),
  '--key': tooLong('key'),
  '--today': ['tomorrow', '2026-02-31', '2026-13-01', '9999-12-31', '20261101', '28.11.2026', '2026-11-01T10:00'].map(
    (value): Mistake => [value, 2, 'is not a day from 1970 to 2199, such as 2026-11-28'],
  ),
  '--became': [
    ['deploy.md', 2, 'became'],
    ['>', 2, 'became'],
    ['nowhere.md>deploy.md', 3, 'node'],
  ],
  '--outcome': ['2', '-2', 'NaN', 'Infinity', '1e999', '0x1', 'much'].map((value): Mistake => [value, 2, 'outcome']),
  '--engine': unknownWord('--engine'),
  'calibrate --by': [...unknownWord('by'), ['vectors', 2, 'by']],
  '--tier': [...unknownWord('--tier'), ['manual', 2, '--tier']],
  '--kind': [...unknownWord('kind'), ['link', 2, 'kind']],
  '--profile': [...unknownWord('profile'), ['Balanced', 2, 'profile']],
  '--set': [
    ['walk.fade', 2, 'equals sign'],
    ['=1', 2, 'equals sign'],
    ['walk.fade=', 2, 'not a number'],
    ['walk.fade=much', 2, 'not a number'],
    ['walk.fade=2', 2, 'walk.fade'],
    ['walk.fade=NaN', 2, 'walk.fade'],
    ['walk.speed=1', 2, 'walk.speed'],
    ['walk=1', 2, 'walk'],
    ['name=mine', 2, 'name'],
    ['budget.hops=1.5', 2, 'budget.hops'],
    ['wrong=bad', 2, 'wrong'],
    ['learning.muteSessions=cron,nightly', 2, 'muteSessions'],
    ['tiers.habitual=0.9', 2, 'tiers.habitual'],
    ['strength.max=-1', 2, 'strength'],
  ],
  '--format': unknownWord('--format'),
  '--origin': unknownWord('--origin'),
  '--as': [['..', 2, '--as']],
  '--exclude': [
    ['', 2, 'exclude'],
    ['session', 2, 'exclude'],
    ['session:', 2, 'exclude'],
    ['mood:good', 2, 'exclude'],
    ['session:nobody', 3, 'session'],
    ['turn:t99', 3, 'turn'],
    ['turn:x', 2, 'turn'],
    ['feedback:f99', 3, 'feedback'],
    ['actor:nobody', 3, 'actor'],
    ['origin:lovely', 2, 'exclude'],
    ['origin:system', 3, 'signal'],
    ['range:..', 2, 'exclude'],
    ['range:1..', 2, 'exclude'],
    ['range:9999', 3, 'position'],
  ],
  // A decision takes memories alone.
  'review --at': [['3', 2, 'belongs to the list']],
  'review --after': [['deploy.md', 2, 'belongs to the list']],
  'review --limit': [...whole('limit'), ['0', 2, 'limit'], ['1001', 2, 'limit'], ['5', 2, 'belongs to the list']],
  'replay --limit': [...whole('limit'), ['0', 2, 'limit'], ['1001', 2, 'limit']],
  '--save-as': [
    ...['a b', 'a\nb', 'a\u0007b', 'a\u202eb', '..', 'a/../b', 'a//b', 'a/b/c/d', 'x'.repeat(129)].map(
      (value): Mistake => [value, 2, 'saveAs'],
    ),
    ['local/main/default', 1, 'local/main/default'],
  ],
  'judge --limit': [...whole('limit'), ['5', 2, 'limit']],
  'judge --save-as': [['anew', 2, 'saveAs']],
  BRANCH: [
    ['a b', 2, 'branch'],
    ['nobody', 3, 'branch'],
    ['local/main/default', 2, 'branch'],
  ],
  '--settings': [
    ['', 2, 'settings'],
    ['walk.speed', 2, 'settings'],
    ['budget.items', 2, 'settings'],
  ],
  'tune --limit': [...whole('limit'), ['0', 2, 'limit'], ['501', 2, 'limit']],
  '--root': [[file('notes', 'sub'), 2, '--root']],
  '--output': [[file('nowhere', 'x.jsonl'), 1, 'nowhere']],
  'eval --output': [
    [file('nowhere', 'x.json'), 1, 'nowhere'],
    [file('notes'), 1, 'a folder'],
    ['/dev/stdout', 2, '--output'],
  ],
  '--plot': [
    [file('nowhere', 'x.svg'), 1, 'nowhere'],
    [file('notes'), 1, 'a folder'],
    [place.store, 2, '--plot'],
  ],
  '--unrelated': [[file('nowhere', 'messages.tsv'), 2, '--unrelated']],
  '--every': [...whole('every'), ['0', 2, '--every'], ['100001', 2, '--every']],
  'eval --limit': [...whole('limit'), ['9', 2, '--limit'], ['101', 2, '--limit']],
  '--ablate': [...unknownWord('--ablate'), ['edges gate', 2, '--ablate'], ['edges,', 2, '--ablate']],
  NAME: [...unknownWord('NAME'), ['Crabpath', 2, 'NAME'], ['', 2, 'NAME']],
  QUESTION: [
    ['', 2, 'question'],
    [' \t', 2, 'question'],
    [long.repeat(30), 2, 'question'],
  ],
  MESSAGE: [
    ['', 2, 'text'],
    [' \t', 2, 'text'],
    [long.repeat(30), 2, 'text'],
  ],
  '--question': [
    [' \t', 2, 'question'],
    [long.repeat(30), 2, 'question'],
  ],
  A: [...positions, ['', 2, 'position']],
  B: [...positions, ['', 2, 'position']],
  SHELL: unknownWord('SHELL'),
  'alias TEXT': [
    ['', 2, 'aliases'],
    ['  ', 2, 'blank'],
    ['x'.repeat(201), 2, 'at most 200'],
  ],
  'tag NAME': [...['', 'a b', 'a/b', '.a', 'x'.repeat(65)].map((value): Mistake => [value, 2, 'name'])],
  SENTENCE: [['', 2, 'about'], [' \t', 2, 'about'], ...tooLong('about')],
  VERDICT: unknownWord('VERDICT'),
  DECISION: unknownWord('DECISION'),
  NODE: [...nodes, ['', 2, 'node']],
  SRC: [...nodes, ['', 2, 'node']],
  DST: [...nodes, ['', 2, 'node'], ['deploy.md#rollback', 2, 'target']],
  VALUE: [
    ...['NaN', '1e999', '0x1', 'much', ''].map((value): Mistake => [value, 2, 'VALUE']),
    ...['99', '-99'].map((value): Mistake => [value, 2, 'value']),
  ],
  'NODE|EDGE': [...nodes, ['e9999', 3, 'edge'], ['deploy.md>learned>nowhere.md', 3, 'node'], ['', 2, 'node']],
  TURN: [...turns, ['', 2, 'turn']],
  EDGE: [...edges, ['', 2, 'edge']],
  PATH: [[file('nowhere'), 1, 'nowhere']],
  TEXT: [
    ['', 2, 'text'],
    ['?!', 2, 'no word'],
    ['crab '.repeat(1_000), 2, 'at most 4000'],
  ],
  WHAT: [...unknownWord('WHAT'), ['', 2, 'WHAT']],
  TENANT: [
    ['', 2, 'TENANT'],
    ['acme/team', 2, 'TENANT'],
  ],
  ROLE: [
    ['', 2, 'ROLE'],
    ['r'.repeat(64), 2, 'ROLE'],
  ],
  FILE: [
    [file('nowhere.jsonl'), 1, 'nowhere'],
    [file('notes', 'incident.md'), 1, 'line 1'],
  ],
  '--only': [
    ['a b', 2, '--only'],
    ['nobody', 3, 'brain'],
  ],
  'FROM-URL': [
    [file('nowhere.db'), 1, 'nowhere'],
    [file('notes', 'incident.md'), 1, 'not a database'],
    [file('notes'), 1, 'a folder'],
    ['mysql://here', 2, 'FROM-URL'],
    ['', 2, 'FROM-URL'],
  ],
  'TO-URL': [
    [file('notes', 'incident.md'), 1, 'not a database'],
    [file('notes'), 1, 'a folder'],
    ['postgres://ann@h:99999/memory', 2, 'TO-URL'],
    ['', 2, 'TO-URL'],
    [place.store, 2, 'TO-URL'],
  ],
  'backup FILE': [
    [file('nowhere', 'a.backup'), 1, 'nowhere'],
    [file('notes', 'incident.md'), 1, '--force'],
    [file('notes'), 1, 'no regular file'],
    [place.store, 1, 'the store itself'],
    ['', 1, 'no regular file'],
  ],
  'restore FILE': [
    [file('nowhere.backup'), 1, 'nowhere'],
    [file('notes', 'incident.md'), 1, 'not a database'],
    [file('notes'), 1, 'a folder'],
    ['', 1, 'a folder'],
  ],
}

/** A call of each command that is right. */
const right: Readonly<Record<CommandName, ReadonlyArray<string>>> = {
  demo: [],
  init: ['--brain', 'another'],
  ingest: [file('notes')],
  note: ['the harbour is closed'],
  brains: [],
  profiles: ['balanced'],
  profile: ['balanced'],
  describe: ['notes of the release team'],
  tag: ['before-import'],
  tags: [],
  sessions: [],
  turns: [],
  timeline: [],
  list: ['deploy'],
  completion: ['bash'],
  grant: ['acme', 'acme_gateway'],
  recall: ['harbour'],
  used: ['deploy.md#rollback'],
  'not-relevant': ['deploy.md#rollback'],
  'not-useful': ['deploy.md#rollback'],
  wrong: ['deploy.md#rollback'],
  feedback: ['used', '--node', 'deploy.md#rollback'],
  hear: ['no, the harbour is closed'],
  judge: [],
  complete: ['--outcome', 'success'],
  strength: ['deploy.md#rollback', 'incident.md', '0.5'],
  learn: [],
  show: ['deploy.md'],
  why: ['t1', 'deploy.md'],
  'why-not': ['harbour', 'deploy.md'],
  blame: ['e1'],
  diff: ['1', '2'],
  bisect: ['harbour', '--node', 'deploy.md'],
  log: [],
  stats: [],
  undo: [],
  unlearn: ['--since', '1'],
  rollback: ['--to', '3'],
  replay: [],
  tune: [],
  promote: ['local/main/branch'],
  calibrate: [],
  maintain: ['--dry-run'],
  protect: ['deploy.md#rollback'],
  trust: ['deploy.md#rollback'],
  review: ['approve', 'deploy.md#rollback'],
  alias: ['deploy.md#rollback', 'how to go back?'],
  forget: ['--node', 'deploy.md#rollback', '--dry-run'],
  verify: [],
  doctor: [],
  studio: [],
  eval: ['retrieval', file('set.corpus.jsonl'), file('set.queries.jsonl')],
  export: [],
  import: [file('memory.jsonl')],
  backup: [file('a.backup')],
  move: [place.store, file('moved.db')],
  restore: [file('a.backup'), '--store', file('another.db')],
  archive: ['--before', '2'],
}

interface Row {
  readonly command: CommandName
  readonly args: ReadonlyArray<string>
  readonly code: number
  readonly names: string
}

const mistakesOf = (command: CommandName, name: string): ReadonlyArray<Mistake> => {
  const known = mistakes[`${command} ${name}`] ?? mistakes[name]
  if (known === undefined) throw new Error(`${command} has ${name}, and nothing here says how it can be wrong`)
  return known
}

const rowsOf = (command: CommandName): ReadonlyArray<Row> => {
  const shape = shapeOf(command)
  const base = right[command]
  const options = Object.entries(shape.flags)
    .filter(([, flag]) => flag.value !== undefined)
    .flatMap(([name]): ReadonlyArray<Row> => {
      const wrong = mistakesOf(command, `--${name}`).map(([value, code, names]) => ({ value: `--${name}=${value}`, code, names }))
      const rows = [...wrong, { value: `--${name}=`, code: 2, names: `--${name}` }]
      return rows.map(({ code, names, value }) => ({ command, args: [command, ...base, value], code, names }))
    })
  const words = shape.positionals.flatMap(({ name }, place) =>
    mistakesOf(command, name).map(([value, code, names]): Row => ({ command, args: [command, ...base.with(place, value)], code, names })),
  )
  const everywhere: ReadonlyArray<Row> = [
    'demo',
    'eval',
    'init',
    'brains',
    'profiles',
    'completion',
    'grant',
    'import',
    'move',
    'backup',
    'restore',
  ].includes(command)
    ? []
    : [{ command, args: [command, ...base, '--brain', 'nobody'], code: 3, names: 'brain' }]
  return [...options, ...words, ...everywhere]
}

describe.each(commandNames.filter((command) => rowsOf(command).length > 0))('%s', (command) => {
  const rows = rowsOf(command)
  test(`ends as it should with each of ${rows.length} mistakes`, async () => {
    for (const { args, code, names } of rows.filter((_, at) => at % inShort(3, 1) === 0)) {
      const { code: ended, error } = await call(...args)

      expect([args, ended]).toEqual([args, code])
      expect(JSON.stringify(error)).toContain(names)
      expect(error?.message.length).toBeLessThan(400)
      expect(error?.message).not.toContain('\n')
    }
  })
})

test('and nothing came of any of them', async () => {
  expect((await place.ask('show')).position).toBe(position)
  expect((await place.ask('brains')).brains).toHaveLength(1)
  expect((await place.ask('verify', '--rederive')).ok).toBe(true)
})

test.each([
  [2, ['log', '--from', '9', '--to', '3'], 'from'],
  [2, ['bisect', 'harbour', '--node', 'deploy.md', '--from', '9', '--to', '3'], 'from'],
  [2, ['bisect', 'harbour', '--node', 'deploy.md', '--from', '9', '--to', '9'], 'from'],
  [2, ['bisect', 'harbour', '--node', 'deploy.md', '--present', '--absent'], 'absent'],
  [2, ['diff', '1', ...Array.from({ length: 33 }, (_, i) => `--question=harbour ${i}`)], 'question'],
  [2, ['judge', '--again'], 'model'],
  [2, ['judge', '--again', '--limit', '0'], 'limit'],
  [2, ['judge', '--again', '--limit', '1001'], 'limit'],
  [2, ['judge', '--again', '--save-as', 'a b'], 'saveAs'],
  [2, ['judge', '--again', '--today', '2026-11-28'], 'today'],
  [2, ['wrong', 'deploy.md#rollback', '--instead', 'deploy.md#rol'], 'instead'],
  [2, ['used', 'deploy.md#rollback', '--outcome', '-0.5'], 'outcome'],
  [2, ['wrong', 'deploy.md#rollback', '--outcome', '0.5'], 'outcome'],
  [3, ['why', 't1', '--at', '3'], 'turn'],
  [3, ['blame', 'auto:e70ac3da2e7a>learned>deploy.md', '--at', '3'], 'node'],
  [3, ['show', 'deploy.md', '--at', '0'], 'node'],
  [3, ['used', 'deploy.md', '--session', 'nobody'], 'turn'],
] as const)('%i: %j, each right by itself', async (code, args, names) => {
  const { code: ended, error } = await call(...args)

  expect(ended).toBe(code)
  expect(error).toMatchObject(code === 2 ? { field: names } : { what: names })
})

test.each([
  [['show', '--at', '0']],
  [['recall', 'harbour', '--at', '0']],
  [['recall', 'harbour', '--at', '1999-12-31']],
  [['log', '--to', '0']],
  [['log', '--from', '0', '--to', '0']],
  [['rollback', '--to', '0', '--dry-run']],
  [['archive', '--before', '0', '--dry-run']],
  [['diff', '0', '0', '--question', 'harbour']],
  [['why-not', 'harbour', 'deploy.md', '--at', '0']],
])('0: %j is before the beginning, where nothing is', async (args) => {
  expect(await call(...args)).toEqual({ code: 0 })
})
