import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { balancedUse, type UseInput, type UseItem, usedItems } from './use-evidence.ts'

const words = ['harbour', 'crane', 'ledger', 'the', 'vault', 'invoice', 'Kräne', '港口', '起重机', 'データ', 'を', '42']
const names = ['crane-07-east', 'docs/harbour.md', 'liftSteelBox', '48213', 'docs/vault.md#keys']
const elsewhere = ['meadow', 'violin', 'pepper', '草原', 'of', 'singing_bird.txt', 'MOO-3344', '90210']

const text = (pieces: ReadonlyArray<string>, maxLength: number) =>
  fc.array(fc.constantFrom(...pieces), { maxLength }).map((some) => some.join(' '))
const known = text([...words, ...names], 40)

const itemsOf = fc
  .uniqueArray(fc.record({ node: fc.integer({ min: 1, max: 99 }), title: text(words, 4), text: known }), {
    maxLength: 6,
    selector: ({ node }) => node,
  })
  .map((some) => some.map((one): UseItem => ({ ...one, id: `docs/note-${one.node}.md` })))

const input: fc.Arbitrary<UseInput> = fc
  .record({ items: itemsOf, question: text(words, 6), other: known, toolTexts: fc.array(known, { maxLength: 2 }), cut: fc.nat(60) })
  .map(({ cut, items, other, question, toolTexts }) => {
    const taken = items.map((item) => item.text.slice(cut, cut * 3)).join(' and ')
    return { items, question, reply: `${other}\n${taken}`, toolTexts, settings: balancedUse }
  })

describe('which memories an answer used', () => {
  test('is none without an answer', () => {
    fc.assert(
      fc.property(input, (given) => {
        expect(usedItems({ ...given, reply: '', toolTexts: [] })).toEqual([])
        expect(usedItems({ ...given, reply: ' \n', toolTexts: ['', '{}'] })).toEqual([])
      }),
    )
  })

  test('is none when the answer has only words of the question', () => {
    fc.assert(
      fc.property(input, known, fc.array(fc.nat(100), { maxLength: 60 }), (given, question, picks) => {
        const asked = question.split(' ')
        const reply = picks.map((pick) => asked[pick % asked.length]).join(' ')

        expect(usedItems({ ...given, question, reply: `${question}\n${reply}`, toolTexts: [reply] })).toEqual([])
      }),
    )
  })

  test('stays the same when the answer says more on another matter, before or after', () => {
    fc.assert(
      fc.property(input, text(elsewhere, 40), (given, unrelated) => {
        const found = usedItems(given)

        expect(usedItems({ ...given, reply: `${given.reply}\n${unrelated}` })).toEqual(found)
        expect(usedItems({ ...given, reply: `${unrelated}\n${given.reply}` })).toEqual(found)
        expect(usedItems({ ...given, toolTexts: [...given.toolTexts, unrelated] })).toEqual(found)
      }),
    )
  })

  test('only grows with the answer, but for the cap', () => {
    fc.assert(
      fc.property(input, known, (given, more) => {
        const settings = { ...balancedUse, perTurn: 100 }
        const before = usedItems({ ...given, settings }).map(({ node }) => node)
        const after = usedItems({ ...given, settings, reply: `${given.reply}\n${more}` }).map(({ node }) => node)

        expect(after).toEqual(expect.arrayContaining(before))
      }),
    )
  })

  test('does not depend on the order of the items', () => {
    fc.assert(
      fc.property(input, fc.infiniteStream(fc.nat()), (given, keys) => {
        const shuffled = given.items
          .map((item) => ({ item, key: keys.next().value }))
          .sort((one, other) => one.key - other.key)
          .map(({ item }) => item)

        expect(usedItems({ ...given, items: shuffled })).toEqual(usedItems(given))
      }),
    )
  })

  test('is at most the cap, each once, shares above 0 to 1, and the cap keeps the strongest', () => {
    let most = 0
    fc.assert(
      fc.property(input, fc.integer({ min: 0, max: 4 }), (given, perTurn) => {
        const all = usedItems({ ...given, settings: { ...balancedUse, perTurn: 100 } })
        const found = usedItems({ ...given, settings: { ...balancedUse, perTurn } })
        most = Math.max(most, all.length)

        expect(found).toEqual(all.slice(0, perTurn))
        expect(new Set(all.map(({ node }) => node)).size).toBe(all.length)
        expect(all.every(({ share }) => share > 0 && share <= 1)).toBe(true)
      }),
      // So many that one of them uses several memories.
      { numRuns: 200 },
    )
    expect(most).toBeGreaterThan(1)
  })

  const crane: UseItem = {
    node: 7,
    id: 'docs/crane.md#load',
    title: 'Crane',
    text: 'The eastern crane lifts eleven tons on calm days, nine when gulls warn of wind.',
  }
  const vault: UseItem = {
    node: 3,
    id: 'docs/vault.md',
    title: 'Vault',
    text: 'Keys of the vault lie with the harbour master, spare ones in box KX-5512.',
  }
  const ask = (reply: string, changed: Partial<UseInput> = {}) =>
    usedItems({ items: [crane, vault], question: 'How much can it lift?', reply, toolTexts: [], settings: balancedUse, ...changed })

  test('tells by what, and how much of it', () => {
    expect(ask('It lifts eleven tons on calm days.')).toEqual([{ node: 7, evidence: 'text', share: 3 / 9 }])
    expect(ask('Box KX-5512.')).toEqual([{ node: 3, evidence: 'identifier', share: 1 }])
    expect(ask('See [docs/crane.md#load].')).toEqual([{ node: 7, evidence: 'id', share: 1 }])
  })

  test('has the surest evidence first, then the greater share, then the smaller number', () => {
    const twin = (node: number, id: string) => ({ node, id, title: '', text: `Ticket ABC-${node}77 is open.` })

    expect(
      ask('It lifts eleven tons on calm days; box KX-5512; ABC-977, ABC-877; docs/crane.md', {
        items: [twin(9, 'a'), twin(8, 'b'), vault, crane],
      }),
    ).toEqual([
      { node: 7, evidence: 'id', share: 1 },
      { node: 3, evidence: 'identifier', share: 1 },
      { node: 8, evidence: 'identifier', share: 1 },
    ])
  })

  test('counts what the question did not bring', () => {
    const asked = (question: string, reply: string, settings = balancedUse) => ask(reply, { question, settings })

    expect(asked('Eleven tons, calm? And the gulls?', 'Eleven tons, calm. Nine gulls warn.')).toEqual([])
    expect(asked('Does the crane lift tons?', 'The crane lifts eleven tons.')).toEqual([])
    expect(asked('Does the crane lift tons?', 'The crane lifts eleven tons.', { ...balancedUse, newWords: 1 })).toHaveLength(1)
  })

  test('leaves out what two memories say alike', () => {
    const copy = { ...crane, node: 8, id: 'docs/copy.md' }

    expect(ask('It lifts eleven tons on calm days.', { items: [crane, vault, copy] })).toEqual([])
    expect(ask('Read docs/crane.md.', { items: [crane, { ...vault, id: 'docs/crane.md#keys' }] })).toEqual([])
    expect(ask('Read docs/crane.md#load.', { items: [crane, { ...vault, id: 'docs/crane.md#keys' }] })).toMatchObject([
      { node: 7, evidence: 'id' },
    ])
  })

  test('does not take a name for a longer or a different one', () => {
    expect(ask('Box KX-55123, and other-docs/crane.md.bak')).toEqual([])
    expect(ask('Read /home/claw/docs/crane.md')).toMatchObject([{ node: 7 }])
    expect(ask('Read old/crane.md')).toEqual([])
  })

  test('leaves out memories that the answer repeats in their fence, closed or not', () => {
    const echo = `<crabtrail-memory>\n[docs/crane.md#load] Crane\n  ${crane.text}\n`

    expect(ask(`${echo}</crabtrail-memory>`)).toEqual([])
    expect(ask(echo)).toEqual([])
    expect(ask('', { toolTexts: [JSON.stringify({ text: echo })] })).toEqual([])
    expect(ask(`${echo}</crabtrail-memory>\nBox KX-5512.`)).toMatchObject([{ node: 3 }])
  })

  test('reads the values of a tool call, not its keys', () => {
    expect(ask('', { toolTexts: ['{"cmd":"open \\"KX-5512\\"\\nnow"}'] })).toMatchObject([{ node: 3 }])
    expect(ask('', { toolTexts: ['{"path":"c:\\\\docs\\\\crane.md"}'] })).toMatchObject([{ node: 7 }])
    expect(ask('', { toolTexts: ['{"KX-5512": true}'] })).toEqual([])
    expect(ask('', { toolTexts: ['{"q":"K\\u0058-5512"}'] })).toMatchObject([{ node: 3 }])
  })

  test('asks for what its settings say', () => {
    const strict = { ...balancedUse, gramsEnough: 100, share: 0.5 }

    expect(ask('It lifts eleven tons on calm days.', { settings: strict })).toEqual([])
    expect(ask('It lifts eleven tons.', { settings: { ...balancedUse, gramsLeast: 1, share: 0.05 } })).toHaveLength(1)
    expect(ask('It lifts eleven tons.')).toEqual([])
    expect(ask('Box KX-5512.', { settings: { ...balancedUse, identifier: 8 } })).toEqual([])
  })
})
