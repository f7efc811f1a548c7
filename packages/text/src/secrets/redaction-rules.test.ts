import { describe, expect, test } from 'vitest'
import { redactionRules } from './redaction.ts'
import { anyCase } from './redaction-rule.ts'

interface Atom {
  /** The source of the atom: a class, a character, an escape, or `)` for a group. */
  readonly what: string
  readonly unlimited: boolean
}

const oneAtom = /\\[pP]\{[^}]*\}|\\.|\[(?:\\.|[^\]\\])*\]|\(\?<?[=!]|\(\?:|\(\?<\w+>|[\s\S]/y
const oneQuantifier = /(?:[*+?]|\{\d+(?:,\d*)?\})\??/y

/** Returns the atoms of a pattern in order. A group is represented by its end, because its quantifier is there. */
const atomsOf = (source: string): ReadonlyArray<Atom> => {
  const atoms: Array<Atom> = []
  for (let at = 0; at < source.length; ) {
    oneAtom.lastIndex = at
    const what = oneAtom.exec(source)?.[0] ?? ''
    at += what.length
    oneQuantifier.lastIndex = at
    const quantifier = what.startsWith('(') || what === '|' ? '' : (oneQuantifier.exec(source)?.[0] ?? '')
    at += quantifier.length
    atoms.push({ what, unlimited: /^(?:[*+]|\{\d+,\})/.test(quantifier) })
  }
  return atoms
}

const unlimitedGroups = (source: string): number => atomsOf(source).filter(({ unlimited, what }) => unlimited && what === ')').length

const ascii = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code))
const charactersOf = ({ what }: Atom): ReadonlySet<string> => new Set(ascii.filter((one) => new RegExp(`^(?:${what})$`, 's').test(one)))

/** Returns unlimited repetitions whose next atom can match the same characters: a run of these can be matched in more than one way. */
const ambiguous = (source: string): ReadonlyArray<string> => {
  const atoms = atomsOf(source)
  return atoms.flatMap((atom, i) => {
    const next = atoms[i + 1]
    if (!atom.unlimited || atom.what === ')' || next === undefined || /^[()|$^]/.test(next.what)) return []
    const run = charactersOf(atom)
    return [...charactersOf(next)].some((one) => run.has(one)) ? [`${atom.what} before ${next.what}`] : []
  })
}

describe('the patterns', () => {
  test('repeat without a limit nothing but single characters, save the lines of a private key', () => {
    const groups = redactionRules.filter(({ kind, pattern }) => kind !== 'private-key' && unlimitedGroups(pattern.source) > 0)

    expect(groups).toEqual([])
  })

  test('never go on with what they have just repeated without a limit', () => {
    expect(redactionRules.flatMap(({ pattern }) => ambiguous(pattern.source))).toEqual([])
  })

  test('would be caught if they did', () => {
    expect(unlimitedGroups('a(?:b+c?)+d')).toBe(1)
    expect(unlimitedGroups(String.raw`a(?:b{2,3})\)+[)]+(?<secret>x){1,9}`)).toBe(0)
    expect(ambiguous(String.raw`[a-z]+\w`)).toHaveLength(1)
    expect(ambiguous('[a-z]{3,}-[a-z]*$')).toEqual([])
  })

  test('search a whole text, and name the kind as the mark can spell it', () => {
    for (const { kind, pattern } of redactionRules) {
      expect(pattern.flags).toContain('g')
      expect(kind).toMatch(/^[a-z0-9-]{1,40}$/)
    }
  })

  test('turn no flag on or off inside: V8 drops that where it compiles without optimising', () => {
    expect(redactionRules.filter(({ pattern }) => /\(\?[ims]*(?:-[ims]+)?:/.test(pattern.source.replaceAll('(?:', '')))).toEqual([])
  })
})

test.each([
  ['key', '[kK][eE][yY]'],
  ['Schlüssel?', '[sS][cC][hH][lL][üÜ][sS][sS][eE][lL]?'],
  ['ß|鍵', 'ß|鍵'],
  [String.raw`\p{L}\d\x60\w{1,3}`, String.raw`\p{L}\d\x60\w{1,3}`],
  ['(?<secret>[a-z]{4})(?<!a)', '(?<secret>[a-z]{4})(?<![aA])'],
  [String.raw`[\]a]b`, String.raw`[\]a][bB]`],
])('both cases of the letters of %s', (source, both) => {
  expect(anyCase(source)).toBe(both)
})
