import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { textsBeginning } from './prefix.ts'

const letter = fc.constantFrom('a', 'b', '\0', '\uD7FF', '\uE000', '\uFF01', '\uFFFF', '🦀', '\u{10FFFF}')
const text = fc.string({ unit: letter, maxLength: 4 })

/** What SQLite would give: sorted by bytes, from low up to high. */
const fetchFrom = (bodies: ReadonlyArray<string>) => {
  const asked: number[] = []
  const fetch = (low: string, high: string | undefined, most: number) => {
    asked.push(most)
    const [from, to] = [Buffer.from(low), high === undefined ? undefined : Buffer.from(high)]
    return bodies
      .map((body) => ({ body, bytes: Buffer.from(body) }))
      .filter(({ bytes }) => bytes.compare(from) >= 0 && (to === undefined || bytes.compare(to) < 0))
      .sort((a, b) => a.bytes.compare(b.bytes))
      .slice(0, most)
  }
  return { asked, fetch }
}

describe('texts beginning with a prefix', () => {
  test('are all of them and no others, in code-unit order', () => {
    fc.assert(
      fc.property(fc.array(text), text, fc.nat({ max: 12 }), (bodies, prefix, limit) => {
        const { fetch } = fetchFrom(bodies)

        const found = textsBeginning(prefix, limit, fetch).map(({ body }) => body)

        expect(found).toEqual(
          bodies
            .filter((body) => body.startsWith(prefix))
            .toSorted()
            .slice(0, limit),
        )
      }),
    )
  })

  test('are read a page at a time where the orders agree', () => {
    const { asked, fetch } = fetchFrom(['a', 'ab', '海', '🦀', 'a🦀'])

    textsBeginning('', 2, fetch)
    textsBeginning('a', 9, fetch)

    expect(asked).toEqual([2, 9])
  })
})
