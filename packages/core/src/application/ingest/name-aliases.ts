/**
 * Asks a model by which other words people may ask for the passages of the documents of a run, and tells what the calls will take before the first one.
 *
 * Guarantees: a passage is asked about once for each text that it has, whatever ends a run. Nothing is sent that no model may be given, no secret, and no alias.
 */

import { languages } from '@crabtrail/text/languages/function-words'
import * as Effect from 'effect/Effect'
import { aliasText } from '../../domain/aliases/aliases.ts'
import {
  type AliasesOffer,
  aliasesPrompt,
  aliasesTask,
  type FoundAliases,
  followedAliases,
  isToBeNamed,
  type OfferedPassage,
  passagesMost,
} from '../../domain/aliases/aliases-call.ts'
import type { Origin } from '../../domain/graph.ts'
import type { NodeNumber } from '../../domain/identity.ts'
import type { Profile } from '../../domain/profiles/profile.ts'
import type { BrainState } from '../../domain/projections/brain-fold.ts'
import type { IngestAnswer } from '../answers.ts'
import { type OpenBrain, storedAccess } from '../brain/brain.ts'
import { type ContentDrafts, cleanText, contentDrafts } from '../brain/contents.ts'
import { profileOf } from '../brain/profile-in-force.ts'
import { documentsInOrder, passagesAhead } from '../causes/name-causes.ts'
import type { Attempt } from '../commands/run-command.ts'
import { askInTurn, estimateOf, rehearsedCalls } from '../documents/asked-in-turn.ts'
import { changedDocument } from '../documents/changed-documents.ts'
import { type Bodies, othersMarks } from '../documents/known-sources.ts'
import type { MatchedDocument } from '../documents/matching.ts'
import { askAndRecord, type ModelAround, modelMeansOf } from '../model/ask-model.ts'
import type { IngestRequest } from '../requests.ts'
import { languagesIn } from '../text-index/weighed-words.ts'

type AliasesAnswer = NonNullable<IngestAnswer['aliases']>

/** Returns the field of the answer; nothing where aliases are not asked for. `interrupted` is told what was done so far. */
export const nameAliases = Effect.fnUntraced(function* (
  brain: OpenBrain,
  request: IngestRequest,
  documents: ReadonlyArray<MatchedDocument>,
  around: ModelAround,
  interrupted: (aliases: AliasesAnswer) => Effect.Effect<void>,
) {
  if (request.aliases !== true) return {}
  const spoken = yield* languagesAsked(brain)
  if (request.dryRun === true) {
    const expected = yield* estimatedAhead(brain, documents, request.origin ?? 'owner', spoken)
    return { aliases: { ...rehearsedCalls(expected), passages: 0 } satisfies AliasesAnswer }
  }
  const { means } = yield* modelMeansOf(around)
  if (means === undefined) return {}
  const ordered = yield* documentsInOrder(brain, documents)
  // A run offers no passage twice, whatever became of the call about it, and never one with a secret.
  const asked = new Set<NodeNumber>()
  const secret = new Set<NodeNumber>()
  const open = ({ graph }: BrainState) =>
    ordered.flatMap(({ passages }) => passages.filter((node) => !secret.has(node) && isToBeNamed(graph, node)))
  const waiting = (state: BrainState) => open(state).filter((node) => !asked.has(node))
  let passages = 0
  const told = yield* askInTurn({
    task: 'aliases',
    things: [ordered],
    estimate: yield* estimated(brain, waiting(brain.state), spoken),
    ask: Effect.fnUntraced(function* () {
      let offered: ReadonlyArray<OfferedPassage> = []
      const offer = Effect.fnUntraced(function* ({ access, state }: Attempt) {
        const next = yield* offerOf(waiting(state), state, access.bodies)
        for (const node of next.secret) secret.add(node)
        offered = next.passages
        return offered.length === 0 ? undefined : { passages: offered, languages: spoken }
      })
      const called = yield* askAndRecord(brain, aliasesTask, means, { request, durability: 'power', offer }, (answer) =>
        Effect.map(cleaned(answer.offer, answer.read.questions, answer.drafts), ({ found, refused }) =>
          followedAliases(found, answer.call, refused),
        ),
      )
      if (!('unasked' in called)) for (const { node } of offered) asked.add(node)
      return called
    }),
    left: () => callsFor(open(brain.state).length),
    heard: (event) => {
      if (event.type === 'AliasesNamed' && event.data.names !== undefined) passages++
    },
    interrupted: (soFar) => interrupted({ ...soFar, passages }),
  })
  return { aliases: { ...told, passages } satisfies AliasesAnswer }
})

/** Returns the languages of the settings, else those of the texts and questions of the brain. */
const languagesAsked = Effect.fnUntraced(function* (brain: OpenBrain) {
  const { aliases }: Profile = yield* profileOf(brain.state, brain.key)
  if (aliases.languages.length > 0) return aliases.languages
  const found = new Set<string>(['en', ...(yield* languagesIn(brain))])
  return languages.filter((language) => found.has(language))
})

const callsFor = (passages: number): number => Math.ceil(passages / passagesMost)

/** Returns the passages of the next call, and those that are passed over because they hold a secret. */
const offerOf = Effect.fnUntraced(function* (waiting: ReadonlyArray<NodeNumber>, { graph }: Pick<BrainState, 'graph'>, bodies: Bodies) {
  const passages: Array<OfferedPassage> = []
  const secret: Array<NodeNumber> = []
  for (const node of waiting) {
    if (passages.length === passagesMost) break
    const { text: ref, title } = graph.node(node) ?? { text: undefined, title: undefined }
    const said = yield* bodies([ref, title].flatMap((one) => one ?? []))
    const text = ref === undefined ? '' : (said.get(ref) ?? '')
    const one = { node, ref, text, title: title === undefined ? '' : (said.get(title) ?? '') }
    if (text === '' || (yield* hasSecret(`${one.title}\n${text}`))) secret.push(node)
    else passages.push(one)
  }
  return { passages, secret }
})

const hasSecret = (text: string) => Effect.map(cleanText(text), ({ redacted }) => redacted.length > 0)

/** Returns the questions of an answer as contents. One that holds a secret does not count. */
const cleaned = Effect.fnUntraced(function* (
  { passages }: AliasesOffer,
  questions: ReadonlyArray<ReadonlyArray<string>>,
  drafts: ContentDrafts,
) {
  const found: Array<FoundAliases> = []
  let refused = 0
  for (const [place, { node, ref }] of passages.entries()) {
    const kept: Array<string> = []
    for (const question of questions[place] ?? []) {
      const { redacted, text } = yield* cleanText(question)
      if (redacted.length > 0 || text.trim() === '') refused++
      else kept.push(text)
    }
    found.push({ node, ref, names: kept.length === 0 ? undefined : drafts.add(aliasText(kept)) })
  }
  return { found, refused }
})

const estimated = Effect.fnUntraced(function* (brain: OpenBrain, waiting: ReadonlyArray<NodeNumber>, spoken: ReadonlyArray<string>) {
  const { bodies } = yield* storedAccess(brain)
  const passages: Array<OfferedPassage> = []
  for (let from = 0; from < waiting.length; from += passagesMost)
    passages.push(...(yield* offerOf(waiting.slice(from, from + passagesMost), brain.state, bodies)).passages)
  return yield* estimateFor(brain, passages, spoken)
})

/** Estimates the calls about documents as if they were read in by `origin`. */
const estimatedAhead = Effect.fnUntraced(function* (
  brain: OpenBrain,
  documents: ReadonlyArray<MatchedDocument>,
  origin: Origin,
  spoken: ReadonlyArray<string>,
) {
  const { bodies } = yield* storedAccess(brain)
  const repeated = yield* othersMarks(brain, bodies, documents)
  const { graph } = brain.state
  const ahead: Array<OfferedPassage> = []
  for (const document of documents) {
    // These drafts are never stored.
    const { changed } = yield* changedDocument(brain, yield* contentDrafts, document, repeated)
    if (changed === undefined) continue
    const { of, passages } = passagesAhead(brain, changed, origin)
    for (const node of passages) if (node < 0 || isToBeNamed(graph, node)) ahead.push({ node, ref: undefined, ...of(node) })
  }
  return yield* estimateFor(brain, ahead, spoken)
})

const estimateFor = Effect.fnUntraced(function* (brain: OpenBrain, passages: ReadonlyArray<OfferedPassage>, spoken: ReadonlyArray<string>) {
  const limits = aliasesTask.limits(yield* profileOf(brain.state, brain.key))
  const tokens: Array<number> = []
  for (let from = 0; from < passages.length; from += passagesMost)
    tokens.push(aliasesPrompt({ passages: passages.slice(from, from + passagesMost), languages: spoken }, limits.tokensIn)?.tokens ?? 0)
  return yield* estimateOf(brain, limits, tokens)
})
