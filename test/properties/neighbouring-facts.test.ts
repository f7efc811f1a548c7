import type { MemoryMethods } from '@crabtrail/core'
import type * as Effect from 'effect/Effect'
import * as Result from 'effect/Result'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { runningMemory } from '../arbitraries/running-memory.ts'
import { runs } from './runs.ts'

/** A fact of a thing: how a note states it, how somebody asks for it, and what a newer note says of it. */
interface Fact {
  readonly states: string
  readonly asks: string
  readonly renews: string
}

interface World {
  readonly thing: string
  readonly facts: ReadonlyArray<Fact>
}

const worlds: Readonly<Record<string, World>> = {
  en: {
    thing: 'The rowing club',
    facts: [
      {
        states: 'Key: under the third step',
        asks: 'Where is the key of the rowing club?',
        renews: 'the key of the rowing club is with Tilda',
      },
      { states: 'Fee: 84 euros a year', asks: 'How high is the fee of the rowing club?', renews: 'the rowing club costs 91 euros' },
      {
        states: 'Training: Tuesdays',
        asks: 'When is the training of the rowing club?',
        renews: 'the training of the rowing club is on Thursdays',
      },
      { states: 'Coach: Oskar', asks: 'Who is the coach of the rowing club?', renews: 'Lene is the coach of the rowing club' },
      { states: 'Boats: nine', asks: 'How many boats does the rowing club have?', renews: 'the rowing club has eleven boats' },
    ],
  },
  de: {
    thing: 'Der Ruderverein',
    facts: [
      {
        states: 'Schlüssel: unter der dritten Stufe',
        asks: 'Wo liegt der Schlüssel vom Ruderverein?',
        renews: 'den Schlüssel vom Ruderverein hat Tilda',
      },
      {
        states: 'Beitrag: 84 Euro im Jahr',
        asks: 'Wie hoch ist der Beitrag im Ruderverein?',
        renews: 'der Beitrag im Ruderverein ist 91 Euro',
      },
      {
        states: 'Training: dienstags',
        asks: 'Wann ist das Training im Ruderverein?',
        renews: 'das Training im Ruderverein ist donnerstags',
      },
      { states: 'Trainer: Oskar', asks: 'Wer ist Trainer im Ruderverein?', renews: 'Lene ist Trainerin im Ruderverein' },
      { states: 'Boote: neun', asks: 'Wie viele Boote hat der Ruderverein?', renews: 'der Ruderverein hat elf Boote' },
    ],
  },
  zh: {
    thing: '划船俱乐部',
    facts: [
      { states: '钥匙：第三级台阶下面', asks: '划船俱乐部的钥匙在哪里？', renews: '划船俱乐部的钥匙在蒋月娥那里' },
      { states: '会费：每年八十四元', asks: '划船俱乐部的会费是多少？', renews: '划船俱乐部的会费改成九十一元' },
      { states: '训练：星期二晚上', asks: '划船俱乐部的训练是什么时候？', renews: '划船俱乐部的训练改到星期四' },
      { states: '教练：曹大力', asks: '划船俱乐部的教练是谁？', renews: '划船俱乐部的教练换成沈若水' },
      { states: '船只：九艘', asks: '划船俱乐部有多少船只？', renews: '划船俱乐部有十一艘船只' },
    ],
  },
}

const layouts: Readonly<Record<string, (states: ReadonlyArray<string>) => string>> = {
  list: (states) => states.map((state) => `- ${state}`).join('\n'),
  lines: (states) => states.join('\n'),
  table: (states) => ['| what | how |', '| --- | --- |', ...states.map((state) => `| ${state.replace(/[:：] ?/u, ' | ')} |`)].join('\n'),
}

const note = (source: string, title: string, text: string) => ({ source, format: 'markdown', text: `# ${title}\n\n${text}\n` }) as const

/** The order of the facts in the note, and the one that is corrected. */
const told = fc
  .record({
    language: fc.constantFrom(...Object.keys(worlds)),
    layout: fc.constantFrom(...Object.keys(layouts)),
    order: fc.shuffledSubarray([0, 1, 2, 3, 4], { minLength: 2 }),
  })
  .map(({ language, layout, order }) => {
    const { facts, thing } = worlds[language] ?? { facts: [], thing: '' }
    return { thing, layout, facts: order.flatMap((at) => facts[at] ?? []) }
  })

const correctedMemory = ({
  facts,
  layout,
  thing,
}: {
  readonly facts: ReadonlyArray<Fact>
  readonly layout: string
  readonly thing: string
}) => {
  const [corrected] = facts
  const memory = runningMemory()
  const ask = <A, E>(asked: (methods: MemoryMethods) => Effect.Effect<A, E>) => Result.getOrThrow(memory.ask(asked as never)) as A
  memory.ask((methods) => methods.init({}))
  const list = layouts[layout] ?? layouts['list']
  const documents = [
    note('club.md', thing, list?.([...facts].sort((a, b) => (a.states < b.states ? -1 : 1)).map(({ states }) => states)) ?? ''),
    note('news.md', '2026-11-23', `${corrected?.renews}.`),
    note('kitchen.md', 'Kitchen', 'The fridge of the kitchen is emptied on Fridays.'),
  ]
  ask((methods) => methods.ingest({ documents }))
  const given = (question: string) =>
    ask((methods) => methods.recall({ question, record: false })).context.items.filter((item) => item !== 'kitchen.md')
  const before = facts.map(({ asks }) => given(asks))
  const { turn } = ask((methods) => methods.recall({ question: corrected?.asks ?? '' }))
  ask((methods) => methods.feedback({ verdict: 'wrong', turn: turn ?? '', nodes: ['club.md'], instead: ['news.md'] }))
  ask((methods) => methods.learn({}))
  return { before, after: facts.map(({ asks }) => given(asks)) }
}

describe('a note of several facts of which one was corrected', () => {
  test('INV-93 is given first for questions about the others as it was, and gives way for the corrected one', () => {
    const few = { ...runs, numRuns: Math.min(runs.numRuns, 60) }
    let [asked, neighbours] = [0, 0]
    fc.assert(
      fc.property(told, (one) => {
        const { after, before } = correctedMemory(one)
        asked++
        for (const [at, items] of after.entries()) {
          if (at === 0) expect(items, one.facts[at]?.asks).toEqual(['news.md'])
          else if (before[at]?.[0] === 'club.md') {
            neighbours++
            expect(items[0], `${one.layout} ${one.facts[at]?.asks}`).toBe('club.md')
          }
        }
      }),
      few,
    )
    expect(neighbours).toBeGreaterThan(asked)
  })
})
