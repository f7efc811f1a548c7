/**
 * An agent whose runtime is a command: the host builds its prompt on another way, without our tools and without saying who asks. So the owner is given
 * the memory where a chat channel names him, and nobody is in web chat. `tools/host-codex.ts` tries Codex.
 *
 * In short: `test/plugin/whole-turns.test.ts`
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test, vi } from 'vitest'
import { fewPlugins } from '../src/openclaw-settings.ts'
import { startTelegram, type Telegram } from '../src/telegram.ts'
import { realHost } from './stage.ts'

const folder = mkdtempSync(join(tmpdir(), 'cli-runtime-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const file = join(folder, 'asked.jsonl')
const runtime = { id: 'crabtrail-cli-runtime', folder: fileURLToPath(new URL('cli-plugin', import.meta.url)), config: { file } }

const [owner, stranger] = [42, 77]
let telegram: Telegram
const stage = realHost({
  linked: [runtime],
  config: {
    ...fewPlugins([runtime]),
    agents: { defaults: { model: { primary: 'echo-cli/echo' } } },
    commands: { ownerAllowFrom: [`telegram:${owner}`] },
    session: { dmScope: 'per-channel-peer' },
  },
  prepare: async ({ host }) => {
    telegram = await startTelegram()
    host.configure({ channels: { telegram: telegram.config } })
  },
})
afterAll(() => telegram.stop())

const note = 'The crew mess opens at half past five.'
const question = 'When does the crew mess open?'
const asked = (): ReadonlyArray<string> =>
  existsSync(file)
    ? readFileSync(file, 'utf8')
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line))
    : []
const count = (text: string, part: string) => text.split(part).length - 1
const events = async () => (await stage.log()).map(({ type }) => type)
const patience = { timeout: 120_000, interval: 100 }

/** The prompt that the command was given for this message. */
const promptFor = async (message: string, said: () => Promise<string>): Promise<string> => {
  expect(await said()).toBe('Done.')
  return asked().findLast((prompt) => prompt.includes(message)) ?? expect.unreachable()
}

test('over a chat channel its owner is given the memory once, again in the next turn, and both are recorded', async () => {
  await stage.timed('first message', () => stage.host.chat('agent:main:noted', `/trail note ${note}`))
  const ask = () => promptFor(question, () => telegram.say({ from: owner, text: question }))

  for (const prompt of [await ask(), await ask()]) {
    expect(count(prompt, '<crabtrail-memory')).toBe(1)
    expect(count(prompt, note)).toBe(1)
  }
  await vi.waitUntil(async () => (await events()).filter((type) => type === 'TurnCompleted').length === 2, patience)
}, 300_000)

test('a stranger is given none, and nobody in web chat, where the host does not say who asks', async () => {
  const strangers = await promptFor(question, () => telegram.say({ from: stranger, text: question }))
  const webChat = await promptFor(question, () => stage.host.chat('agent:main:talk', question))

  expect(strangers).not.toContain('crabtrail-memory')
  expect(webChat).not.toContain('crabtrail-memory')
  expect(stage.host.log()).toContain('turns like this one go without memory (unknown-asker): the host did not say who asks')
  expect(await stage.host.cli('crabtrail', 'status')).toMatch(/✓ runtime: echo-cli: .*web chat/)
}, 300_000)
