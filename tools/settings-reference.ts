/** Writes docs/reference/settings.md: what a brain learns by, and what a request may be at most. Every number is read from the code. */
import { writeFileSync } from 'node:fs'
import { type Limits, limits } from '../packages/core/src/application/limits.ts'
import { type ExplainedProfile, explainedProfiles, silent } from '../packages/core/src/domain/profiles/profiles.ts'
import { turnsKept } from '../packages/core/src/domain/projections/turns/turn-ledger.ts'
import { defaultChunkLimits } from '../packages/text/src/passages/document.ts'
import { markdownTable } from './markdown-table.ts'

export const settingsPage = new URL('../docs/reference/settings.md', import.meta.url)

const limitSays: Readonly<Record<keyof Limits, readonly [unit: string, says: string]>> = {
  documentBytes: ['bytes of UTF-8', 'A document; a longer one is named and skipped.'],
  nodeTextBytes: ['bytes of UTF-8', 'The text of a memory; longer passages are torn.'],
  noteBytes: ['bytes of UTF-8', 'A note that is said; a longer one is refused.'],
  sessionNotes: ['notes', 'Of agents, in one conversation on one day of UTC; a further one is refused.'],
  dayNotes: ['notes', 'Of agents, on one day of UTC.'],
  dayCaptured: ['memories', 'Captured from conversations on one day of UTC; of further turns nothing is captured.'],
  capturedBytes: ['bytes of UTF-8', 'A message or a reply that is captured; of it a memory keeps as much as a note has.'],
  questionBytes: ['bytes of UTF-8', 'A question.'],
  promptBytes: ['bytes of UTF-8', 'What a recall is told that stands in the prompt already.'],
  feedbackTextBytes: ['bytes of UTF-8', 'A free text beside a verdict.'],
  idBytes: ['bytes of UTF-8', 'Any name: source keys, session keys, actors, idempotency keys.'],
  pathBytes: ['bytes of UTF-8', 'What the folder of a document is called: a name, or its path.'],
  nodesNamed: ['memories', 'One verdict may name so many.'],
  tags: ['tags', 'One heartbeat may carry so many.'],
  tools: ['tools', 'One turn may name so many.'],
  errors: ['errors', 'Of failed tool calls, that one turn may report.'],
  errorBytes: ['bytes of UTF-8', 'What one failed tool call reported.'],
  messages: ['messages', 'One turn may name so many of the host’s.'],
  steps: ['calls', 'Of tools, that one turn may list in their order.'],
  calls: ['calls', 'Of tools, that one turn may report for what they show of memories.'],
  outputCharacters: ['UTF-16 units', 'What such a call printed, as far as it is looked at.'],
  replyCharacters: ['UTF-16 units', 'A reply, with what tools were called with, that is looked through for what was used.'],
  hits: ['passages', 'Of another search, that one recall may begin from.'],
  filesTouched: ['files', 'That one recall may name as touched.'],
  documentsPerCommit: ['documents', 'Read in and stored together.'],
  textPerCommit: ['UTF-16 units', 'Of documents that are stored together; a longer one is stored alone.'],
  joiningEmbeddingMs: ['milliseconds', 'An ingest that joins similar passages waits this long for the vectors of each 64 texts.'],
  questionEmbeddingMs: [
    'milliseconds',
    'How long a recall waits for the vector of its question; then the words decide alone. In the plugin half of its `deadlineMs`, or `questionMs` of its `embedder`.',
  ],
  modelMs: [
    'milliseconds',
    'How long a recall waits for a routing model, beside its own time; then the rule decides alone. In the plugin its `modelMs`.',
  ],
  judgedMs: [
    'milliseconds',
    'How long a recall waits, within its own time, for a judgement under way about a memory that it gives. In the plugin half of its `deadlineMs`, at most a second.',
  ],
  behindMs: [
    'milliseconds',
    'A call of a language model that nobody waits for, such as a judgement of a message, may take at least this long.',
  ],
  logEvents: ['events', 'One answer of `log`.'],
  questionsCompared: ['questions', 'Questions of one `diff`.'],
  changesListed: ['entries', 'Each list of one `diff`.'],
  requestsWaiting: ['requests', 'Of one process, that wait for one brain or one store; the next is told that it is busy.'],
}

/** The whole page. */
export const settingsReference = (): string => {
  const profiles = explainedProfiles()
  const settings = profiles[0]?.settings ?? []
  return [
    '# Settings',
    '',
    'Made by `tools/settings-reference.ts` from the code; a test keeps it up to date.',
    'Options, environment and configuration of the command line are in [cli.md](cli.md).',
    '',
    '## What a brain learns by',
    '',
    'A complete set of such settings is a profile. It stands whole in the log (`BrainCreated`, `ProfileChanged`); a process cannot override it.',
    'A new brain gets `balanced` unless another is named; [how to choose and change one](../how-to/choose-a-profile.md).',
    '',
    ...profiles.map(({ name, summary }) => `- \`${name}\`: ${summary}.`),
    '',
    'Strengths, utilities, likenesses and shares are decimals here and whole nano-units in the log.',
    `Turns are known to feedback as far back as the newest ${grouped(turnsKept)}, whatever \`learning.windowTurns\` says.`,
    '',
    ...markdownTable([
      ['setting', ...profiles.map(({ name }) => `\`${name}\``), 'may be', 'unit', ''],
      ...settings.map(({ limits, says, setting, unit }) => [
        `\`${setting}\``,
        ...profiles.map((profile) => valueIn(profile, setting)),
        limits,
        unit,
        says,
      ]),
    ]),
    '',
    '## Where the numbers come from',
    '',
    'Numbers such as S4.38 are explained in [requirements.md](../requirements.md).',
    `What a profile is not listed with is ${silent}.`,
    '',
    ...profiles.flatMap(sourcesOf),
    '## What is taken at most',
    '',
    'The same for every brain; nothing of it is recorded. More than that is refused with the name of the field.',
    '',
    ...markdownTable([
      ['limit', 'value', 'unit', ''],
      ...Object.entries(limitSays).map(([name, [unit, about]]) => [`\`${name}\``, grouped(limitOf(name)), unit, about]),
    ]),
    '',
    `Neighbouring blocks of a section are joined into one passage up to about ${grouped(defaultChunkLimits.targetLength)} characters.`,
    '',
  ].join('\n')
}

const sourcesOf = (profile: ExplainedProfile): ReadonlyArray<string> => [
  `### \`${profile.name}\``,
  '',
  ...markdownTable([
    ['setting', 'value', 'unit', 'from'],
    ...profile.settings
      .filter(({ from }) => from !== silent)
      .map(({ from, setting, unit }) => [`\`${setting}\``, valueIn(profile, setting), unit, from]),
  ]),
  '',
]

const valueIn = ({ settings }: ExplainedProfile, setting: string): string => {
  const value = settings.find((one) => one.setting === setting)?.value ?? ''
  return typeof value === 'object' ? value.join(', ') : String(value)
}

const limitOf = (name: string): number => Number(Reflect.get(limits, name))

const grouped = (value: number): string => String(value).replace(/\B(?=(\d{3})+$)/g, ',')

if (import.meta.main) writeFileSync(settingsPage, settingsReference())
