import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openStage, type Stage } from './stage.ts'

const own = 'Where is the key to the boathouse kept?'
const others = ['Where is the key to the shed?', 'Is the boathouse key made of brass?', 'Who paints the boathouse?'] as const
const session = 'agent:main:talk'

let stage: Stage
beforeEach(async () => {
  stage = await openStage('empty')
  await stage.memory.ingest({
    documents: [
      { source: 'key.md', format: 'markdown', text: '# Boathouse\n\nThe key to the boathouse is kept under the third step.\n' },
      { source: 'shed.md', format: 'markdown', text: '# Shed\n\nThe key to the shed is with the neighbour.\n' },
    ],
  })
})
afterEach(() => stage.leave())

const turnOf = async (question: string) => (await stage.memory.recall({ question, session })).turn ?? ''
const say = async (question: string, verdict: 'used' | 'not-useful' | 'not-relevant') =>
  stage.memory.feedback({ verdict, turn: await turnOf(question), nodes: ['key.md'], session })
const given = async (question = own) => (await stage.memory.recall({ question, record: false })).context.items

describe('what the owner said last of a memory for a question', () => {
  test.each([
    ['before', async (): Promise<unknown> => say(own, 'used'), async (): Promise<unknown> => undefined],
    ['after', async (): Promise<unknown> => undefined, async (): Promise<unknown> => say(own, 'used')],
  ])('holds its place there, if it was said %s three verdicts on other questions that it is not useful', async (_, before, after) => {
    await before()
    for (const question of others) await say(question, 'not-useful')
    await after()

    expect((await stage.memory.show({ what: 'key.md' })).nodes[0]?.utility).toBeLessThan(0.2)
    expect((await given())[0]).toBe('key.md')
  })

  test('is the newer one: "not useful" there takes it back', async () => {
    await say(own, 'used')
    for (const question of others) await say(question, 'not-useful')
    await say(own, 'not-useful')

    const [first] = (await stage.memory.recall({ question: own, record: false })).items
    expect(first?.parts.utility ?? 0).toBeLessThan(0.2)
  })

  test('outweighs two verdicts of before on turns of their own, and what a program says after it', async () => {
    await say(own, 'not-relevant')
    await say(own, 'not-relevant')
    await say(own, 'used')
    for (let i = 0; i < 3; i++) {
      const turn = await turnOf(own)
      const agent = { tier: 'agent', origin: 'agent', session } as const
      expect(await stage.memory.feedback({ verdict: 'not-relevant', turn, nodes: ['key.md'], ...agent })).toMatchObject({
        refused: 'standing',
      })
    }

    expect((await given())[0]).toBe('key.md')
    expect((await stage.memory.verify({ rederive: true })).ok).toBe(true)
  })
})
