import { describe, expect, test } from 'vitest'
import type { BundleItem } from './context-bundle.ts'
import { renderContext } from './context-bundle.ts'
import { partsFor } from './given-part.ts'

const filler = 'Boats come and go at night. Nobody writes down who paid. '.repeat(9).trim()
const item: BundleItem = {
  node: 1,
  id: 'harbour.md#mole',
  title: 'Harbour › Mole',
  text: `${filler} A lamp hangs on the mole. ${filler}`,
  injectable: true,
}
const partOf = partsFor({ idfs: [1, 1] }, [['lamp'], ['mole']], 8)

describe('the part of a long memory that is given', () => {
  test('stands below the id and the headings, which say that it is a part, with a mark on each side where more stands', () => {
    expect(renderContext([item], 1, partOf)).toContain(
      '\n[harbour.md#mole] Harbour › Mole (a part of this note)\n  …\n  A lamp hangs on the mole.\n  …\n',
    )
  })

  test('is all of it where somebody corrected it or something of it is over, and where the setting is 0', () => {
    const corrections = [{ said: 'No, on the pier.', day: '2026-03-01', isBare: false }]
    const wholes = [
      renderContext([{ ...item, corrections }], 1, partOf),
      renderContext([{ ...item, outdated: 'no longer true' }], 1, partOf),
      renderContext([item], 1, partsFor({ idfs: [1, 1] }, [['lamp'], ['mole']], 0)),
    ]

    for (const text of wholes) expect(text).toContain(item.text)
  })
})
