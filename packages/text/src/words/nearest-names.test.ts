import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cellsMost, nearestNames, type Work } from './nearest-names.ts'

const names = [
  'people/petra.md',
  'people/petra.md#address',
  'people/samir.md',
  'runbooks/queue-is-stuck.md',
  'runbooks/roll-back-a-bad-deploy.md',
  'memory/2026-05-01.md',
  'note:3f2a9c1e77b0',
]

describe('the nearest names', () => {
  test.each([
    ['people/perta.md', 'people/petra.md'],
    ['petra', 'people/petra.md'],
    ['Petre.md', 'people/petra.md'],
    ['samir.md', 'people/samir.md'],
    ['petra.md#adress', 'people/petra.md#address'],
    ['runbooks/queue-stuck.md', 'runbooks/queue-is-stuck.md'],
    ['stuck queue', 'runbooks/queue-is-stuck.md'],
    ['roll back deploy', 'runbooks/roll-back-a-bad-deploy.md'],
    ['memory/2026-05-10.md', 'memory/2026-05-01.md'],
    ['note:3f2a9c1e77bo', 'note:3f2a9c1e77b0'],
  ])('of %s begin with %s', (name, nearest) => {
    expect(nearestNames(name, names, 3)[0]).toBe(nearest)
  })

  test.each([['zanzibar'], ['x'], [''], ['?!'], ['completely/other/thing.txt']])('of %j are none, where nothing is like it', (name) => {
    expect(nearestNames(name, names, 3)).toEqual([])
  })

  test('are at most as many as asked for, without duplicates', () => {
    const alike = ['a/petra.md', 'b/petra.md', 'b/petra.md', 'c/petra.md', 'd/petra.md']

    expect(nearestNames('petra.md', alike, 3)).toEqual(['a/petra.md', 'b/petra.md', 'c/petra.md'])
  })
})

const word = fc.stringMatching(/^[a-z]{4,9}$/)
const name = fc.tuple(word, word).map(([folder, file]) => `${folder}/${file}.md`)

test('a name with one mistyped character leads back to the name, whatever other names there are', () => {
  fc.assert(
    fc.property(name, fc.array(name, { maxLength: 30 }), fc.nat(), fc.constantFrom('drop', 'double', 'swap'), (meant, others, at, slip) => {
      const i = at % (meant.length - 1)
      const typed = {
        drop: meant.slice(0, i) + meant.slice(i + 1),
        double: meant.slice(0, i) + meant.slice(i, i + 1) + meant.slice(i),
        swap: meant.slice(0, i) + meant.slice(i + 1, i + 2) + meant.slice(i, i + 1) + meant.slice(i + 2),
      }[slip]
      const near = nearestNames(typed, [...others, meant], others.length + 1)

      expect(near).toContain(meant)
      expect(nearestNames(typed, [meant, ...others].toReversed(), others.length + 1)).toEqual(near)
    }),
  )
})

/** Names of 89 characters of the same letters, as those of a folder of reports. */
const longNames = Array.from({ length: 4_000 }, (_, i) => {
  const letters = [...'abcdefghijklmnopqrstuvwxyz'.repeat(3)].map((_, at, all) => all[(at * (1 + (i % 25) * 2) + i) % all.length])
  return `reports/${String(i).padStart(4, '0')}/${letters.slice(0, 73).join('')}.md`
})

test('4,000 long names cost no more work than the bound, and the one that is meant is found', () => {
  const work: Work = { cells: 0 }
  const meant = longNames[2_345] ?? ''

  expect(nearestNames(meant.replace('2345', '2354').replace('.md', 'x.md'), longNames, 3, work)).toContain(meant)
  expect(nearestNames('nothing-like-that '.repeat(5), longNames, 3, work)).toEqual([])
  expect(work.cells).toBeLessThan(cellsMost + 20_000)
})
