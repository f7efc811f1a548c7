import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { defaultChunkLimits } from '../passages/document.ts'
import { parseSource } from './source-code.ts'

const chunks = (text: string, fileName = 'src/store.ts') =>
  parseSource({ fileName, text }, defaultChunkLimits).chunks.map((chunk) => [chunk.title, chunk.text] as const)

describe('source code', () => {
  test('is cut at what it declares, with the remark above it and the blank lines inside it', () => {
    const text =
      "import a from 'a'\n\nconst\n  b = 1\n\n/** Opens. */\nexport async function open() {\n  a()\n\n  b()\n}\n\nclass Store {}\n"

    expect(chunks(text)).toEqual([
      ['store.ts', "import a from 'a'\n\nconst\n  b = 1"],
      ['store.ts › open', '/** Opens. */\nexport async function open() {\n  a()\n\n  b()\n}'],
      ['store.ts › Store', 'class Store {}'],
    ])
  })

  test.each([
    ['def read(self):', 'read'],
    ['func (s *Store) Open(path string) error {', 'Open'],
    ['pub(crate) fn open() -> Store {', 'open'],
    ['public static class Store extends Base {', 'Store'],
    ['export const limit = 3', 'limit'],
    ['CREATE TABLE IF NOT EXISTS nodes (', 'nodes'],
    ['deploy() {', 'deploy'],
    ['[tool.black]', 'tool.black'],
    ['services:', 'services'],
    ['.button > a {', '.button > a'],
    ['export default class Größe {', 'Größe'],
    ['if (ready) {', undefined],
    ['import { a } from "a"', undefined],
    ['else:', undefined],
    ['x = 1', undefined],
  ])('%s declares %s', (line, name) => {
    expect(chunks(`${line}\n  body\n`)[0]?.[0]).toBe(name === undefined ? 'store.ts' : `store.ts › ${name}`)
  })

  test('that is long is torn between its blocks, under one heading', () => {
    const method = (i: number) => `  method${i}() {\n    return ${'x'.repeat(500)}\n  }\n`
    const text = `class Store {\n${Array.from({ length: 8 }, (_, i) => method(i)).join('\n')}}\n`

    const torn = parseSource({ fileName: 'a.ts', text }, defaultChunkLimits).chunks

    expect(torn.length).toBeGreaterThan(2)
    expect(torn.map(({ heading, ordinal }) => [...heading, ordinal])).toEqual(torn.map((_, i) => ['Store', i]))
  })

  test('loses nothing, whatever it is', () => {
    const line = fc.constantFrom('', '  a()', '}', 'fn b() {', 'if (x) {', '[c]', 'd:', '\t', 'é'.repeat(9_000), '\r')
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(line).map((lines) => lines.join('\n')),
        ),
        (text) => {
          const said = chunks(text).map(([, body]) => body)
          expect(said.join('').replace(/\s/g, '')).toBe(text.replace(/\s/g, ''))
        },
      ),
    )
  })
})
