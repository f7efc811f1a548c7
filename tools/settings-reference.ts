/** Writes docs/reference/settings.md: what a brain learns by, and what a request may be at most. Every number is read from the code. */
import { writeFileSync } from 'node:fs'
import { type Limits, limits } from '../packages/core/src/application/limits.ts'
import { defaultChunkLimits } from '../packages/core/src/domain/documents/document.ts'
import { balanced } from '../packages/core/src/domain/profiles/balanced.ts'
import { Profile } from '../packages/core/src/domain/profiles/profile.ts'
import { profiles } from '../packages/core/src/domain/profiles/profiles.ts'
import { turnsKept } from '../packages/core/src/domain/projections/turn-ledger.ts'
import { markdownTable } from './markdown-table.ts'

export const settingsPage = new URL('../docs/reference/settings.md', import.meta.url)

interface Setting {
  readonly unit: string
  readonly says: string
  /** Where the number comes from. */
  readonly from: string
}

const own = 'ours, not tuned yet'
const trial = 'a trial on open question sets, made before this code'

const says: Readonly<Record<string, Setting>> = {
  'strength.min': { unit: 'strength', says: 'Lowest strength of an edge; below zero it suppresses.', from: 'ours, the mirror of S2.10' },
  'strength.max': { unit: 'strength', says: 'Highest strength of an edge.', from: 'S2.10' },
  'utility.min': { unit: 'utility', says: 'Lowest utility of a memory: its score is multiplied by it.', from: own },
  'utility.max': { unit: 'utility', says: 'Highest utility; every memory begins with 1.', from: own },
  'tiers.habitual': { unit: 'strength', says: 'Below it an edge is dormant and carries nothing.', from: 'S4.39, S4.40' },
  'tiers.reflex': { unit: 'strength', says: 'From here on an edge is never passed over for carrying nothing.', from: 'S4.38' },
  wrong: { unit: 'verdict', says: 'What `wrong` is taken as.', from: 'S2.16; decided otherwise for this profile' },
  'budget.seeds': { unit: 'memories', says: 'Best texts that a walk begins at.', from: 'S4.45' },
  'budget.cues': { unit: 'cues', says: 'Cues that may stand beside the seeds.', from: own },
  'budget.hops': { unit: 'hops', says: 'How far a walk goes.', from: 'S4.43' },
  'budget.fired': { unit: 'memories', says: 'How many may fire, seeds among them.', from: 'S4.41' },
  'budget.follows': { unit: 'memories', says: 'How many of those may be reached by edges only; what a cue names is free.', from: 'S4.42' },
  'budget.candidates': {
    unit: 'pairs',
    says: 'Strongest neighbours of a memory that are looked at; negative edges come on top.',
    from: 'S4.44',
  },
  'budget.items': { unit: 'memories', says: 'Beginning of the ranking that is recorded and considered for the context.', from: 'S4.55' },
  'budget.tokens': { unit: 'tokens', says: 'What the context may take.', from: own },
  'seeding.pool': {
    unit: 'memories',
    says: 'Best texts that are looked at; those that do not fire follow behind in the ranking.',
    from: trial,
  },
  'seeding.cueMatch': { unit: 'likeness', says: 'From here on a cue counts for a question.', from: own },
  'seeding.sameCue': { unit: 'likeness', says: 'From here on a cue is the question’s own.', from: 'S3.77' },
  'seeding.cueWords': {
    unit: 'words',
    says: 'What a question and a cue must share to be alike at all, unless all their words are the same. Stop words do not count.',
    from: own,
  },
  'seeding.speaker': { unit: 'factor', says: 'What somebody says whom the question names counts so much more.', from: trial },
  'seeding.title': { unit: 'factor', says: 'Times the rarity of its words, that a title gains which stands in the question.', from: trial },
  'seeding.hit': { unit: 'best seeds', says: 'What another search of the host found is a seed of so much.', from: 'S3.19, C32' },
  'seeding.tagFactor': { unit: 'factor', says: 'Memories of the area that the last heartbeat named count so much more.', from: own },
  'seeding.tagTurns': { unit: 'turns', says: 'For so many turns after the heartbeat, and a day at most.', from: own },
  'seeding.vector': {
    unit: 'best texts',
    says: 'What the text nearest by its vector gains where no word of the question is found; in proportion where the best text lacks some. 0 asks no vector.',
    from: own,
  },
  'seeding.vectorUnknown': {
    unit: 'share',
    says: 'Of the question’s weight in rare words, in words that no memory has: from here on vectors are asked.',
    from: own,
  },
  'seeding.vectorNear': { unit: 'memories', says: 'How many of the nearest are looked at.', from: own },
  'seeding.vectorFade': { unit: 'places', says: 'So many places behind the nearest a text gains half.', from: own },
  'walk.slope': { unit: 'strength', says: 'A strength s from habitual up weighs (s − habitual) / slope.', from: trial },
  'walk.residual': { unit: 'share', says: 'How much of what a neighbour adds to the question’s words it is credited with.', from: trial },
  'walk.spread': { unit: 'share', says: 'Of its own score, what a node passes along an edge whose kind grew from use.', from: trial },
  'walk.fade': { unit: 'share', says: 'What a hop counts of the one before.', from: trial },
  'walk.expansions': { unit: 'memories', says: 'Of one depth, how many are walked on from.', from: trial },
  'walk.gateClosed': {
    unit: 'share',
    says: 'Of the seeds, that are joined by titles, up to which mentions lead nowhere.',
    from: trial,
  },
  'walk.gateOpen': { unit: 'share', says: 'From which they lead with their whole weight; between the two in proportion.', from: trial },
  'walk.asked': { unit: 'factor', says: 'What a mention counts whose name the question has itself.', from: trial },
  'walk.coverage': {
    unit: 'share',
    says: 'Of what better memories say of the question, taken from a memory’s place as far as the gate is open.',
    from: trial,
  },
  'walk.learned': { unit: 'best seeds', says: 'What a cue’s edge of weight 1 adds for the cue’s own question.', from: own },
  'walk.likeness': { unit: 'power', says: 'Of likeness, by which that fades for other questions.', from: own },
  'walk.words': {
    unit: 'best seeds',
    says: 'What a memory gains that was used for every word of the question, whichever questions had them; for some, by their rarity.',
    from: own,
  },
  'walk.saturation': { unit: 'weight', says: 'Of praise with a word, at which the word counts half.', from: own },
  'walk.against': { unit: 'factor', says: 'Of blame with a word, taken from the praise with it.', from: own },
  'walk.doubt': {
    unit: 'share',
    says: 'How much less of what was learned is brought where the best text has all words of the question; in proportion where some.',
    from: own,
  },
  'walk.inhibition': {
    unit: 'best seeds',
    says: 'What a negative edge of strength −1 takes, a cue’s for the cue’s own question.',
    from: own,
  },
  'walk.blame': { unit: 'power', says: 'Of likeness, by which what a cue holds back fades for other questions.', from: own },
  'kernel.order.SEQ': {
    unit: 'factor',
    says: 'What edges of a sequence or of parts count for a question that asks for an order.',
    from: 'S1.31, S1.37',
  },
  'kernel.order.SIM': { unit: 'factor', says: 'What edges between what is alike count for it.', from: 'S1.31, S1.37' },
  'kernel.order.CAUSE': { unit: 'factor', says: 'What edges from cause to consequence count for it.', from: 'S1.31, S1.37' },
  'kernel.why.SEQ': {
    unit: 'factor',
    says: 'What edges of a sequence or of parts count for a question that asks for a reason.',
    from: 'S1.31, S1.37',
  },
  'kernel.why.SIM': { unit: 'factor', says: 'What edges between what is alike count for it.', from: 'S1.31, S1.37' },
  'kernel.why.CAUSE': { unit: 'factor', says: 'What edges from cause to consequence count for it.', from: 'S1.31, S1.37' },
  'context.coverage': {
    unit: 'share',
    says: 'Of the question’s weight in rare words, what the best item must hold, if nobody taught it.',
    from: own,
  },
  'context.relative': {
    unit: 'share',
    says: 'Of the best score, below which an item stays out of the context. What a shared name alone suggests is not counted, in neither.',
    from: own,
  },
  'context.duplicate': { unit: 'share', says: 'Of common words, from which on two items count as one.', from: own },
  'learning.agent.cue': { unit: 'strength', says: 'The agent tier moves a cue’s edge so far.', from: own },
  'learning.agent.path': { unit: 'strength', says: 'The agent tier moves a walked edge so far, at most.', from: own },
  'learning.agent.utility': { unit: 'utility', says: 'The agent tier’s “not useful” lowers a memory so far.', from: own },
  'learning.conscious.cue': { unit: 'strength', says: 'A word somebody said moves a cue’s edge so far.', from: own },
  'learning.conscious.path': { unit: 'strength', says: 'A word somebody said moves a walked edge so far, at most.', from: own },
  'learning.conscious.utility': { unit: 'utility', says: 'A “not useful” somebody said lowers a memory so far.', from: own },
  'learning.depth': { unit: 'per edge', says: 'Credit fades by exp(−this · distance) along the path (α of S4.60).', from: own },
  'learning.windowTurns': { unit: 'turns', says: `A verdict on an older turn teaches nothing. The ledger keeps ${turnsKept}.`, from: own },
  'learning.muteSessions': { unit: 'kinds', says: 'Sessions in which no verdict teaches.', from: 'ours' },
  'learning.muteOrigins': { unit: 'origins', says: 'Speakers whose verdicts teach nothing.', from: 'ours' },
  'learning.spoken': {
    unit: 'outcome',
    says: 'Of a correction heard in a message, on all that the turn before put before the model.',
    from: own,
  },
  'learning.spokenSeconds': { unit: 'seconds', says: 'An older turn is not what a heard correction is about.', from: 'S3.70' },
  'learning.use.gram': { unit: 'words', says: 'In a row, which a reply and a memory must share.', from: own },
  'learning.use.gramsLeast': { unit: 'stretches', says: 'Of its own words, fewer of which in a reply are chance.', from: own },
  'learning.use.gramsEnough': { unit: 'stretches', says: 'As many are use, whatever the length of the memory.', from: own },
  'learning.use.share': { unit: 'share', says: 'Of the memory’s own stretches that is use, with fewer than enough.', from: own },
  'learning.use.newWords': { unit: 'words', says: 'Among them that the question does not have.', from: own },
  'learning.use.identifier': { unit: 'characters', says: 'Of the shortest name or number whose mention is use.', from: own },
  'learning.use.perTurn': { unit: 'memories', says: 'One turn may count as used.', from: own },
  'ingest.next': { unit: 'weight', says: 'From a passage to the next: its strength is habitual + slope · this.', from: trial },
  'ingest.previous': { unit: 'weight', says: 'From a passage to the one before.', from: trial },
  'ingest.afterNext': { unit: 'weight', says: 'From a turn of a talk to the one after the next.', from: trial },
  'ingest.beforePrevious': { unit: 'weight', says: 'From a turn of a talk to the one before the one before.', from: trial },
  'ingest.prose': { unit: 'factor', says: 'The same between passages of a document of prose, times this.', from: trial },
  'ingest.asked': { unit: 'factor', says: 'What comes behind a question counts so much more.', from: trial },
  'ingest.answerLength': { unit: 'words', says: 'An answer that is longer is less of one.', from: trial },
  'ingest.lengthMost': { unit: 'words', says: 'A passage that is longer is lent less, in proportion.', from: trial },
  'ingest.part': { unit: 'weight', says: 'From the first passage of a heading to the passages of the headings below it.', from: own },
  'ingest.link': { unit: 'weight', says: 'From a passage to what it links to.', from: own },
  'mentions.carriersMost': { unit: 'passages', says: 'A name that more of them have joins none.', from: trial },
  'mentions.commonAt': {
    unit: 'passages',
    says: 'A name that so many have says nothing: its rarity is 1 − ln(carriers) / ln(this).',
    from: own,
  },
  'mentions.edgesMost': { unit: 'edges', says: 'Of one passage that are linked, the strongest.', from: trial },
  'mentions.mentions': { unit: 'weight', says: 'From what mentions a name to what is about it, times its rarity.', from: trial },
  'mentions.isMentioned': { unit: 'weight', says: 'From what is about a name to what mentions it.', from: trial },
  'mentions.bothAbout': { unit: 'weight', says: 'Between two that are about it.', from: trial },
  'mentions.bothMention': { unit: 'weight', says: 'Between two titled passages that mention it.', from: trial },
}

const limitSays: Readonly<Record<keyof Limits, readonly [unit: string, says: string]>> = {
  documentBytes: ['bytes of UTF-8', 'A document; a longer one is named and skipped.'],
  nodeTextBytes: ['bytes of UTF-8', 'The text of a memory; longer passages are torn.'],
  questionBytes: ['bytes of UTF-8', 'A question.'],
  feedbackTextBytes: ['bytes of UTF-8', 'A free text beside a verdict.'],
  idBytes: ['bytes of UTF-8', 'Any name: source keys, session keys, actors, idempotency keys.'],
  pathBytes: ['bytes of UTF-8', 'What the folder of a document is called: a name, or its path.'],
  nodesNamed: ['memories', 'One verdict may name so many.'],
  tags: ['tags', 'One heartbeat may carry so many.'],
  tools: ['tools', 'One turn may name so many.'],
  messages: ['messages', 'One turn may name so many of the host’s.'],
  replyCharacters: ['UTF-16 units', 'A reply, with what tools were called with, that is looked through for what was used.'],
  hits: ['passages', 'Of another search, that one recall may begin from.'],
  documentsPerCommit: ['documents', 'Read in and stored together.'],
  textPerCommit: ['UTF-16 units', 'Of documents that are stored together; a longer one is stored alone.'],
  questionEmbeddingMs: [
    'milliseconds',
    'How long a recall waits for the vector of its question; then the words decide alone. In the plugin half of its `deadlineMs`, or `questionMs` of its `embedder`.',
  ],
  logEvents: ['events', 'One answer of `log`.'],
  requestsWaiting: ['requests', 'Of one process, that wait for one brain or one store; the next is told that it is busy.'],
}

/** The whole page. */
export const settingsReference = (): string => {
  const leaves = leavesOf(balanced, Profile)
  const known = new Set(leaves.map(({ path }) => path))
  const stale = Object.keys(says).filter((path) => !known.has(path))
  if (stale.length > 0) throw new Error(`tools/settings-reference.ts explains what is not there: ${stale.join(', ')}`)
  return [
    '# Settings',
    '',
    'Made by `tools/settings-reference.ts` from the code; a test keeps it up to date.',
    'Options, environment and configuration of the command line are in [cli.md](cli.md).',
    '',
    '## What a brain learns by',
    '',
    'A complete set of such settings is a profile. It stands whole in the log (`BrainCreated`); a process cannot override it.',
    `There ${profiles.size === 1 ? 'is one profile' : `are ${profiles.size} profiles`} so far: ${[...profiles.keys()].map((name) => `\`${name}\``).join(', ')}, which is what a new brain gets.`,
    'Strengths, utilities, likenesses and shares are decimals here and whole nano-units in the log.',
    'Numbers such as S4.38 are explained in [requirements.md](../requirements.md).',
    '',
    ...markdownTable([
      ['setting', '`balanced`', 'may be', 'unit', '', 'from'],
      ...leaves.map(({ limits, path, value }) => {
        const { from, says: about, unit } = explained(path)
        return [`\`${path}\``, value, limits, unit, about, from]
      }),
    ]),
    '',
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

const explained = (path: string): Setting => {
  const found = says[path]
  if (found === undefined) throw new Error(`tools/settings-reference.ts has no words for the setting ${path}: give it some`)
  return found
}

const limitOf = (name: string): number => Number(Reflect.get(limits, name))

const grouped = (value: number): string => String(value).replace(/\B(?=(\d{3})+$)/g, ',')

/** As much of a schema as this page reads. */
interface Shape {
  readonly fields?: Readonly<Record<string, Shape>>
  readonly ast: {
    readonly checks?: ReadonlyArray<{ readonly annotations?: { readonly expected?: string | undefined } | undefined }> | undefined
  }
}

interface Leaf {
  readonly path: string
  readonly value: string
  readonly limits: string
}

const leavesOf = (value: object, shape: Shape, path = ''): ReadonlyArray<Leaf> =>
  Object.entries(value).flatMap(([name, inner]): ReadonlyArray<Leaf> => {
    const field = shape.fields?.[name]
    const at = path === '' ? name : `${path}.${name}`
    if (at === 'name' || field === undefined) return []
    if (typeof inner === 'object' && !Array.isArray(inner)) return leavesOf(inner, field, at)
    return [{ path: at, value: Array.isArray(inner) ? inner.join(', ') : String(inner), limits: limitsOf(field) }]
  })

const limitsOf = ({ ast }: Shape): string => {
  const expected = ast.checks?.map(({ annotations }) => annotations?.expected ?? '').find((text) => text.startsWith('a value between'))
  return expected?.replace('a value between ', '').replace(' and ', ' to ') ?? ''
}

if (import.meta.main) writeFileSync(settingsPage, settingsReference())
