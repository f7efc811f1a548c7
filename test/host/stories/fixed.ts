/** A tool fails in one turn, a later turn gets over it with a note, and a question in another conversation with that error is given the note. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { currentUserText } from '../../src/chat-request.ts'
import { calling, inTurn } from '../../src/model-script.ts'
import { sharedHost } from '../one-gateway.ts'
import { patient } from '../stage.ts'

const agent = 'stoker'
const brain = `local/${agent}/default`
const help = 'The ledger of the boiler was moved to the archive in spring, so its old name is gone.'
const documents = [
  { source: 'handbook/boiler.md', format: 'markdown', text: `# Boiler\n\n${help}\n` },
  { source: 'handbook/files.md', format: 'markdown', text: '# Files\n\nA file without a name is put into the top drawer.\n' },
] as const
const stage = sharedHost({
  agents: [agent],
  prepare: ({ host, withStore }) => {
    writeFileSync(join(host.workspaceOf(agent), 'archive.txt'), 'The ledger of the boiler.\n')
    return withStore(async (memory) => {
      await memory.ask('init', { brain }, patient)
      await memory.ask('ingest', { brain, documents }, patient)
    })
  },
})
const say = (room: string, message: string, script = inTurn('Done.')) => {
  stage.model.follow(script)
  return stage.host.chat(`agent:${agent}:${room}`, message)
}
const reading = (path: string) => calling({ id: `call-${path.length}`, name: 'read', arguments: { path } })

const met = 'read says: File not found: /srv/engine/other-book.md. What now?'
const sentLast = () => currentUserText(stage.model.requests.at(-1) ?? expect.unreachable())

describe('an error that a later turn got over, in a real gateway', () => {
  test('is led to the note that helped', async () => {
    await say('deck', met)
    const before = sentLast()
    await say('desk', 'Open the book of the engine.', inTurn(reading('engine/no-such-book.md'), 'It is not there.'))
    await say('desk', 'Where did the ledger of the boiler go?', inTurn(reading('archive.txt'), help))

    await say('bridge', met)

    const log = await stage.log(agent)
    const fixes = log.filter(({ data, type }) => type === 'FeedbackGiven' && data['about'] === 'error')
    expect(fixes).toMatchObject([{ origin: 'agent', data: { given: 'inferred' } }])
    expect(before).not.toContain(help)
    expect(sentLast()).toContain(help)
  })
})
