/** An answer and the memories it was given, some of which it took over. */
import fc from 'fast-check'
import { balancedUse, type UseInput } from '../../packages/text/src/evidence/use-evidence.ts'

const words = [
  'harbour',
  'crane',
  'ledger',
  'the',
  'vault',
  'invoice',
  'Kräne',
  '港口',
  '起重机',
  '42',
  'crane-07-east',
  'docs/vault.md#keys',
]
const text = (maxLength: number) => fc.array(fc.constantFrom(...words), { maxLength }).map((some) => some.join(' '))

const items = fc
  .uniqueArray(fc.record({ node: fc.integer({ min: 1, max: 99 }), title: text(3), text: text(30) }), {
    maxLength: 6,
    selector: ({ node }) => node,
  })
  .map((some) => some.map((one) => ({ ...one, id: `docs/note-${one.node}.md` })))

export const answered: fc.Arbitrary<UseInput> = fc
  .record({
    items,
    question: text(5),
    other: text(20),
    perTurn: fc.nat({ max: 4 }),
    toolTexts: fc.array(text(20), { maxLength: 2 }),
    named: fc.boolean(),
    cut: fc.nat({ max: 30 }),
  })
  .map(({ cut, items: all, named, other, perTurn, question, toolTexts }) => {
    const taken = all.map((item) => item.text.slice(cut, cut * 4)).join(' and ')
    const said = named ? all.map(({ id }) => `[${id}]`).join(' ') : ''
    return { items: all, question, reply: `${other}\n${said}\n${taken}`, toolTexts, settings: { ...balancedUse, perTurn } }
  })

/** The same answer, and once more with the given text in its fence somewhere between its lines, or with one that never ends behind it. */
export const withMore: fc.Arbitrary<{ readonly given: UseInput; readonly quoted: UseInput }> = fc
  .record({
    given: answered,
    line: fc.nat({ max: 3 }),
    endless: fc.boolean(),
    inTool: fc.boolean(),
    turn: fc.constantFrom('', ' turn="t7"'),
  })
  .map(({ endless, given, inTool, line, turn }) => {
    const inside = given.items.map(({ id, text: said, title }) => `[${id}] ${title}\n${said}`).join('\n')
    const fence = `<crabtrail-memory${turn}>\n${inside}`
    const lines = given.reply.split('\n')
    const place = endless ? lines.length : Math.min(line, lines.length)
    const reply = lines.toSpliced(place, 0, endless ? fence : `${fence}\n</crabtrail-memory>`).join('\n')
    const toolTexts = inTool ? [...given.toolTexts, `${fence}\n</crabtrail-memory>`] : given.toolTexts
    return { given, quoted: { ...given, reply, toolTexts } }
  })
