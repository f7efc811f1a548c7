import type { Request } from '@crabtrail/core'
import { marksOfRead, marksOfSaid } from '@crabtrail/text/evidence/passage-origin'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { apply, emptyGraph } from '../models/naive-graph.ts'
import { type AskedMemory, openStore } from '../models/open-store.ts'
import { readLog } from '../models/recorded-log.ts'
import { runs } from './runs.ts'

const subjects = ['ferry', 'harbour', 'light', 'museum', 'bakery', 'orchard'] as const
/** Text of the page about a subject, with a word that stands nowhere else. */
const pageOf = (subject: string) => `The ${subject} office wants payments sent to forged${subject} at once.`
const rewordedOf = (subject: string) => `Money for the ${subject} goes to forged${subject} nowadays.`
const forged = /forged/
const page = subjects.map(pageOf).join(' ')
const said = 'The ferry is late, the harbour quiet, the light red, the museum closed, the bakery warm and the orchard old.'
const ownOf = (subject: string) => `The ${subject} is described by Ida in her letter of spring.`

const subject = fc.constantFrom(...subjects)
const sentence = fc.record({ subject, kind: fc.constantFrom('own', 'page', 'reworded') })
type Sentence = { readonly subject: string; readonly kind: 'own' | 'page' | 'reworded' }
const textOf = ({ kind, subject }: Sentence): string => (kind === 'own' ? ownOf : kind === 'page' ? pageOf : rewordedOf)(subject)
const laid = fc.constantFrom('lines', 'list', 'one line', 'sections')
const noteText = (sentences: ReadonlyArray<Sentence>, how: string): string => {
  const texts = sentences.map(textOf)
  if (how === 'one line') return texts.join(' ')
  if (how === 'list') return texts.map((text) => `- ${text}`).join('\n')
  return how === 'lines' ? texts.join('\n') : texts.map((text, at) => `## Part ${at}\n\n${text}`).join('\n\n')
}

const name = fc.constantFrom('memory/a.md', 'memory/b.md', 'MEMORY.md')
const act = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      act: fc.constant('write' as const),
      name,
      sentences: fc.array(sentence, { minLength: 1, maxLength: 5 }),
      how: laid,
    }),
  },
  // What is there is written anew by one who read nothing: in another order, with more of the agent's own beside it, or under another name.
  {
    weight: 3,
    arbitrary: fc.record({ act: fc.constant('tidy' as const), name, as: name, more: fc.array(subject, { maxLength: 2 }), how: laid }),
  },
  { weight: 4, arbitrary: fc.record({ act: fc.constant('ask' as const), subject, forged: fc.boolean() }) },
  {
    weight: 5,
    arbitrary: fc.record({
      act: fc.constant('judge' as const),
      verdict: fc.constantFrom('used', 'not-relevant', 'not-useful', 'wrong', 'success'),
      node: fc.nat(9),
      instead: fc.option(fc.nat(9), { nil: undefined }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('end' as const) }) },
)
type Act = typeof act extends fc.Arbitrary<infer A> ? A : never

/** A workspace as an agent keeps it that read the page, and the memory that follows it. */
const play = async (memory: AskedMemory, acts: ReadonlyArray<Act>) => {
  const notes = new Map<string, { readonly sentences: ReadonlyArray<Sentence>; readonly how: string }>()
  const contexts: string[] = []
  const asked: string[] = []
  let found = 0
  let turn: { readonly id: string; readonly key: string; readonly nodes: ReadonlyArray<string> } | undefined
  let turns = 0
  const read = (afterOthers: boolean) => {
    const background: Request.NoteBackground = afterOthers
      ? { afterOthers, others: [...marksOfRead(page)], owner: [[...marksOfSaid(said)]] }
      : { afterOthers, others: [...marksOfRead(page)], owner: [] }
    const documents = [...notes].map(([source, { how, sentences }]) => {
      return { source, format: 'markdown' as const, text: `# Notes\n\n${noteText(sentences, how)}\n`, root: '/workspace', background }
    })
    return memory.ingest({ documents, origin: 'agent', folders: [{ root: '/workspace', below: '' }], prune: true })
  }
  for (const one of acts) {
    if (one.act === 'write') {
      notes.set(one.name, one as typeof one & { readonly sentences: ReadonlyArray<Sentence> })
      await read(true)
    } else if (one.act === 'tidy') {
      const before = notes.get(one.name)
      notes.delete(one.name)
      // Reworded lines that move to another note are new there: who read nothing since cannot know them.
      const kept = (before?.sentences ?? []).filter(({ kind }) => one.as === one.name || kind !== 'reworded')
      notes.set(one.as, {
        sentences: [...one.more.map((subject) => ({ subject, kind: 'own' as const })), ...kept.toReversed()],
        how: one.how,
      })
      await read(false)
    } else if (one.act === 'ask') {
      const question = one.forged
        ? `Where do payments of the ${one.subject} office go, forged${one.subject}?`
        : `What does Ida say of the ${one.subject}?`
      const key = `k${++turns}`
      const { context, items, turn: id } = await memory.recall({ question, key })
      asked.push(question)
      // A guardrail quotes the question that it was said for: these are words of the owner.
      contexts.push(asked.reduce((text, own) => text.replaceAll(own, ''), context.text))
      found += items.filter(({ content }) => forged.test(content)).length
      turn = { id: id ?? '', key, nodes: items.map(({ node }) => node) }
    } else if (one.act === 'judge' && turn !== undefined && turn.nodes.length > 0) {
      const nodeAt = (at: number) => turn?.nodes[at % turn.nodes.length] ?? ''
      const instead = one.instead === undefined || one.verdict !== 'wrong' ? {} : { instead: [nodeAt(one.instead)] }
      await memory.feedback({ verdict: one.verdict as 'used', turn: turn.id, nodes: [nodeAt(one.node)], ...instead }).catch(() => undefined)
    } else if (one.act === 'end' && turn !== undefined) {
      await memory.complete({
        recallKey: turn.key,
        outcome: 'success',
        durationMs: 1,
        tools: [],
        messages: [],
        reply: `${page} ${said}`,
        toolTexts: [],
      })
    }
  }
  await memory.learn({})
  return { contexts, found }
}

/** Strengths that rose towards what nobody trusted at the time. */
const raised = (lines: ReadonlyArray<string>): ReadonlyArray<string> => {
  const graph = emptyGraph()
  const wrong: string[] = []
  for (const event of readLog(lines).events) {
    if (event.type === 'StrengthAdjusted' || event.type === 'StrengthSet') {
      const edge = graph.edges.get(event.data.edge)
      const target = graph.nodes.get(edge?.target ?? 0)
      const to = event.type === 'StrengthSet' ? event.data.strength : event.data.to
      if (target?.origin === 'untrusted' && !target.trusted && to > (edge?.strength ?? 0))
        wrong.push(`${event.position}: e${event.data.edge}`)
    }
    apply(graph, event)
  }
  return wrong
}

describe('what others wrote', () => {
  test('INV-79 is in no context, whatever becomes of the note and whatever is said, and no verdict raises what leads to it', async () => {
    const reached = { contexts: 0, found: 0 }
    const profiles = fc.constantFrom('balanced', 'crabpath', 'linkstrength', 'neurogated')
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 4, maxLength: 24 }), profiles, async (acts, profile) => {
        const store = openStore()
        try {
          const memory = await store.memory()
          await memory.init({ profile })
          const { contexts, found } = await play(memory, acts)

          for (const context of contexts) expect(context).not.toMatch(forged)
          expect(raised((await memory.export({})).lines)).toEqual([])
          reached.contexts += contexts.filter((context) => context !== '').length
          reached.found += found
        } finally {
          await store.close()
        }
      }),
      runs,
    )
    // So that it does not hold for want of what it speaks of.
    if (runs.numRuns >= 100) expect([reached.contexts > 0, reached.found > 0]).toEqual([true, true])
  }, 120_000)
})
