/** A labelled line changes in MEMORY.md, and another note goes on saying what was true before: what the model is sent, before and after a restart. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect } from 'vitest'
import { callWithin } from '../cli/within.ts'
import { currentUserText } from '../src/chat-request.ts'
import { inTurn } from '../src/model-script.ts'
import type { Stage } from './stage.ts'

/** The agent that it happens to. */
export const bookkeeper = 'bookkeeper'
const [memory, older] = ['MEMORY.md', 'memory/billing.md']
const [before, now] = ['Port: 5432', 'Port: 5433']
const question = 'Which port does the billing database have?'
const patience = { timeout: 120_000, interval: 200 }

export const layFact = ({ host }: Pick<Stage, 'host'>): void => {
  const lay = (path: string, text: string) => {
    const file = join(host.workspaceOf(bookkeeper), path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
  lay(memory, `# Machines\n\n## Billing database\n\n${before}\n\n# Mail\n\nThe mail relay is called Pelican.\n`)
  lay(older, `# Machines\n\n## Billing database\n\nSet up the billing database with Priya.\n\n${before}\n`)
}

/** Asks in a conversation of its own; returns all that the model was sent, MEMORY.md in the prompt and notes behind the message. */
const sentFor = async ({ host, model }: Stage, talk: string, message = question): Promise<string> => {
  const known = model.requests.length
  model.follow(inTurn('OK.'))
  await host.chat(`agent:${bookkeeper}:${talk}`, message)
  return (model.requests.slice(known).find((request) => currentUserText(request).includes(message)) ?? expect.unreachable()).body
}

const counted = async ({ log }: Stage, type: string): Promise<number> =>
  (await log(bookkeeper).catch(() => [])).filter((event) => event.type === type).length

/** Changes a note and begins a conversation, with which the notes are looked at; ends when it is read in. */
const readAgain = async (stage: Stage, path: string, from: string | RegExp, to: string): Promise<void> => {
  const known = await counted(stage, 'SourceRevised')
  const file = join(stage.host.workspaceOf(bookkeeper), path)
  writeFileSync(file, readFileSync(file, 'utf8').replace(from, to))
  await sentFor(stage, `after ${path}`, 'Good morning!')
  await expect.poll(() => counted(stage, 'SourceRevised'), patience).toBeGreaterThan(known)
}

const expectNow = (sent: string) => {
  expect(sent).toContain(now)
  expect(sent).not.toContain(before)
}

interface FactCheck {
  readonly title: string
  readonly run: (stage: Stage) => Promise<void>
}

export const beforeRestart: ReadonlyArray<FactCheck> = [
  {
    title: 'is sent as both notes have it',
    run: async (stage) => {
      await expect.poll(() => counted(stage, 'SourceAdded'), patience).toBe(2)

      const sent = await sentFor(stage, 'first')

      expect(sent).toContain(before)
      expect(sent).not.toContain(now)
    },
  },
  {
    title: 'is sent as MEMORY.md has it now, and not as the older note has it',
    run: async (stage) => {
      await readAgain(stage, memory, before, now)

      expectNow(await sentFor(stage, 'changed'))
    },
  },
  {
    title: 'stays so when the older note is written to and read again',
    run: async (stage) => {
      await readAgain(stage, older, /$/, '\n## Evening\n\nThe ferry was late.\n')

      expectNow(await sentFor(stage, 'read-again'))
    },
  },
]

export const afterRestart: ReadonlyArray<FactCheck> = [
  { title: 'is sent as it was before the restart', run: async (stage) => expectNow(await sentFor(stage, 'restarted')) },
  {
    title: 'is marked as no longer true where the older note answers something else',
    run: async (stage) => {
      const sent = await sentFor(stage, 'beside', 'Who set up the billing database?')

      expect(sent).toContain('with Priya')
      expect(sent).toContain('no longer true: \\"Port: 5432\\"')
    },
  },
  {
    title: '`show` says what the older note gave way to',
    run: async ({ host }) => {
      const { home } = host.places
      const store = join(host.state, 'crabtrail', 'crabtrail.db')
      const words = ['show', `${older}#billing-database`, '--brain', `local/${bookkeeper}/default`, '--store', store]

      const { stdout } = await callWithin(words, { env: { HOME: home }, home, folder: home })

      expect(stdout).toContain('superseded by MEMORY.md')
    },
  },
]
