import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findGroups, readWholes } from './body-text.ts'
import { packBody, type StoredEvent } from './commit-body.ts'
import { cellAt, MalformedBody, type Run, readRuns } from './commit-groups.ts'

const whole = fc.oneof(fc.integer({ min: -9, max: 99 }), fc.maxSafeInteger(), fc.constantFrom(0, -0, 999_999_999_999_999, 1e15, 1e21))
const cell = fc.oneof(
  { weight: 6, arbitrary: whole },
  fc.constantFrom(0.5, true, '', '"', '\\', '\\"', '[', ']', '{', ',', 'null', '東京', '],"order":[0,1]}'),
  fc.array(fc.oneof(whole, fc.constantFrom(']', '[', '"')), { maxLength: 3 }),
  fc.dictionary(fc.constantFrom('a', '"', '='), whole),
)
const names = ['edge', 'node', 'a', '=', 'a"b', 'toString'] as const
const data = fc.array(fc.tuple(fc.constantFrom(...names), cell), { maxLength: 4 }).map((fields) => Object.fromEntries(fields))
const envelope = fc.record({ turn: fc.nat({ max: 3 }), cause: fc.nat(), origin: fc.constantFrom('owner', ']') }, { requiredKeys: [] })
const stored: fc.Arbitrary<StoredEvent> = fc
  .tuple(fc.constantFrom('EdgeSkipped', 'NodeFired', '"'), fc.integer({ min: 1, max: 2 }), data, envelope)
  .map(([type, version, fields, around]) => ({ type, version, data: fields, ...around }))
const body = fc.array(stored, { minLength: 1, maxLength: 12 }).map(packBody)
const wantedNames = fc.subarray(['turn', ...names])

/** What a reader sees who wants columns of whole numbers of one type only. */
const seen = (runs: ReadonlyArray<Run>, wanted: ReadonlyArray<string>) =>
  runs.map(({ from, group, to }) => {
    const { columns, n, type, turn, version } = group
    const names = type === 'EdgeSkipped' ? wanted : [...columns.map(({ name }) => name), 'turn']
    const cells = names.map((name) => {
      const column = name === 'turn' ? turn : columns.find((candidate) => candidate.name === name)
      return [name, Array.from({ length: to - from }, (_, i) => cellAt(column, from + i))]
    })
    return { from, to, type, version, n, cells }
  })

const only = (wanted: ReadonlyArray<string>) => (type: string) => (type === 'EdgeSkipped' ? wanted : undefined)

describe('reading only some columns of a body', () => {
  test('gives what reading all of it gives', () => {
    fc.assert(
      fc.property(body, wantedNames, (text, wanted) => {
        expect(seen(readRuns(text, undefined, only(wanted)), wanted)).toEqual(seen(readRuns(text), wanted))
      }),
      { numRuns: 300 },
    )
  })

  test('of a damaged body gives the same or says that it is none', () => {
    const damage = fc.tuple(fc.nat(), fc.constantFrom('', '"', ',', ']', '[', '}', '{', '0', '-', 'n', '\\', ':', '=', 'a'), fc.boolean())
    fc.assert(
      fc.property(body, damage, wantedNames, (text, [place, put, instead], wanted) => {
        const at = place % text.length
        const damaged = `${text.slice(0, at)}${put}${text.slice(instead ? at + 1 : at)}`
        const outcome = (read: () => ReadonlyArray<Run>) => {
          try {
            return seen(read(), wanted)
          } catch (error) {
            expect(error).toBeInstanceOf(MalformedBody)
            return undefined
          }
        }
        const whole = outcome(() => readRuns(damaged))
        const partly = outcome(() => readRuns(damaged, undefined, only(wanted)))
        if (whole !== undefined) expect(partly).toEqual(whole)
      }),
      { numRuns: 1_000 },
    )
  })

  test('passes over what it does not want, whatever it is', () => {
    const text = '{"groups":[{"columns":{"a":[1,x],"edge":[7,8]},"n":2,"type":"EdgeSkipped","version":1}],"order":[0,2]}'

    expect(seen(readRuns(text, 2, only(['edge'])), ['edge'])[0]?.cells).toEqual([['edge', [7, 8]]])
    expect(() => readRuns(text, 2)).toThrow(new MalformedBody('the body is not JSON'))
  })

  test('finds the groups of every packed body whose names need no escape', () => {
    fc.assert(
      fc.property(body, (text) => {
        const plain = !/"(?:type":"\\|a\\"b")/.test(text)
        expect(findGroups(text) !== undefined).toBe(plain)
      }),
    )
  })
})

describe('a list of whole numbers', () => {
  test('is read as JSON reads it', () => {
    fc.assert(
      fc.property(fc.array(fc.option(fc.integer({ min: -999_999_999_999_999, max: 999_999_999_999_999 })), { minLength: 1 }), (list) => {
        const text = `x${JSON.stringify(list)}y`
        expect(readWholes(text, 1, text.length - 1)).toEqual(list)
      }),
    )
  })

  test.each([
    '[]',
    '[1,]',
    '[,1]',
    '[01]',
    '[-0]',
    '[-]',
    '[1.5]',
    '[1e3]',
    '[nul]',
    '[1 ,2]',
    '[1',
    '1]',
    '["1"]',
    '[[1]]',
    '[9007199254740993]',
  ])('%s is left to the parser', (text) => {
    expect(readWholes(text, 0, text.length)).toBeUndefined()
  })
})
