import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { inShort } from '../src/in-full.ts'
import { answering, group, isOthers, isPrivate, type Step, type Story, story, stranger, take, wordOf } from './askers-story.ts'
import { type GivenToHost, hearingPlugin } from './heard-of-plugin.ts'
import { openStage, patient, type Stage } from './stage.ts'

const seed = Number(process.env['CRABTRAIL_SEED'] ?? Math.floor(Math.random() * 0x7fff_ffff))

/** Two private memories: other facts, other names, another number of them. */
const memories = [
  ['The hourly rate of the garden work is quillfeather.', 'The garden work is done on sandpiper days.'],
  [
    'The hourly rate of the garden work is marrowstone.',
    'The garden gate has the number brackish.',
    'The garden work ended in thistledown.',
  ],
] as const
const secrets = /quillfeather|sandpiper|marrowstone|brackish|thistledown/

interface Told {
  readonly given: ReadonlyArray<GivenToHost>
  readonly brains: ReadonlyMap<string, string>
}

const tellOver = async (told: Story, facts: ReadonlyArray<string>): Promise<Told> => {
  const heard = hearingPlugin()
  let now: Step | undefined
  const made: string[] = []
  let children = 0
  const spawn = () => {
    const childSessionKey = `agent:main:subagent:made-${++children}`
    made.push(childSessionKey)
    return { result: { content: [{ type: 'text' as const, text: 'accepted' }], details: { status: 'accepted', childSessionKey } } }
  }
  const stage = await openStage({
    agents: ['main', 'work'],
    config: { groups: told.groups, senders: told.senders },
    hostConfig: {
      commands: { ownerAllowFrom: ['telegram:4200042'] },
      session: { dmScope: told.dmScope, groupScope: told.groupScope },
    },
    hostTools: { sessions_spawn: spawn },
    wrap: heard.wrap,
    script: answering(() => now?.doing),
  })
  try {
    for (const [at, fact] of facts.entries()) await stage.note(`note-${at}.md`, `# The garden ${at}\n\n${fact}\n`)
    for (const [at, step] of told.steps.entries()) {
      heard.at(at)
      now = step
      await take(stage, step, at, told)
      // What it made runs behind it.
      for (const key of made.splice(0)) await stage.host.subagent('SUBTASK', { key })
      await stage.host.settled()
    }
    await stage.quiet()
    return { given: heard.all, brains: await brainsOf(stage) }
  } finally {
    await stage.leave()
  }
}

/** Every brain with all that it holds. */
const brainsOf = async (stage: Stage): Promise<ReadonlyMap<string, string>> => {
  const { brains } = await stage.memory().ask('brains', {}, patient)
  const held = brains.map(async ({ key }) => [key, (await stage.memory().ask('export', { brain: key }, patient)).lines.join('\n')] as const)
  return new Map(await Promise.all(held))
}

/** In tokens of a hit's order, ids of turns and the like: everything but times. */
const givenIn = ({ given }: Told, at: number): string =>
  JSON.stringify(given.filter(({ step }) => step === at).map(({ answer, from }) => [from, answer]))

const seen = { withheld: 0, secrets: 0, apart: 0 }
afterAll(() => {
  process.stdout.write(`seed ${seed}: ${JSON.stringify(seen)}\n`)
})

describe('what others are given', () => {
  test('INV-83 does not depend on the private memory by a byte, and what they say is in none of it', { timeout: 600_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(story, async (told) => {
        const [one, other] = [await tellOver(told, memories[0]), await tellOver(told, memories[1])]

        for (const [at, step] of told.steps.entries()) {
          const [first, second] = [givenIn(one, at), givenIn(other, at)]
          if (isPrivate(step)) {
            if (secrets.test(first)) seen.secrets++
            continue
          }
          seen.withheld++
          expect([step, first]).toEqual([step, second])
          expect(first).not.toMatch(secrets)
        }
        for (const [brain, lines] of one.brains) {
          if (brain === 'local/main/default') {
            const theirs = told.steps.flatMap((step, at) => (isOthers(step) || step.door.endsWith('in group') ? [wordOf(at)] : []))
            expect([...theirs, `${stranger}`, `${group}`].filter((word) => lines.includes(word))).toEqual([])
          } else {
            if (brain !== 'local/work/default') seen.apart++
            expect([brain, secrets.test(lines)]).toEqual([brain, false])
          }
        }
      }),
      { numRuns: inShort(1, 60), seed, examples: [[everything]], endOnFailure: true },
    )
    expect(seen.withheld).toBeGreaterThan(10)
    expect(seen.secrets).toBeGreaterThan(2)
  })
})

test.each([
  ['what its maker sees, where that is the owner in private', 'owner direct', true],
  ['nothing, where it was made in a group', 'owner in group', false],
  ['nothing, where a stranger had it made', 'stranger direct', false],
] as const)('a subagent finds %s', async (_, door, finds) => {
  const { given } = await tellOver(
    { ...everything, groups: 'none', senders: 'owner', groupScope: 'per-group', steps: [{ door, doing: 'spawn' }] },
    memories[0],
  )
  const searched = given.filter(({ from }) => from === 'corpus search').map(({ answer }) => JSON.stringify(answer))

  expect(searched).toHaveLength(1)
  expect(secrets.test(searched.join(''))).toBe(finds)
})

/** One step of each sort that matters, also where chance tells none. */
const everything: Story = {
  groups: 'own',
  senders: 'each',
  dmScope: 'main',
  groupScope: 'main',
  steps: [
    { door: 'owner direct', doing: 'ask' },
    { door: 'web', doing: 'search' },
    { door: 'stranger direct', doing: 'search' },
    { door: 'stranger direct', doing: 'why' },
    { door: 'stranger in group', doing: 'ask' },
    { door: 'owner in group', doing: 'get' },
    { door: 'owner in group', doing: '/trail status' },
    { door: 'owner in group', doing: '/trail why' },
    { door: 'web in group', doing: '/trail unlearn session' },
    { door: 'stranger in group', doing: 'spawn' },
    { door: 'stranger in group', doing: 'undo' },
    { door: 'work', doing: 'search' },
    { door: 'stranger direct', doing: 'judge' },
    { door: 'owner direct', doing: 'spawn' },
    { door: 'terminal', doing: 'why' },
  ],
}
