import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dump } from '../contracts/store-dump.ts'
import { everyEvent } from '../models/every-event.ts'
import { openStore } from '../models/open-store.ts'
import { scriptedMemory } from '../models/scripted-memory.ts'
import { runs } from './runs.ts'

type Damage = (lines: ReadonlyArray<string>) => ReadonlyArray<string>

/** A share of a length, so that one number fits any file. */
const place = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })
const within = (share: number, { length }: { readonly length: number }): number => Math.floor(share * length)

const deleted = place.map(
  (share): Damage =>
    (lines) =>
      lines.filter((_, i) => i !== within(share, lines)),
)

const duplicated = fc.tuple(place, place).map(
  ([from, to]): Damage =>
    (lines) => {
      const line = lines[within(from, lines)] ?? ''
      return [...lines.slice(0, within(to, lines)), line, ...lines.slice(within(to, lines))]
    },
)

const swapped = fc.tuple(place, place).map(
  ([one, two]): Damage =>
    (lines) => {
      const [i, j] = [within(one, lines), within(two, lines)]
      return lines.map((line, at) => (at === i ? lines[j] : at === j ? lines[i] : line) ?? '')
    },
)

const cutBetween = place.map(
  (share): Damage =>
    (lines) =>
      lines.slice(0, within(share, lines)),
)

const cutWithin = fc.tuple(place, place).map(
  ([share, column]): Damage =>
    (lines) => {
      const line = lines[within(share, lines)] ?? ''
      return [...lines.slice(0, within(share, lines)), line.slice(0, within(column, line))]
    },
)

const flipped = fc.tuple(place, place, fc.constantFrom(...'019afx"{}[],: -.é\u0000\ud83e')).map(
  ([share, column, letter]): Damage =>
    (lines) =>
      lines.map((line, i) => {
        const at = within(column, line)
        return i === within(share, lines) ? `${line.slice(0, at)}${letter}${line.slice(at + 1)}` : line
      }),
)

/** Any field of any line, however deep, is forgotten or has another value. */
const retyped = fc.tuple(place, place, fc.constantFrom<unknown>(undefined, null, 0, -1, 0.5, 1e300, '', 'ab', true, [], {})).map(
  ([share, which, value]): Damage =>
    (lines) =>
      lines.map((line, i) => {
        if (i !== within(share, lines) || !line.startsWith('{')) return line
        const parsed: unknown = parse(line)
        const fields = fieldsOf(parsed)
        const [owner, name] = fields[within(which, fields)] ?? []
        if (owner !== undefined && name !== undefined) Reflect.set(owner, name, value)
        return JSON.stringify(parsed)
      }),
)

const parse = (line: string): unknown => {
  try {
    return JSON.parse(line)
  } catch {
    return {}
  }
}

const fieldsOf = (value: unknown): ReadonlyArray<readonly [owner: object, name: string]> =>
  typeof value !== 'object' || value === null
    ? []
    : Object.entries(value).flatMap(([name, inner]) => [[value, name] as const, ...fieldsOf(inner)])

const damage = fc
  .array(fc.oneof(deleted, duplicated, swapped, cutBetween, cutWithin, flipped, retyped), { minLength: 1, maxLength: 2 })
  .map(
    (list): Damage =>
      (lines) =>
        list.reduce((torn, one) => one(torn), lines),
  )

const digestOf = async (lines: ReadonlyArray<string>): Promise<string> => {
  const whole = openStore()
  const { digest } = await (await whole.memory()).import({ lines })
  await whole.close()
  return digest
}
const made = { 'a memory in use': await scriptedMemory(), 'every event': await everyEvent() }
const exports = await Promise.all(Object.entries(made).map(async ([name, lines]) => ({ name, lines, digest: await digestOf(lines) })))

describe('a file that was damaged', () => {
  test.each(exports)('INV-18 is refused and leaves the store as it was, or gives the same brain: $name', ({ digest, lines }) =>
    fc.assert(
      fc.asyncProperty(damage, async (tear) => {
        const store = openStore()
        try {
          const memory = await store.memory()
          await memory.init({ brain: 'kept' })
          const before = await store.run(dump)

          const outcome = await memory.import({ brain: 'copy', lines: tear(lines) }).catch((error: { readonly _tag?: string }) => error)

          if ('_tag' in outcome) {
            expect(['BadImport', 'IntegrityBroken', 'NewerLog']).toContain(outcome._tag)
            expect(await store.run(dump)).toEqual(before)
          } else {
            expect(outcome).toMatchObject({ digest })
            expect(await memory.verify({ brain: 'copy' })).toMatchObject({ ok: true, digest })
            expect(await store.run(dump)).toContainEqual(before[0])
          }
        } finally {
          await store.close()
        }
      }),
      runs,
    ),
  )
})
