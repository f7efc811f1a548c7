import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { folderKey, inReadingOrder, isFollowed, liesIn, resolveLink, sourceKey } from './source-key.ts'

describe('the key of a source', () => {
  test.each([
    ['./a/b.md', '/', undefined, 'a/b.md'],
    ['a//b/./../c.md', '/', undefined, 'a/c.md'],
    ['Notes\\Über.md', '\\', undefined, 'Notes/Über.md'],
    ['a\\b.md', '/', undefined, 'a\\b.md'],
    ['U\u0308ber.md', '/', undefined, 'Über.md'],
    ['a.md', '/', 'wiki', 'wiki/a.md'],
    ['a.md', '/', 'team/wiki/', 'team/wiki/a.md'],
    ['../a.md', '/', undefined, undefined],
    ['../a.md', '/', 'wiki', undefined],
    ['a.md', '/', '../wiki', undefined],
    ['/etc/a.md', '/', undefined, undefined],
    ['C:\\a.md', '\\', undefined, undefined],
    ['.', '/', undefined, undefined],
    ['', '/', undefined, undefined],
  ] as const)('of %j with %j under %j is %j', (path, separator, name, expected) => {
    expect(sourceKey({ path, separator }, name)).toBe(expected)
  })

  test('of a key is the key', () => {
    const path = fc.string({ unit: fc.constantFrom('a', 'B', '.', '/', 'é', 'e\u0301') })
    fc.assert(
      fc.property(path, (given) => {
        const key = sourceKey({ path: given, separator: '/' }, undefined)
        if (key !== undefined) expect(sourceKey({ path: key, separator: '/' }, undefined)).toBe(key)
      }),
    )
  })
})

describe('the key of a folder', () => {
  test.each([
    ['.', undefined, ''],
    ['.', 'team/wiki/', 'team/wiki'],
    ['./a//b', 'wiki', 'wiki/a/b'],
    ['..', undefined, undefined],
    ['/etc', undefined, undefined],
  ] as const)('of %j under %j is %j', (path, name, expected) => {
    expect(folderKey({ path, separator: '/' }, name)).toBe(expected)
  })

  test.each([
    ['a/b.md', '', true],
    ['a/b.md', 'a', true],
    ['a/b.md', 'a/b.md', true],
    ['ab/c.md', 'a', false],
    ['b.md', 'a', false],
  ])('%j lies in %j: %s', (key, folder, lies) => {
    expect(liesIn(key, folder)).toBe(lies)
  })
})

describe('a link', () => {
  test.each([
    ['b.md', { key: 'ops/run/b.md', fragment: undefined }],
    ['../x.md#Some-Part', { key: 'ops/x.md', fragment: 'Some-Part' }],
    ['../../my%20file.md#a%20b', { key: 'my file.md', fragment: 'a b' }],
    ['#part', { key: 'ops/run/a.md', fragment: 'part' }],
    ['b.md#', { key: 'ops/run/b.md', fragment: undefined }],
    ['/top.md', { key: 'top.md', fragment: undefined }],
    ['100%.md', { key: 'ops/run/100%.md', fragment: undefined }],
    ['Note', { key: 'ops/run/Note', fragment: undefined }],
    ['../../../x.md', undefined],
    ['..%2F..%2F..%2Fx.md', undefined],
    ['../..', undefined],
    ['https://x.example/a.md', undefined],
    ['//x.example/a.md', undefined],
  ])('to %j from ops/run/a.md leads to %j', (target, expected) => {
    expect(resolveLink('ops/run/a.md', target, undefined)).toEqual(expected)
  })

  test('stays below the name of its root', () => {
    expect(resolveLink('wiki/a.md', '/b.md', 'wiki')).toEqual({ key: 'wiki/b.md', fragment: undefined })
    expect(resolveLink('wiki/x/a.md', '../b.md', 'wiki')).toEqual({ key: 'wiki/b.md', fragment: undefined })
    expect(resolveLink('wiki/a.md', '../b.md', 'wiki')).toBeUndefined()
    expect(resolveLink('other/a.md', 'b.md', 'wiki')).toBeUndefined()
  })

  test('never throws, and what it leads to is a key', () => {
    const target = fc.string({ unit: fc.constantFrom('a', '.', '..', '/', '%', '2F', '%C3', '#', '\ud800') })
    fc.assert(
      fc.property(target, (given) => {
        const linked = resolveLink('a/b/c.md', given, undefined)
        if (linked !== undefined) expect(sourceKey({ path: linked.key, separator: '/' }, undefined)).toBe(linked.key)
      }),
    )
  })
})

test.each([
  ['a.md', true],
  ['sub/B.MARKDOWN', true],
  ['sub.d/c.txt', true],
  ['a.html', false],
  ['Makefile', false],
  ['.a.md', false],
  ['.git/a.md', false],
  ['sub/node_modules/x/readme.md', false],
])('a folder is read through for %s: %s', (path, followed) => {
  expect(isFollowed(path)).toBe(followed)
})

test.each([
  ['a.md', true],
  ['src/a.ts', true],
  ['data/a.jsonl', true],
  ['style.CSS', true],
  ['photo.png', false],
  ['Makefile', false],
  ['src/.a.ts', false],
  ['package-lock.json', false],
  ['pnpm-lock.yaml', false],
  ['app.min.js', false],
])('a folder is read through for all files that can be read, as %s: %s', (path, followed) => {
  expect(isFollowed(path, 'files')).toBe(followed)
})

describe('the order of reading', () => {
  test.each([
    ['talk-2.txt', 'talk-10.txt'],
    ['2026-9-30.md', '2026-10-01.md'],
    ['a1.md', 'a01b.md'],
    ['a.md', 'b.md'],
    ['Talk.md', 'talk.md'],
  ])('%s comes before %s', (one, other) => {
    expect([inReadingOrder(one, other) < 0, inReadingOrder(other, one) > 0, inReadingOrder(one, one)]).toEqual([true, true, 0])
  })
})
