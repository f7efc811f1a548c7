/** The agent has something forgotten, because the owner asked it to: it shows what would go, and erases it after the owner's next message. */

import { describe, expect, test } from 'vitest'
import { afterToolCall } from '../../packages/plugin-openclaw/src/hooks/tool-calls.ts'
import { agent, call, context, memory, parts, remember, runs, session, setStage, turn, warnings } from './tools-stage.ts'

setStage()

const patient = { deadlineMs: 30_000 }
const brain = () => `local/${agent}/default`
const asks = 'Forget what you know about Lotte.'
const erasures = async () => (await memory.worker().ask('log', { brain: brain(), type: 'ContentErased' }, patient)).events
const confirmOf = ({ details }: { readonly details: object | undefined }) => (details as { readonly confirm?: string }).confirm ?? ''
/** Lotte stands in two notes; the owner asks to forget her. */
const asked = async () => {
  await remember('people/lotte.md', 'Lotte')
  await remember('school.md', 'Schools of Lotte')
  await remember('releases.md', 'Releases')
  await turn(asks)
}

describe('memory_forget', () => {
  test('shows what would go, and erases it once the next message of the owner agrees', async () => {
    await asked()

    const rehearsed = await call('memory_forget', { name: 'Lotte' })
    await turn('Yes, forget Lotte.')
    const done = await call('memory_forget', { name: 'Lotte', confirm: confirmOf(rehearsed) })

    expect(rehearsed.text).toMatch(/^Nothing was erased yet\. Of "Lotte" 2 memories would go for good:\n- people\/lotte\.md: Lotte: "/)
    expect(rehearsed.text).toContain(`call memory_forget again with name and confirm "${confirmOf(rehearsed)}"`)
    expect(rehearsed.details).toMatchObject({ wouldErase: expect.any(Number), confirm: expect.stringMatching(/^[0-9a-f]{6}$/) })
    expect(done.text).toMatch(/^Forgotten for good: \d+ texts of \d memories/)
    expect(done.details).toMatchObject({ erased: expect.any(Number), position: expect.any(Number) })
    expect(await erasures()).toMatchObject([{ actor: 'owner', origin: 'owner', session: null }])
    expect((await memory.worker().ask('list', { brain: brain() }, patient)).documents.items).toMatchObject([{ document: 'releases.md' }])
    expect(warnings).toEqual([])
  })

  test('erases nothing before the owner has answered', async () => {
    await asked()
    const rehearsed = await call('memory_forget', { name: 'Lotte' })

    for (const confirm of [confirmOf(rehearsed), confirmOf(rehearsed).toUpperCase()]) {
      expect((await call('memory_forget', { name: 'Lotte', confirm })).text).toMatch(/^Nothing was erased\. The user has not answered yet/)
    }
    expect(await erasures()).toEqual([])
  })

  test('shows and erases nothing where it is not known which message it answers, and says what the owner can do', async () => {
    await asked()
    const confirm = confirmOf(await call('memory_forget', { name: 'Lotte' }))
    parts.state.runs.clear()

    for (const more of [{}, { confirm }]) {
      const { text } = await call('memory_forget', { name: 'Lotte', ...more })
      expect(text).toBe('Nothing was erased. It is not known which message this answers; the owner can say /trail forget.')
    }
    expect(await erasures()).toEqual([])
  })

  test('shows it again, with another code, where the memory changed or the code is none', async () => {
    await asked()
    const rehearsed = await call('memory_forget', { name: 'Lotte' })
    await remember('plums.md', 'Plums of Lotte')
    await turn('Yes.')

    const late = await call('memory_forget', { name: 'Lotte', confirm: confirmOf(rehearsed) })
    const wrong = await call('memory_forget', { name: 'Lotte', confirm: 'yes' })

    expect(late.text).toMatch(/^Something else would go now than what was shown\.\nNothing was erased yet\. Of "Lotte" 3 memories/)
    expect(confirmOf(late)).not.toBe(confirmOf(rehearsed))
    expect(wrong.text).toContain('Nothing was erased yet.')
    expect(await erasures()).toEqual([])
  })

  test('says what a name may mean that nothing has', async () => {
    await asked()

    expect((await call('memory_forget', { name: 'people/lote.md' })).text).toContain('did you mean people/lotte.md')
    expect((await call('memory_forget', {})).text).toBe('Nothing was changed. Say in name what is to be forgotten.')
  })

  test.each([
    ['somebody else wrote', { senderIsOwner: false }, /^Memory is for private conversations with the owner/],
    ['the host does not say who wrote', { senderIsOwner: undefined }, /^Nothing was erased\. Only the owner/],
  ])('tells nothing in a turn where %s', async (_, more, said) => {
    await asked()

    const { text } = await call('memory_forget', { name: 'Lotte' }, more)
    expect(text).toMatch(said)
    expect(text).not.toContain('lotte.md')
  })

  test('does nothing once the turn has read what others wrote, and says what the owner can do', async () => {
    await asked()
    const read = (toolName: string) => afterToolCall(parts)({ toolName, params: {} }, { ...context(), runId: `r${runs}` })

    await read('web_fetch')
    expect((await call('memory_forget', { name: 'Lotte' })).text).toMatch(
      /^Nothing was erased\. Text of others was read in this turn.*\/trail forget/,
    )
    await turn(asks)
    await read('memory_forget')
    expect((await call('memory_forget', { name: 'Lotte' })).text).toContain('would go for good')
  })

  test('does nothing where memory is switched off, or whose it is is not known', async () => {
    await asked()

    expect((await call('memory_forget', { name: 'Lotte' }, { agentId: undefined })).text).toContain('not known whose memory')
    parts.state.muted.add(session)
    expect((await call('memory_forget', { name: 'Lotte' })).text).toMatch(/^Nothing was erased\. .*\/trail on/)
    parts.state.muted.delete(session)
  })
})
