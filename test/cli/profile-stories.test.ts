/** The stories of the documents behind two profiles, as commands: what is said becomes a memory (S0), and energy flows to what a question asks for (S1). */
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Embeddings, startEmbeddings } from '../src/embeddings.ts'
import { type Json, makePlace, type Place } from './place.ts'

const notes = fileURLToPath(new URL('../../packages/cli/demo/notes', import.meta.url))

let place: Place
beforeEach(() => {
  place = makePlace()
  cpSync(notes, join(place.home, 'notes'), { recursive: true })
})
afterEach(() => place.remove())

const nodesOf = ({ items }: Json): ReadonlyArray<string> => items.map(({ node }: Json) => node)

describe('crabpath (S0): “Giraffe is Jon’s codeword for testing CrabPath”', () => {
  const said = 'Giraffe is Jon’s codeword for testing CrabPath'
  const asked = 'What is Jon’s codeword?'

  test.each([
    ['words', []],
    ['the built-in embedder', ['--embedder', 'hashed']],
  ] as const)('is a memory that answers, by %s', async (_, more) => {
    await place.ask('init', '--profile', 'crabpath')
    await place.ask('ingest', 'notes', ...more)
    expect(nodesOf(await place.ask('recall', asked, ...more))).not.toContain('note:459508244368')

    const { novelty } = await place.ask('recall', said, '--auto-neurogenesis', ...more)
    expect(novelty).toMatchObject({ verdict: 'novel', created: true, cue: 'note:459508244368' })

    const answer = await place.ask('recall', asked, ...more)
    expect(nodesOf(answer)[0]).toBe('note:459508244368')
    expect(answer.context.items).toEqual(['note:459508244368'])
    expect(await place.ask('show', 'note:459508244368')).toMatchObject({
      nodes: expect.arrayContaining([
        expect.objectContaining({ node: 'note:459508244368', state: 'probation', origin: 'owner', content: said }),
      ]),
    })
    expect(await place.ask('verify', '--rederive')).toMatchObject({ ok: true })
  })

  test('is heard, said again is the same memory, and neither talk, nonsense nor a question becomes one', async () => {
    await place.ask('init', '--profile', 'crabpath')
    await place.ask('ingest', 'notes')

    expect((await place.run('hear', said)).stdout).toMatch(/^kept as note:459508244368, on probation/)
    expect(await place.ask('hear', said)).toMatchObject({ made: 'note:459508244368' })
    expect((await place.ask('recall', said, '--auto-neurogenesis')).novelty).toMatchObject({ created: false, cue: 'note:459508244368' })
    for (const nothing of ['hello there', 'xyzzy plugh nonsense', 'Which codeword does Jon test the crane with?'])
      expect(await place.ask('hear', nothing)).not.toHaveProperty('made')
    expect(nodesOf(await place.ask('recall', asked))[0]).toBe('note:459508244368')
  })

  test('under balanced is not kept', async () => {
    await place.ask('ingest', 'notes')

    expect(await place.ask('hear', said)).not.toHaveProperty('made')
    expect((await place.ask('recall', said, '--auto-neurogenesis')).novelty.cue ?? '').not.toMatch(/^note:/)
    expect(nodesOf(await place.ask('recall', asked))).not.toContain('note:459508244368')
  })

  test('where nothing uses it, dies after 14 turns; one that was used stays', async () => {
    await place.ask('init', '--profile', 'crabpath')
    await place.ask('ingest', 'notes')
    await place.ask('hear', said)
    await place.ask('hear', 'The lighthouse keeper is called Morwenna')
    await place.ask('recall', 'Who is the lighthouse keeper?')
    await place.ask('used', 'note:a4367083547a')
    await place.ask('learn')
    const turn = async (times: number) => {
      for (let i = 0; i < times; i++) await place.ask('recall', 'hello there')
    }

    await turn(13)
    expect((await place.ask('maintain')).nodes).toEqual([{ node: 'note:a4367083547a', became: 'normal' }])
    await turn(2)
    expect((await place.ask('maintain')).nodes).toEqual([{ node: 'note:459508244368', became: 'dead' }])
    expect((await place.ask('hear', said)).made).toBe('note:459508244368')
  })

  test('S0.75 where walks visit it, lives on: it dies 14 turns after the last one', async () => {
    await place.ask('init', '--profile', 'crabpath')
    await place.ask('ingest', 'notes')
    const { made } = await place.ask('hear', said)
    const turn = async (times: number) => {
      for (let i = 0; i < times; i++) await place.ask('recall', 'hello there')
    }
    await turn(10)
    await place.ask('recall', asked)

    await turn(13)
    expect((await place.ask('maintain')).nodes).toEqual([])
    await turn(2)
    expect((await place.ask('maintain')).nodes).toEqual([{ node: made, became: 'dead' }])
  })
})

describe('crabpath (S0) with the vectors of a server: the document’s own cosines', () => {
  let server: Embeddings
  let named: string
  beforeEach(async () => {
    server = await startEmbeddings()
    const { baseUrl, dimension, model } = server.settings
    named = `${baseUrl}#${model}#${dimension}`
    const axis = (at: number) => Array.from({ length: dimension }, (_, i) => (i === at ? 1 : 0))
    /** What each message is like the notes. */
    const likeness = new Map([
      ['worktree drift codex reset', 0.76],
      ['Giraffe is Jon’s codeword for testing CrabPath', 0.32],
      ['Plugh is the xyzzy of all nonsense', 0.24],
      ['The crane is at the edge of new', 0.58],
      ['The crane is at the edge of known', 0.6],
      ['The crane is between new and known', 0.59],
    ])
    server.behave(({ input }, response) => {
      const vectors = input.map((text: string) => {
        const cosine = likeness.get(text)
        if (cosine === undefined) return axis(0)
        return axis(0).map((_, i) => (i === 0 ? cosine : i === 1 ? Math.sqrt(1 - cosine * cosine) : 0))
      })
      response.setHeader('content-type', 'application/json')
      response.end(
        JSON.stringify({ data: vectors.map((embedding: ReadonlyArray<number>, index: number) => ({ index, embedding })), model }),
      )
    })
  })
  afterEach(() => server.close())

  test.each([
    ['worktree drift codex reset', 'known', undefined],
    ['Giraffe is Jon’s codeword for testing CrabPath', 'novel', true],
    ['Plugh is the xyzzy of all nonsense', 'noise', undefined],
    ['The crane is at the edge of new', 'novel', true],
    ['The crane is between new and known', 'ambiguous', undefined],
    ['The crane is at the edge of known', 'known', undefined],
  ])('“%s” is %s', async (said, verdict, isMade) => {
    place.write(
      'few/harbour.md',
      '# Harbour\n\nLobster crates arrive on Wednesday before the tide turns.\n\n# Workshop\n\nThe bandsaw needs a blade.\n',
    )
    await place.ask('init', '--profile', 'crabpath')
    await place.ask('ingest', 'few', '--embedder', named)
    await place.ask('recall', 'When do the crates arrive?', '--embedder', named)

    const { novelty } = await place.ask('recall', said, '--auto-neurogenesis', '--embedder', named)
    expect(novelty).toMatchObject({ by: 'vectors', verdict, created: isMade === true })
    if (isMade === true) {
      expect(novelty.cue).toMatch(/^note:/)
      const [first] = said.split(' ').filter((word) => /^[GC]|crane|edge/.test(word))
      expect(nodesOf(await place.ask('recall', `What of ${first}?`, '--embedder', named))[0]).toBe(novelty.cue)
    }
  })
})

describe('neurogated (S1): add, retrieve, feed back, maintain', () => {
  const why = 'Why were there double bookings after the broker restart?'
  const incident = 'incidents/2026-02-11-double-bookings.md'

  test.each([
    ['words', []],
    ['the built-in embedder', ['--embedder', 'hashed']],
  ] as const)('by %s', async (_, more) => {
    await place.ask('init', '--profile', 'neurogated')
    await place.ask('ingest', 'notes', ...more)

    const reasons = await place.ask('recall', why, ...more)
    expect(nodesOf(reasons)).toHaveLength(3)
    expect(nodesOf(reasons)[0]).toBe(incident)
    const turns: Json = {}
    for (const [kind, question] of [
      ['why', why],
      ['order', 'Step by step: the double bookings after the broker restart'],
      ['likeness', 'What is like the double bookings after the broker restart?'],
    ] as const) {
      const answer = await place.ask('recall', question, ...more)
      turns[kind] = [(await place.ask('why', answer.turn)).kernel, answer.items.map(({ node, score }: Json) => [node, score])]
    }
    expect([turns.why[0], turns.order[0], turns.likeness[0]]).toEqual([
      { SEQ: 0.5, SIM: 1.5, CAUSE: 2 },
      { SEQ: 2, SIM: 1.5, CAUSE: 0.5 },
      { SEQ: 0.5, SIM: 2, CAUSE: 1.5 },
    ])
    expect(turns.order[1]).not.toEqual(turns.why[1])
    expect(turns.likeness[1]).not.toEqual(turns.why[1])

    const reached = nodesOf(reasons)[1] ?? ''
    const pathTo = ({ items }: Json) => items.find(({ node }: Json) => node === reached).parts.path
    await place.ask('used', reached, '--turn', reasons.turn)
    await place.ask('learn')
    expect(pathTo(await place.ask('recall', why, ...more))).toBeGreaterThan(pathTo(reasons))

    const strengths = async (kind: string) =>
      (await place.ask('log', '--type', 'EdgeLinked', '--limit', '5000')).events
        .filter(({ data }: Json) => data.kind === kind)
        .map(({ data }: Json) => data.strength)
    expect((await strengths('similarity')).length).toBeGreaterThan(100)
    await place.ask('maintain')
    expect(await place.ask('verify', '--rederive')).toMatchObject({ ok: true })
  })
})
