/**
 * Every event that the codec accepts, in no sensible order: few numbers, so that they collide, and now and then one that is far off.
 *
 * Written by hand, one entry for each type; `event.test.ts` proves that the entries satisfy the schemas and leave out no field.
 */
import fc from 'fast-check'
import { type EventData, type EventType, eventDefinitions, type NewEvent } from '../../packages/core/src/domain/events/brain-event.ts'
import { timesMost } from '../../packages/core/src/domain/events/event-definition.ts'
import {
  decaySpares,
  implicitSignals,
  manners,
  refusals,
  sharedVerdicts,
  tiers,
  unattributedReasons,
  verdicts,
} from '../../packages/core/src/domain/events/learning-events.ts'
import { judgedEnds, judgedVerdicts, judgeGates, modelFallbacks, modelTasks } from '../../packages/core/src/domain/events/model-events.ts'
import { selectors } from '../../packages/core/src/domain/events/session-events.ts'
import {
  absenceReasons,
  bandSources,
  birthRefusals,
  births,
  chatKinds,
  dropReasons,
  followChannels,
  noveltyMeasures,
  noveltyVerdicts,
  routingReasons,
  seedSources,
  skipReasons,
  unaskedReasons,
} from '../../packages/core/src/domain/events/turn-events.ts'
import {
  aliasNamers,
  edgeKinds,
  nodeTypes,
  origins,
  reviews,
  supersedingReasons,
  supersedingRules,
} from '../../packages/core/src/domain/graph.ts'
import { ContentRef } from '../../packages/core/src/domain/identity.ts'
import { one } from '../../packages/core/src/domain/strength.ts'
import { anyValue } from './stored-event.ts'
import { anyName } from './text.ts'

const rarely = <A>(usual: fc.Arbitrary<A>, rare: fc.Arbitrary<A>): fc.Arbitrary<A> =>
  fc.oneof({ weight: 24, arbitrary: usual }, { weight: 1, arbitrary: rare })

/** Six nodes, edges and turns, one beyond the first growth of the columns, and numbers that no column can hold. */
const number = rarely(fc.integer({ min: 1, max: 6 }), fc.constantFrom(70, 2 ** 31 - 1, 2 ** 31, Number.MAX_SAFE_INTEGER))
const numbers = fc.array(number, { maxLength: 4 })
const position = rarely(fc.integer({ min: 0, max: 40 }), fc.constant(Number.MAX_SAFE_INTEGER))
const count = rarely(fc.nat(9), fc.constant(Number.MAX_SAFE_INTEGER))
const counts = fc.array(count, { maxLength: 3 })
const times = fc.array(fc.oneof(fc.nat({ max: 9 }), fc.constantFrom(timesMost)), { maxLength: 3 })
const strength = fc.oneof(
  fc.integer({ min: -one, max: one }),
  fc.constantFrom(0, 1, -1, 49_999_999, 50_000_000, 299_999_999, 300_000_000, 800_000_000, 950_000_000, -950_000_000),
  rarely(fc.integer({ min: 1, max: one }), fc.constantFrom(10 * one, -10 * one, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER)),
)
const strengths = fc.array(strength, { maxLength: 4 })
const unitInterval = fc.integer({ min: 0, max: one })
const factor = fc.oneof(fc.integer({ min: 0, max: one }), fc.constantFrom(0, 1, one / 2, one - 1, one))
export const ref = fc.integer({ min: 0, max: 7 }).map((digit) => ContentRef.make(digit.toString(16).repeat(64)))
const refs = fc.array(ref, { maxLength: 3 })
const hex = fc.constantFrom('0'.repeat(16), 'abcdef0123456789'.repeat(4))
const day = fc.oneof(fc.nat(40_000), fc.constantFrom(0, 84_005))
const dayOrNone = fc.oneof(day, fc.constant(-1))
const word = fc.constantFrom('a', 'balanced', 'by-hand', 'path', 'not-relevant', 'a1._-Z')
const words = fc.array(word, { maxLength: 3 })
const span = fc.tuple(count, count)
const literal = <const W extends string>(choices: ReadonlyArray<W>): fc.Arbitrary<W> => fc.constantFrom(...choices)
const kind = literal(edgeKinds)

const settings = fc.oneof(fc.constant({}), fc.dictionary(anyName, anyValue, { maxKeys: 3 }))
const settingsInForce = fc.record({ profile: word, settings, digest: hex })

/** Every field of `model`; those of `optional` only sometimes. */
const fields = <M, K extends keyof M = never>(model: { [F in keyof M]: fc.Arbitrary<M[F]> }, optional: ReadonlyArray<K> = []) =>
  fc.record<M, Exclude<keyof M, K>>(model, {
    requiredKeys: (Object.keys(model) as Array<keyof M>).filter(
      (name): name is Exclude<keyof M, K> => !optional.some((one) => one === name),
    ),
  })

type DataArbitraries = { readonly [T in EventType]: fc.Arbitrary<EventData<T>> }

const content = {
  SourceAdded: fields({ source: number, key: ref, digest: ref, format: word, root: ref }, ['root']),
  SourceRevised: fields({ source: number, digest: ref, root: ref }, ['root']),
  SourceRenamed: fields({ source: number, key: ref, root: ref }, ['root']),
  SourceRetired: fields({ source: number, reason: literal(['gone', 'forgotten']) }),
  BatchStored: fields({ batch: number, batches: number }),
  NodeAdded: fields(
    {
      node: number,
      id: ref,
      title: ref,
      text: ref,
      links: ref,
      tags: refs,
      importance: factor,
      day,
      nodeType: literal(nodeTypes),
      state: literal(['probation', 'normal']),
      source: number,
      span,
      how: literal(['captured']),
    },
    ['title', 'links', 'tags', 'importance', 'day', 'source', 'span', 'how'],
  ),
  NodeRevised: fields(
    {
      node: number,
      id: ref,
      title: ref,
      text: ref,
      links: ref,
      tags: refs,
      importance: factor,
      day: dayOrNone,
      source: number,
      formerSource: number,
      span,
    },
    ['id', 'title', 'text', 'links', 'tags', 'importance', 'day', 'source', 'formerSource', 'span'],
  ),
  NodeUntitled: fields({ node: number }),
  NodeMerged: fields({ node: number, into: number }),
  NodeRetired: fields({ node: number, reason: literal(['source', 'death', 'unlearned', 'forgotten', 'rollback']) }),
  NodeRestored: fields({ node: number, state: literal(['probation', 'normal', 'protected']) }),
  NodeProtected: fields({ node: number, protection: literal(['on', 'off']) }),
  NodeTrusted: fields({ node: number, trust: literal(['on', 'off']) }),
  NodeReviewed: fields({ node: number, review: literal(reviews) }),
  NodeDoubted: fields({ node: number, feedback: number, said: ref, saidAt: count, bare: fc.constant(true as const), part: span }, [
    'bare',
    'part',
  ]),
  DoubtLifted: fields({ node: number, feedback: number, reason: literal(['rollback', 'unlearned', 'reasserted']), by: number }, ['by']),
  NodeSuperseded: fields(
    {
      ...{ node: number, by: number, rule: literal(supersedingRules), reason: literal(supersedingReasons) },
      ...{ part: span, says: span, feedback: number, gone: fc.constant(true as const) },
    },
    ['part', 'says', 'feedback', 'gone'],
  ),
  SupersessionLifted: fields(
    { node: number, by: number, reason: literal(['reasserted', 'rollback', 'unlearned', 'erased', 'withdrawn']), feedback: number },
    ['feedback'],
  ),
  AliasesNamed: fields({ node: number, by: literal(aliasNamers), names: ref, call: number }, ['names', 'call']),
  NodePromoted: fields({ node: number, reason: literal(['success', 'noted']) }),
  EdgeLinked: fields(
    {
      edge: number,
      source: number,
      target: number,
      kind,
      strength,
      reason: literal(['ingest', 'verdict', 'beside', 'manual', 'growth', 'outcome', 'merge', 'model']),
      evidence: count,
      role: literal(['title', 'shared']),
      label: ref,
    },
    ['evidence', 'role', 'label'],
  ),
  EdgePruned: fields({ edge: number, reason: literal(['weak', 'stale', 'reweighed', 'source', 'death', 'merge', 'rollback']) }),
  EdgeRestored: fields({ edge: number, reason: literal(['rollback', 'source', 'asked']) }),
  ContentErased: fields({ contents: refs, scope: literal(['node', 'source', 'session', 'subject', 'turn']), nodes: numbers }, ['nodes']),
} satisfies Partial<DataArbitraries>

const control = {
  BrainCreated: settingsInForce,
  ProfileChanged: settingsInForce,
  BrainDescribed: fields({ about: ref }),
  EmbedderChanged: fields({ embedder: ref, dimension: count, bands: strengths }),
  BandsCalibrated: fields({ by: literal(noveltyMeasures), bands: strengths, pieces: count, embedder: ref, dimension: count }, [
    'embedder',
    'dimension',
  ]),
  ConfidenceCalibrated: fields({ least: strength, messages: count, memories: count }),
  ExperimentArmAssigned: fields({ session: number, experiment: ref, arm: count }),
  BrainForked: fields({
    parent: ref,
    at: position,
    hash: hex,
    settings: literal(['one', 'recorded']),
    changed: settings,
    excluded: numbers,
    silent: numbers,
    walks: literal(['recorded', 'again']),
  }),
  BrainPromoted: fields(
    {
      branch: ref,
      at: position,
      hash: hex,
      signals: numbers,
      profile: word,
      settings,
      digest: hex,
      questions: count,
      before: unitInterval,
      after: unitInterval,
      low: fc.integer({ min: -one, max: one }),
      high: fc.integer({ min: -one, max: one }),
    },
    ['profile', 'settings', 'digest'],
  ),
  TagCreated: fields({ tag: ref, at: position }),
  MaintenanceRequested: fields({ tasks: words }),
  RollbackRequested: fields({ to: position, through: position }),
  UnlearnRequested: fields(
    {
      selector: literal(selectors),
      selected: counts,
      selectedOrigin: literal(origins),
      since: number,
      until: number,
      signals: numbers,
      nodes: numbers,
    },
    ['selectedOrigin', 'since', 'until', 'nodes'],
  ),
  UnlearnWithdrawn: fields({ request: number }),
} satisfies Partial<DataArbitraries>

const session = {
  ActorNamed: fields({ actor: number, name: ref, kind: literal(['owner', 'agent', 'host', 'tool', 'other']) }),
  SessionStarted: fields(
    {
      session: number,
      key: ref,
      kind: literal(['interactive', 'cli', 'heartbeat', 'cron', 'subagent']),
      agent: ref,
      workspace: ref,
      channel: ref,
      tags: refs,
    },
    ['agent', 'workspace', 'channel', 'tags'],
  ),
  SessionEnded: fields({ session: number, reason: literal(['reset', 'shutdown', 'idle', 'closed']) }),
  HeartbeatObserved: fields({ session: number, tags: refs }),
} satisfies Partial<DataArbitraries>

const turn = {
  TurnStarted: fields(
    {
      question: ref,
      engine: literal(['route', 'spread']),
      seeds: count,
      cues: count,
      hops: count,
      fired: count,
      follows: count,
      candidates: count,
      items: count,
      tokens: count,
      hints: refs,
      situation: ref,
      continues: numbers,
      day,
      kernel: strengths,
      chatKind: literal(chatKinds),
      channel: ref,
      chat: ref,
      sender: ref,
      routing: literal(routingReasons),
      unasked: literal(unaskedReasons),
    },
    ['hints', 'situation', 'continues', 'day', 'kernel', 'chatKind', 'channel', 'chat', 'sender', 'routing', 'unasked'],
  ),
  SeedsSelected: fields(
    {
      nodes: numbers,
      scores: strengths,
      sources: fc.array(literal(seedSources), { maxLength: 4 }),
      cues: numbers,
      alike: strengths,
      gate: factor,
    },
    ['cues', 'alike', 'gate'],
  ),
  NoveltyAssessed: fields(
    {
      by: literal(noveltyMeasures),
      bands: literal(bandSources),
      top1: strength,
      top2: strength,
      tail: strength,
      rel: strength,
      passed: words,
      failed: words,
      verdict: literal(noveltyVerdicts),
      birth: literal(births),
      refused: literal(birthRefusals),
      cue: number,
      unlinked: count,
    },
    ['bands', 'refused', 'cue', 'unlinked'],
  ),
  NodeFired: fields({ node: number, depth: count, energy: strength, edge: number }, ['edge']),
  NodeInhibited: fields({ node: number, depth: count, energy: strength, edge: number }),
  EdgeFollowed: fields(
    {
      edge: number,
      strength,
      channel: literal(followChannels),
      depth: count,
      energy: strength,
      residual: strength,
      spread: strength,
      attention: factor,
    },
    ['residual', 'spread', 'attention'],
  ),
  EdgeSkipped: fields({ edge: number, strength, reason: literal(skipReasons), depth: count }),
  ContextBundled: fields(
    {
      nodes: numbers,
      scores: strengths,
      adds: strengths,
      included: numbers,
      guardrails: numbers,
      dropped: numbers,
      reasons: fc.array(literal(dropReasons), { maxLength: 4 }),
      tokens: count,
      context: ref,
    },
    ['adds', 'guardrails', 'dropped', 'reasons', 'context'],
  ),
  TurnCompleted: fields(
    {
      outcome: literal(['success', 'failure', 'aborted', 'unknown']),
      durationMs: count,
      messages: refs,
      tools: numbers,
      calls: counts,
      failures: counts,
      drew: numbers,
      shares: strengths,
      errors: numbers,
      erring: numbers,
    },
    ['messages', 'tools', 'calls', 'failures', 'drew', 'shares', 'errors', 'erring'],
  ),
  RecallSkipped: fields({ reason: literal(absenceReasons), skippedAt: count, waitedMs: count, deadlineMs: count }, ['deadlineMs']),
  ModelAsked: fields(
    {
      task: literal(modelTasks),
      call: number,
      offered: numbers,
      pointers: fc.array(count, { maxLength: 4 }),
      beside: numbers,
      source: number,
      turns: numbers,
      notes: numbers,
      model: ref,
      template: word,
      digest: hex,
      prompt: ref,
      tokens: count,
      tokensOut: count,
      costNanoUsd: count,
    },
    ['pointers', 'beside', 'source', 'turns', 'notes'],
  ),
  ModelAnswered: fields(
    {
      task: literal(modelTasks),
      call: number,
      explanation: ref,
      refused: count,
      tokensIn: count,
      tokensOut: count,
      costNanoUsd: count,
      latencyMs: count,
      outcome: literal(['answered', 'fell-back']),
      fallback: literal(modelFallbacks),
      over: fc.constant(true as const),
      pausedUntil: count,
    },
    ['explanation', 'fallback', 'over', 'pausedUntil'],
  ),
  RouteChosen: fields({ followed: numbers, dropped: numbers, attended: numbers, attention: strengths, kernel: strengths }, ['kernel']),
  CausesNamed: fields({
    source: number,
    passages: numbers,
    causes: numbers,
    effects: numbers,
    confidence: fc.array(unitInterval, { maxLength: 4 }),
  }),
  MessageWaits: fields({ over: fc.constant(true as const) }, ['over']),
  NotesWait: fields({ nodes: numbers, over: fc.constant(true as const) }, ['over']),
  MessageJudged: fields(
    {
      ...{ call: number, verdict: literal(judgedVerdicts), candidate: number, old: span, new: span, confidence: unitInterval },
      ...{ became: literal(judgedEnds), refused: literal(judgeGates), feedback: number, text: ref, kept: number, note: number },
    },
    ['candidate', 'old', 'new', 'refused', 'feedback', 'text', 'kept', 'note'],
  ),
} satisfies Partial<DataArbitraries>

const lists = <A>(list: fc.Arbitrary<A>) => fc.array(list, { maxLength: 3 })

const learning = {
  FeedbackGiven: fields(
    {
      feedback: number,
      verdict: literal(verdicts),
      applied: literal(verdicts),
      outcome: fc.integer({ min: -one, max: one }),
      tier: literal(['agent', 'conscious']),
      nodes: numbers,
      instead: numbers,
      cue: number,
      text: ref,
      parts: lists(literal(implicitSignals)),
      weights: strengths,
      values: strengths,
      seen: numbers,
      about: literal(['turn', 'error', 'procedure', 'observed']),
      given: literal(manners),
      shares: strengths,
    },
    ['instead', 'cue', 'text', 'parts', 'weights', 'values', 'seen', 'about', 'given', 'shares'],
  ),
  OutcomeGiven: fields(
    {
      feedback: number,
      verdict: literal(sharedVerdicts),
      outcome: fc.integer({ min: -one, max: one }),
      tier: literal(['agent', 'conscious']),
      turns: numbers,
      cues: counts,
      closeness: strengths,
      text: ref,
      given: literal(manners),
      reason: literal(unattributedReasons),
    },
    ['text', 'given', 'reason'],
  ),
  StrengthSet: fields({ edge: number, strength }),
  FeedbackAttributed: fields({ feedback: number, turns: numbers, shares: strengths, reason: literal(refusals) }, ['reason']),
  StrengthAdjusted: fields({ edge: number, from: strength, to: strength, asked: strength, tier: literal(tiers), rule: word, reason: word }),
  UtilityAdjusted: fields({ node: number, from: strength, to: strength, asked: strength, tier: literal(tiers), rule: word, reason: word }),
  StrengthsDecayed: fields({
    factor,
    cutoff: fc.oneof(fc.integer({ min: 0, max: 3 }), position),
    kinds: fc.uniqueArray(kind),
    floor: literal(['first', 'none']),
    spares: literal(decaySpares),
  }),
  StrengthsRestored: fields({
    edges: numbers,
    from: strengths,
    to: strengths,
    nodes: numbers,
    utilityFrom: strengths,
    utilityTo: strengths,
  }),
  TurnRestated: fields({
    cue: count,
    nodes: counts,
    words: fc.array(literal([...verdicts, 'instead', 'outcome']), { maxLength: 3 }),
    tiers: fc.array(literal(tiers), { maxLength: 3 }),
    actors: counts,
    feedbacks: numbers,
    uses: numbers,
    used: lists(numbers),
    moved: lists(numbers),
    by: lists(strengths),
  }),
  LearningRestated: fields(
    {
      edges: numbers,
      renewed: counts,
      cues: numbers,
      nodes: numbers,
      words: fc.array(literal(['for', 'against', 'none']), { maxLength: 3 }),
      said: counts,
      replaced: numbers,
      replacements: lists(lists(counts)),
      sessions: numbers,
      agent: counts,
      conscious: counts,
      today: counts,
      trials: numbers,
      lastUsed: counts,
      judged: numbers,
      timesUsed: times,
      timesCorrected: times,
    },
    ['today', 'trials', 'lastUsed', 'judged', 'timesUsed', 'timesCorrected'],
  ),
} satisfies Partial<DataArbitraries>

export const dataOf: DataArbitraries = { ...content, ...control, ...session, ...turn, ...learning }

const envelope = fc.record({ turn: number, cause: number, origin: literal(origins) }, { requiredKeys: [] })

export const eventTypes = Object.keys(eventDefinitions) as ReadonlyArray<EventType>

/** Any event of one type, in any envelope. */
export const eventOf = (type: EventType): fc.Arbitrary<NewEvent> =>
  fc.tuple(envelope, dataOf[type] as fc.Arbitrary<object>).map(([around, data]) => ({ ...around, type, data }) as NewEvent)

/** Any event: as often one that changes the graph or closes in on a turn as all the others together. */
export const anyEvent: fc.Arbitrary<NewEvent> = fc.oneof(
  { weight: 1, arbitrary: fc.oneof(...eventTypes.map(eventOf)) },
  {
    weight: 1,
    arbitrary: fc.oneof(
      ...(
        [
          'NodeAdded',
          'NodeRetired',
          'EdgeLinked',
          'EdgeFollowed',
          'TurnStarted',
          'FeedbackGiven',
          'StrengthAdjusted',
          'StrengthsDecayed',
          'StrengthsRestored',
        ] as const
      ).map(eventOf),
    ),
  },
)

/** The types whose events may hold settings: a record of free values, which no column proves. */
const withSettings: ReadonlySet<string> = new Set(['BrainCreated', 'ProfileChanged', 'BrainForked', 'BrainPromoted'])

export const mayHoldSettings = ({ type }: { readonly type: string }): boolean => withSettings.has(type)
