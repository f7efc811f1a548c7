import { describe, expect, test } from 'vitest'
import { nearest } from '../shapes/assign.ts'
import { type CommandShape, type Flag, globalFlags } from '../shapes/shape.ts'
import { parseCall } from './parse.ts'
import { commandNames, shapeOf } from './table.ts'

const read = (line: string) => {
  const call = parseCall(line.match(/'[^']*'|\S+/g)?.map((word) => word.replace(/^'(.*)'$/, '$1')) ?? [])
  if (call.ask !== 'run') throw new Error(`not understood: ${JSON.stringify(call)}`)
  return call
}
const complaint = (line: string) => {
  const call = parseCall(line === '' ? [] : line.split(' '))
  return call.ask === 'nothing' ? `${call.malformed.field}: ${call.malformed.problem}` : JSON.stringify(call)
}

describe('a call that is understood', () => {
  test.each([
    ['recall how', { question: 'how' }, {}],
    ["recall 'how do we?' --limit 3 --budget=400", { question: 'how do we?' }, { limit: 3, budget: 400 }],
    ['recall how --at -100', { question: 'how' }, { at: '-100' }],
    ['recall how --at=-100 --no-record', { question: 'how' }, { at: '-100', 'no-record': true }],
    ['--limit 3 recall how', { question: 'how' }, { limit: 3 }],
    ['recall -5', { question: '-5' }, {}],
    ['recall -- --json', { question: '--json' }, {}],
    ['strength A B -0.5', { src: 'A', dst: 'B', value: -0.5 }, {}],
    ['strength A B -.5 --kind learned', { src: 'A', dst: 'B', value: -0.5 }, { kind: 'learned' }],
    ['strength A B 1e-3', { src: 'A', dst: 'B', value: 0.001 }, {}],
    ['rollback --to -100 --dry-run', {}, { to: '-100', 'dry-run': true }],
    ['log --from -20 --to -10', {}, { from: '-20', to: '-10' }],
    ["blame 'a.md#x>learned>b.md'", { edge: 'a.md#x>learned>b.md' }, {}],
    ['show', { 'node|edge': undefined }, {}],
    ['why t17', { turn: 't17', node: undefined }, {}],
    ['ingest a b c', { path: ['a', 'b', 'c'] }, {}],
    ['export -o file.jsonl', {}, { output: 'file.jsonl' }],
    ['import -', { file: '-' }, {}],
    ['feedback used --node a --node b', { verdict: 'used' }, { node: ['a', 'b'] }],
    ['feedback used --node a b --instead c d', { verdict: 'used' }, { node: ['a', 'b'], instead: ['c', 'd'] }],
    ['feedback --node a b used', { verdict: 'used' }, { node: ['a', 'b'] }],
    ['feedback wrong --outcome -0.5', { verdict: 'wrong' }, { outcome: -0.5 }],
    ['used a b --turn t3', { node: ['a', 'b'] }, { turn: 't3' }],
    ['recall how --session a --session b', { question: 'how' }, { session: 'b' }],
  ])('%s', (line, words, flags) => {
    const call = read(line)

    expect(call.words).toEqual(words)
    expect(call.flags).toEqual(flags)
  })

  test('keeps what every command understands apart from what is its own', () => {
    const { everywhere, flags } = read('-q recall how --store ./a.db --brain work --json --no-color --debug')

    expect(flags).toEqual({})
    expect(everywhere).toEqual({
      json: true,
      quiet: true,
      color: false,
      debug: true,
      store: './a.db',
      brain: 'work',
      host: undefined,
      embedder: undefined,
      model: undefined,
    })
  })

  test.each([
    ['brains', undefined, {}],
    ['brains --host', 'main', {}],
    ['brains --host=ops', 'ops', {}],
    ['--host ops brains', 'ops', {}],
    ['--host recall how', 'main', { question: 'how' }],
    ['recall how --host', 'main', { question: 'how' }],
    ['recall --host how', 'main', { question: 'how' }],
    ['recall --host ops how', 'ops', { question: 'how' }],
    ['recall how --host ops', 'ops', { question: 'how' }],
    ["recall --host 'how do we?'", 'main', { question: 'how do we?' }],
    ['ingest --host notes', 'main', { path: ['notes'] }],
    ['ingest --host notes/ more', 'main', { path: ['notes/', 'more'] }],
    ['ingest --host ops notes', 'ops', { path: ['notes'] }],
  ])('%s means the agent %s', (line, agent, words) => {
    const call = read(line)

    expect(call.everywhere.host).toBe(agent)
    expect(call.words).toEqual(words)
  })
})

describe('a call that is not understood', () => {
  test.each([
    ['recal how', 'COMMAND: there is no command "recal"; did you mean recall?'],
    ['teleport', 'COMMAND: there is no command "teleport"; crabtrail --help lists the commands'],
    ['help recal', 'COMMAND: there is no command "recal"; did you mean recall?'],
    ['--quiet', 'COMMAND: no command was named; crabtrail --help lists them'],
    ['constructor', 'COMMAND: there is no command "constructor"; crabtrail --help lists the commands'],
    ['recall', 'QUESTION: it is missing; crabtrail recall --help shows how it is called'],
    ['strength A B', 'VALUE: it is missing; crabtrail strength --help shows how it is called'],
    ['rollback', '--to: rollback needs it; crabtrail rollback --help shows how'],
    ['recall how do we', 'arguments: recall takes QUESTION, and "do" is too much; put what belongs together in quotes'],
    ['stats now', 'arguments: stats takes no argument, and "now" is too much'],
    ['why t1 a b', 'arguments: why takes TURN NODE, and "b" is too much'],
    ['forget a.md', 'arguments: forget takes no argument, and "a.md" is too much; did you mean --source a.md?'],
    ['forget said:1a2b', 'arguments: forget takes no argument, and "said:1a2b" is too much; did you mean --node said:1a2b?'],
    ['forget a.md#goal', 'arguments: forget takes no argument, and "a.md#goal" is too much; did you mean --node a.md#goal?'],
    ['forget t17', 'arguments: forget takes no argument, and "t17" is too much; did you mean --turn t17?'],
    ['forget s3', 'arguments: forget takes no argument, and "s3" is too much; did you mean --session s3?'],
    ['recall how --limt 4', '--limt: recall has no such option; did you mean --limit?'],
    ['recall how --zzz', '--zzz: recall has no such option; crabtrail recall --help lists what it takes'],
    ['recall how --toString', '--toString: recall has no such option; crabtrail recall --help lists what it takes'],
    ['stats --limit 4', '--limit: stats has no such option; crabtrail stats --help lists what it takes'],
    ['recall how -x', '-x: recall has no such option; crabtrail recall --help lists what it takes'],
    ['recall how --limit many', '--limit: "many" is not a whole number, 0 or more'],
    ['recall how --limit -3', '--limit: "-3" is not a whole number, 0 or more'],
    ['recall how --limit 1.5', '--limit: "1.5" is not a whole number, 0 or more'],
    ['recall how --limit 99999999999999999999', '--limit: "99999999999999999999" is not a whole number, 0 or more'],
    ['strength A B high', 'VALUE: "high" is not a number like 0.6 or -0.25'],
    ['strength A B 1e999', 'VALUE: "1e999" is not a number like 0.6 or -0.25'],
    ['recall how --at', '--at: it needs a value, --at POS'],
    ['recall how --at --no-record', '--at: it needs a value, --at POS; write --at=--no-record if that is meant'],
    ['recall how --at=', '--at: it needs a value, --at POS'],
    ['recall how --quiet=no', '--quiet: it is a switch and takes no value'],
    ['ingest a --format pdf', '--format: "pdf" is not known; it is one of auto, markdown, text, json, jsonl, csv, org, hipporag, source'],
    [
      'feedback usd',
      'VERDICT: "usd" is not known; did you mean used? It is one of used, not-relevant, not-useful, wrong, success, partial, correction',
    ],
  ])('%s', (line, told) => {
    expect(complaint(line)).toBe(told)
  })

  test('is told as JSON whenever --json stands somewhere, as a value too', () => {
    expect(parseCall(['recall', 'how', '--at', '--json'])).toMatchObject({ ask: 'nothing', json: true })
    expect(parseCall(['recall', '--', 'how', '--json'])).toMatchObject({ ask: 'nothing', json: false })
  })
})

describe('a call for help', () => {
  test.each([
    ['', undefined],
    ['--help', undefined],
    ['help', undefined],
    ['help recall', 'recall'],
    ['recall --help', 'recall'],
    ['-h recall', 'recall'],
    ['recall how --limit x --help', 'recall'],
  ])('%s', (line, command) => {
    expect(parseCall(line === '' ? [] : line.split(' '))).toEqual({ ask: 'help', command, json: false, color: true })
  })

  test('asks for the version before anything else', () => {
    expect(parseCall(['recal', '--version', '--json'])).toEqual({ ask: 'version', json: true })
  })
})

describe('the declarations', () => {
  const shapes: ReadonlyArray<readonly [string, CommandShape]> = commandNames.map((name) => [name, shapeOf(name)])

  test('give an option one form in all commands, so that it can stand before its command', () => {
    const forms = new Map<string, Set<string>>()
    for (const [, { flags }] of [...shapes, ['global', { flags: globalFlags }] as const]) {
      const all: ReadonlyArray<readonly [string, Flag]> = Object.entries(flags)
      for (const [name, flag] of all) {
        const form = `${flag.value === undefined ? 'switch' : 'value'} ${flag.otherwise ?? ''} ${flag.short ?? ''}`
        forms.set(name, (forms.get(name) ?? new Set()).add(form))
      }
    }

    expect([...forms].filter(([, form]) => form.size > 1)).toEqual([])
  })

  test.each(shapes)('%s: the example is a call that is understood', (name, { example }) => {
    expect(read(example.replaceAll('"', "'").replace(/^crabtrail /, '')).command).toBe(name)
  })

  test.each(shapes)('%s: only the last argument may be several, and none that is needed follows one that is not', (_, { positionals }) => {
    expect(positionals.slice(0, -1).some((one) => one.many)).toBe(false)
    expect(
      positionals.some((one, index) => one.optional && positionals[index + 1]?.optional !== true && index + 1 < positionals.length),
    ).toBe(false)
  })
})

const commands = ['recall', 'rollback', 'why', 'show', 'not-useful', 'not-relevant']

describe('the nearest word', () => {
  test.each([
    ['recal', 'recall'],
    ['recla', 'recall'],
    ['RECALL', 'recall'],
    ['rollbakc', 'rollback'],
    ['hwy', 'why'],
    ['not-usefull', 'not-useful'],
    ['not-rel', 'not-relevant'],
  ])('%s means %s', (word, meant) => {
    expect(nearest(word, commands)).toBe(meant)
  })

  test.each(['teleport', 'x', '', 'zzzzzz'])('%s means nothing', (word) => {
    expect(nearest(word, commands)).toBeUndefined()
  })

  test('means nothing where nothing can be meant', () => {
    expect(nearest('recall', [])).toBeUndefined()
  })
})
