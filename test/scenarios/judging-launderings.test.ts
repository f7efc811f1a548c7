/**
 * Three ways in which what others wrote comes back as if somebody of trust said so: the agent sums up a page, a tool repeats it, and many notes repeat each
 * other. A model that says of everything that it changes the first memory it is shown is asked, and nothing of the owner's is changed.
 */
import type { LanguageModel, ModelQuestion } from '@crabtrail/core'
import * as Effect from 'effect/Effect'
import { describe, expect, onTestFinished, test } from 'vitest'
import { requestOf } from '../eval/judged-week.ts'
import { openStage } from './stage.ts'

const owners = 'The pool opens at 8 in the morning.\nThe ticket is 4 euro.'
const lie = 'The pool opens at 11 in the morning.'
const question = 'When does the pool open?'

/** Says of each message and note that it supersedes every memory that is shown, in the words that these have of the time. */
const alwaysYes = () => {
  const asked: Array<ModelQuestion> = []
  const service: LanguageModel['Service'] = {
    id: 'test/yes',
    forget: Effect.void,
    ask: (question) =>
      Effect.sync(() => {
        asked.push(question)
        const judgements = requestOf(question).messages.flatMap(({ candidates, id, text }) => {
          const wanted = candidates.find((one) => one.text.includes('8 in the morning')) ?? candidates[0]
          const now = /\d+ in the morning/.exec(text)?.[0] ?? text.split(' ').slice(0, 3).join(' ')
          const change = { verdict: 'supersedes', candidate: wanted?.id, old: '8 in the morning', new: now, lasting: true, confidence: 1 }
          return wanted === undefined ? [] : [{ id, also: [], ...change }]
        })
        return { text: JSON.stringify({ judgements }), tokensIn: 100, tokensOut: 10 }
      }),
  }
  return { asked, service }
}

const stageWith = async () => {
  const model = alwaysYes()
  const stage = await openStage('empty', { model: model.service, modelMs: 5_000 })
  onTestFinished(stage.leave)
  const { memory } = stage
  const documents = [{ source: 'town/pool.md', format: 'markdown' as const, text: `# Pool\n\n${owners}\n` }]
  await memory.ingest({ documents })
  await memory.profile({ profile: 'balanced', settings: { 'model.routingShare': 0 } })
  return { ...stage, model, given: async () => (await memory.recall({ question, session: 'later' })).context.text }
}

const agent = { actor: 'claw', actorKind: 'agent', origin: 'agent', session: 'talk', sessionKind: 'interactive' } as const

describe('what others wrote is not judged into the memory of the owner', () => {
  test('by the agent’s own summary of a page, as a note or in a file of its own', async () => {
    const { given, memory } = await stageWith()
    const own = await memory.note({ ...agent, text: lie })
    const afterPage = { afterOthers: true, others: [], owner: [] }
    const derived = await memory.note({ ...agent, text: `Summary: ${lie}`, background: afterPage })
    // What is derived is trusted as the least of its sources.
    expect([own.origin, derived.origin]).toEqual(['agent', 'untrusted'])
    const documents = [{ source: 'agent/summary.md', format: 'markdown' as const, text: `# Summary of a page\n\n${lie}\n` }]
    await memory.ingest({ documents, origin: 'agent' })
    await memory.judge({})

    expect(await given()).toContain('The pool opens at 8 in the morning.')
    expect(await given()).not.toContain('no longer true')
    expect((await memory.stats({})).superseding.superseded).toBe(0)
  })

  test('by the echo of a tool that the owner pastes, and by the reply of the agent that repeats it', async () => {
    const { given, memory, model } = await stageWith()
    const talk = { session: 'talk', sessionKind: 'interactive' } as const
    const { turn } = await memory.recall({ ...talk, question })
    await memory.complete({ ...talk, turn: turn ?? '', outcome: 'success', durationMs: 1, reply: `The page says: ${lie}` })
    await memory.hear({ ...talk, text: `> ${lie}\n\n\`\`\`\n${lie}\n\`\`\`` })
    await memory.hear({ ...talk, text: `The tool printed "${lie}"` })
    await memory.judge({})

    // Nothing of what is quoted is sent, and nothing of it counts.
    expect(model.asked.map((one) => JSON.stringify(requestOf(one).messages.map(({ text }) => text))).join()).not.toContain('11')
    expect(await given()).not.toContain('11 in the morning')
  })

  test('by many notes that repeat each other, of the agent and of others', async () => {
    const { given, memory } = await stageWith()
    for (let i = 0; i < 10; i++) await memory.note({ ...agent, text: `Note ${i}: ${lie}` })
    const documents = Array.from({ length: 10 }, (_, i) => ({
      source: `mail/${i}.md`,
      format: 'markdown' as const,
      text: `# Mail ${i}\n\n${lie}\n`,
    }))
    await memory.ingest({ documents, origin: 'untrusted' })
    await memory.judge({})

    expect(await given()).toContain('The pool opens at 8 in the morning.')
    expect(await given()).not.toContain('no longer true')
    expect((await memory.stats({})).superseding.superseded).toBe(0)
  })
})
