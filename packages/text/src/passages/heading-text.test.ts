import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { linesOf } from '../words/lines.ts'
import { definedLabels, plainHeading } from './heading-text.ts'

const defined = new Set(['1', 'badge', 'ci page', '1.2.0'])
const plain = (source: string) => plainHeading(source, (label) => defined.has(label))

describe('a heading in plain words', () => {
  test.each([
    ['**Deploy** the `api`', 'Deploy the api'],
    ['[Runbook](../x.md) and [ref][1]', 'Runbook and ref'],
    ['![logo](l.png) Start', 'logo Start'],
    ['[[note]] [[note|Label]]', 'note Label'],
    ['snake_case_name', 'snake_case_name'],
    ['1\\. First', '1. First'],
    ['Part  one {#part-1}', 'Part one'],
    ['[ ] open', '[ ] open'],
  ])('of %j is %j', (source, text) => {
    expect(plain(source)).toBe(text)
  })

  test.each([
    ['Crab [![Build](https://x.example/b.svg)](https://x.example/ci)', 'Crab Build'],
    ['[![Build][badge]][ci page] Crab', 'Build Crab'],
    ['[![Build][]](ci.md)', '![Build][]'],
    ['[![Badge][]](ci.md)', 'Badge'],
    ['[a [b] c](d.md)', 'a [b] c'],
    ['[the [inner](a.md) link](b.md)', '[the inner link](b.md)'],
    ['[Guide](a_(b).md "Title (x)")', 'Guide'],
    ['![[embedded]] and ![[note|Label]]', 'embedded and Label'],
  ])('has no marks of nested images and links: of %j it is %j', (source, text) => {
    expect(plain(source)).toBe(text)
  })

  test.each([
    ['[1.2.0] - 2026-01-02', '1.2.0 - 2026-01-02'],
    ['[CI   Page][] and [Badge]', 'CI Page and Badge'],
    ['[WIP] [text][none]', '[WIP] [text][none]'],
    ['values[0][i]', 'values[0][i]'],
    ['[badge]: b.svg', '[badge]: b.svg'],
  ])('has no marks of references that are defined, and keeps other brackets: of %j it is %j', (source, text) => {
    expect(plain(source)).toBe(text)
  })

  test.each([
    ['Upgrade to 1.2.*', 'Upgrade to 1.2.*'],
    ['1.* and 2.*', '1.* and 2.*'],
    ['2 * 3 * 4', '2 * 3 * 4'],
    ['**1.2.*** only', '1.2.* only'],
    ['*one **two*** three', 'one two three'],
    ['***both*** and un*frigging*believable', 'both and unfriggingbelievable'],
    ['*open', '*open'],
    ['a **b* c', 'a *b c'],
    ['foo******bar*********baz', 'foobar***baz'],
    ['**[Bold!**](a.md)text', 'Bold!text'],
    ['`**/*.ts` and ``a ` *b*``', '**/*.ts and a ` *b*'],
    ['\\*not emphasis\\*', '*not emphasis*'],
    ['*foo`*`', '*foo*'],
  ])('keeps an asterisk that is no emphasis by CommonMark: of %j it is %j', (source, text) => {
    expect(plain(source)).toBe(text)
  })

  test.each(['**', '` *`', '* **'])('is empty where there are only marks: %j', (source) => {
    expect(plain(source)).toBe('')
  })

  test('keeps every letter and digit outside of targets, in order', () => {
    const unit = fc.constantFrom('a', 'B', '1', ' ', '*', '**', '`', '\\', '![', '[', ']', '.', '(', ')', '語')
    const letters = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, '')

    fc.assert(
      fc.property(fc.string({ unit, maxLength: 60 }), (source) => {
        const withoutTargets = source.replaceAll('](', '] (')

        expect(letters(plainHeading(withoutTargets, () => false))).toBe(letters(source))
      }),
    )
  })
})

test('labels are defined by lines outside of code that hold nothing behind target and title', () => {
  const text = '[A]: a.md\n  > [b  c]: <x y> "T"\n[d]:\n[^e]: f\n[g]: two words\n```\n[h]: i.md\n```\n[\\[j]: k.md'

  expect([...definedLabels(linesOf(text))]).toEqual(['a', 'b c', 'd', '\\[j'])
})
