/** Where the hostile texts lie before the gateway starts, and what brings the agent to each of them. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Request } from '@crabtrail/core'
import { type ChatRequest, currentUserText, toolTexts } from '../../src/chat-request.ts'
import { calling, deferred, inTurn, type Script, type ToolCall } from '../../src/model-script.ts'
import { patient, type Stage } from '../stage.ts'
import { type HostileText, hostileTexts, saysOf, textsOf, ways } from './hostile-texts.ts'

/** The agent that meets them. */
export const reader = 'cleo'
const brain = `local/${reader}/default`

const passage = (one: HostileText): string => `${saysOf(one)} of the ${one.subject}: ${one.text}\n`

export const layOut = async ({ host, withStore }: Pick<Stage, 'host' | 'withStore'>): Promise<void> => {
  const workspace = host.workspaceOf(reader)
  for (const folder of ['memory', 'pages']) mkdirSync(join(workspace, folder), { recursive: true })
  for (const one of textsOf('note')) writeFileSync(join(workspace, 'memory', `${one.mark}.md`), `# The ${one.subject}\n\n${passage(one)}`)
  for (const one of textsOf('page')) writeFileSync(join(workspace, 'pages', `${one.mark}.txt`), passage(one))
  const profile = textsOf('profile').map((one) => `## The ${one.subject}\n\n${passage(one)}`)
  writeFileSync(join(workspace, 'USER.md'), `# The owner\n\n${profile.join('\n')}`)
  await withStore(async (memory) => {
    await memory.ask('init', { brain }, patient)
    for (const way of ['stranger', 'program'] as const) {
      const documents = textsOf(way).map(
        (one): Request.DocumentInput => ({
          source: `inbox/${one.mark}.md`,
          format: 'markdown',
          text: `# The ${one.subject}\n\n${passage(one)}`,
        }),
      )
      await memory.ask('ingest', { brain, origin: ways[way], documents }, patient)
    }
  })
}

/** Of all texts that were laid out for it. */
export const questionAbout = (subject: string): string => `What does anybody say of the ${subject}?`

/** What makes the agent read this one with a tool; the notes of the subject are before it meanwhile. */
export const taskOf = ({ mark, subject }: HostileText): string => `${questionAbout(subject)} Look at the ${mark} too.`

/** A model that repeats all that a tool gave it: what it says of its own accord may teach, what it was given may not. */
export const credulous: Script = (request: ChatRequest) => {
  const message = currentUserText(request)
  const task = hostileTexts.find((one) => message.includes(taskOf(one)))
  if (task === undefined) return message.includes('What does anybody say') ? 'Many things.' : 'HEARTBEAT_OK'
  return inTurn(calling(callOf(task)), `It says: ${toolTexts(request).join('\n')}`)(request)
}

const callOf = ({ mark, text, way }: HostileText): ToolCall => {
  if (way === 'search') return deferred('memory_search', { query: text, corpus: 'all' })
  return { name: 'read', arguments: { path: way === 'missing' ? `pages/${text}` : `pages/${mark}.txt` } }
}
