import Database from 'better-sqlite3'
import { expect, test, vi } from 'vitest'
import { dailyProof } from '../../packages/agent-host/src/health/daily-proof.ts'
import { sharedMemory } from '../../packages/agent-host/src/state/shared-memory.ts'
import { usualNaming } from '../../packages/plugin-openclaw/src/host/openclaw.ts'
import { currentUserText } from '../src/chat-request.ts'
import { type Stage, stagesOfEachTest } from './stage.ts'

const session = 'agent:main:main'
const question = 'How are releases deployed?'
const releases = '# Releases\n\nReleases are deployed from the main branch by the nightly Argo pipeline.\n'

const stage = stagesOfEachTest()

/** The proof of this gateway's store, which its own service would not begin within a test. */
const proofOf = ({ path, state }: Stage) => {
  const memory = sharedMemory({ path, entry: new URL('../../packages/plugin-openclaw/src/worker.ts', import.meta.url) })
  return dailyProof({ memory, naming: usualNaming, state, warn: () => {} })
}

test('a gateway whose store was changed behind its back says so once, to the log, to the owner and in the chat, and goes on', async () => {
  const one = await stage()
  await one.note('memory/releases.md', releases)
  await one.host.chat(session, question)
  await one.quiet()
  const database = new Database(one.path)
  database.exec("update contents set body = replace(body, 'nightly', 'weekly')")
  database.close()
  const proof = proofOf(one)

  await proof.look()
  await proof.look()
  await vi.waitUntil(() => one.host.log().includes('is not whole'), { timeout: 120_000 })
  const status = await one.host.chat(session, '/trail status')
  const answer = await one.host.chat(session, question)
  await one.host.heartbeat('Check [deploy]')
  await proof.end()

  const finding = 'the memory local/main/default is not whole: contents: content '
  expect(one.host.log().split(finding)).toHaveLength(2)
  expect(status).toContain('Wrong: the memory local/main/default is not whole: contents')
  expect(status).toMatch(/The log was found broken at 20\d\d-/)
  expect(answer).toBe('Done.')
  expect(currentUserText(one.host.requests.at(-2) ?? ({} as never))).toContain('crabtrail-memory')
  const requests = JSON.stringify(one.host.requests)
  expect(requests).toContain('needs its owner. Tell them: a memory is not whole')
  // Whoever writes next in the main session reads along.
  expect(requests).not.toContain(finding)
})
