import { describe, expect, test } from 'vitest'
import { natureOf } from '../../packages/core/src/domain/events/brain-event.ts'
import type { StoredEvent } from '../../packages/core/src/domain/events/codec/commit-body.ts'
import { lessonOf } from '../models/credit-rule.ts'
import { logRules } from '../models/log-rules.ts'
import { learnedPart, naiveGraph } from '../models/naive-graph.ts'
import { openStore } from '../models/open-store.ts'
import { readLog } from '../models/recorded-log.ts'
import { retold } from '../models/retold.ts'
import { scriptedMemory } from '../models/scripted-memory.ts'

const truth = await scriptedMemory()
const { events } = readLog(truth)
const firstOf = (type: string, fits: (data: object) => boolean = () => true): number =>
  events.find((event) => event.type === type && fits(event.data))?.position ?? Number.NaN

/** Changes the data, or the whole, of the event at one position. */
const lieAt = (at: number, change: (event: StoredEvent) => Partial<StoredEvent>) =>
  retold(truth, (event, position) => (position === at ? { ...event, ...change(event) } : event))
const say = (at: number, told: object) => lieAt(at, ({ data }) => ({ data: { ...data, ...told } }))

/** An effect that no learner made, where the log has a skipped edge that nothing learned from. */
const strayEffect = (cause: number | undefined) => {
  const place = events.findLast(({ type }) => type === 'EdgeSkipped')?.position
  const { data = {} } = events[moved - 1] ?? {}
  const effect: StoredEvent = { type: 'StrengthAdjusted', version: 1, data: { ...data }, ...(cause === undefined ? {} : { cause }) }
  return retold(truth, (event, at) => (at === place ? effect : event))
}

const brokenRules = (lines: ReadonlyArray<string>): ReadonlyArray<string> => {
  const log = readLog(lines)
  return logRules.filter(({ breaches }) => breaches(log).length > 0).map(({ name }) => name)
}

/** Tells whether the memory itself finds the fault, and where. */
const verified = async (lines: ReadonlyArray<string>) => {
  const store = openStore()
  const memory = await store.memory()
  await memory.import({ lines })
  const { checks } = await memory.verify({ rederive: true })
  await store.close()
  return checks.filter(({ ok }) => !ok).map(({ name, position }) => [name, position])
}

const agrees = (lines: ReadonlyArray<string>): boolean => {
  const log = readLog(lines)
  return JSON.stringify(learnedPart(naiveGraph(log.events))) === JSON.stringify(learnedPart(lessonOf(log.events).graph))
}

const moved = firstOf('StrengthAdjusted', (data) => 'rule' in data && data.rule === 'cue')
const last = events.findLast((event) => event.type === 'StrengthAdjusted')?.position ?? Number.NaN
const { data: adjustment, cause: blamed } = events[moved - 1] ?? {}
const to = adjustment !== undefined && 'to' in adjustment ? Number(adjustment.to) : Number.NaN
const link = firstOf('EdgeLinked', (data) => 'kind' in data && data.kind === 'link')
const linkEdge = Number(Reflect.get(events[link - 1]?.data ?? {}, 'edge'))

test('a log that tells the truth is found good by every rule, by the model and by verify', async () => {
  expect(brokenRules(retold(truth, (event) => event))).toEqual([])
  expect(retold(truth, (event) => event).map((line) => JSON.parse(line))).toEqual(truth.map((line) => JSON.parse(line)))
  expect(agrees(truth)).toBe(true)
  expect(await verified(truth)).toEqual([])
})

describe('an effect that does not follow from its fact is found', () => {
  const lies: ReadonlyArray<readonly [string, ReadonlyArray<string>]> = [
    ['by one nano-unit', say(moved, { to: to + 1 })],
    ['by its sign', say(moved, { to: -to, asked: -to })],
    ['by what it asked', say(moved, { asked: 7 })],
    ['for moving an edge of a kind that does not learn', say(moved, { edge: linkEdge })],
    ['for starting elsewhere', say(moved, { from: 5 })],
    ['for naming another fact', lieAt(last, () => ({ cause: blamed ?? 0 }))],
    ['for a share that was refused', say(firstOf('FeedbackAttributed'), { turns: [], shares: [], reason: 'cap' })],
    [
      'for crediting what was refused',
      say(
        firstOf('FeedbackAttributed', (data) => 'reason' in data),
        { turns: [1], shares: [1_000_000_000], reason: undefined },
      ),
    ],
    ['for lowering another utility', say(firstOf('UtilityAdjusted'), { node: 1 })],
    ['for restoring another strength', say(firstOf('StrengthsRestored'), { to: [1] })],
    ['for restoring from another strength', say(firstOf('StrengthsRestored'), { from: [1] })],
    ['for restoring too little', say(firstOf('StrengthsRestored'), { edges: [], from: [], to: [] })],
    ['for restoring a utility that nothing changed', say(firstOf('StrengthsRestored'), { nodes: [1], utilityFrom: [1], utilityTo: [2] })],
    ['for going back to another position than its request says', say(firstOf('RollbackRequested'), { to: 0 })],
    ['for a request that says something else was learned by then', say(firstOf('RollbackRequested'), { through: 0 })],
    ['for following from a fact that does not teach', strayEffect(firstOf('TurnStarted'))],
    ['for following from another effect', strayEffect(firstOf('FeedbackAttributed'))],
    ['for following from nothing', strayEffect(undefined)],
  ]

  test.each(lies)('%s', async (_, lines) => {
    const found = await verified(lines)

    expect(found).toHaveLength(1)
    expect(found[0]?.[0]).toBe('effects')
  })

  test('and verify names the fact', async () => {
    expect(await verified(say(moved, { to: to + 1 }))).toEqual([['effects', blamed]])
    expect(await verified(say(firstOf('StrengthsRestored'), { to: [1] }))).toEqual([['effects', firstOf('RollbackRequested')]])
  })

  test('and verify counts what it derived, and nothing else', async () => {
    const store = openStore()
    const memory = await store.memory()
    await memory.import({ lines: truth })

    const { checks } = await memory.verify({ rederive: true })

    const effects = events.filter(({ type }) => natureOf(type) === 'effect')
    expect(effects.map(({ type }) => type)).toContain('StrengthsRestored')
    expect(checks.at(-1)).toEqual({ name: 'effects', ok: true, detail: `${effects.length} effects follow from their facts` })
    await store.close()
  })
})

describe('the rules of a log catch', () => {
  const followed = firstOf('EdgeFollowed')
  const skipped = events.find((event) => event.type === 'EdgeSkipped' && event.turn === events[followed - 1]?.turn)
  const cases: ReadonlyArray<readonly [string, ReadonlyArray<string>, string]> = [
    ['a strength that goes the other way', say(moved, { to: -to, asked: -to }), 'never moves an edge or a utility the other way'],
    ['an edge that does not learn, moved', say(moved, { edge: linkEdge }), 'keep their first strength'],
    ['an edge that the turn never walked, moved', say(moved, { edge: 3 }), 'feedback moves only'],
    ['a change that begins elsewhere', say(moved, { from: 5 }), 'starts where the one before ended'],
    ['an effect of a fact that does not teach', lieAt(moved, () => ({ cause: 2 })), 'effects follow from teaching facts'],
    ['an effect of a fact that comes later', lieAt(moved, () => ({ cause: moved + 20 })), 'effects follow from teaching facts'],
    [
      'a feedback attributed twice',
      say(
        firstOf('FeedbackAttributed', (data) => 'feedback' in data && data.feedback === 2),
        { feedback: 1 },
      ),
      'attributed once',
    ],
    [
      'an edge looked at twice',
      say(skipped?.position ?? 0, { edge: Reflect.get(events[followed - 1]?.data ?? {}, 'edge') }),
      'exactly once',
    ],
    ['a strength that the edge did not have', say(followed, { strength: 1 }), 'exactly once'],
    ['a judgement of what the turn did not show', say(firstOf('FeedbackGiven'), { nodes: [6] }), 'feedback moves only'],
  ]

  test.each(cases)('%s', (_, lines, rule) => {
    expect(brokenRules(lines).some((name) => name.includes(rule))).toBe(true)
  })

  test('a time that falls', () => {
    const fallen = truth.map((line) => line.replace(/("commit":\{"actor":\d+,"at":)(\d+)(,"count":\d+,"first":2\d)/, '$11$3'))

    expect(brokenRules(fallen)).toContain('positions run on and times never fall')
  })
})

describe('the model of the rule differs from a log', () => {
  test.each([
    ['whose strength is off by one nano-unit', say(moved, { to: to + 1 })],
    ['in which a verdict had another tier', say(firstOf('FeedbackGiven'), { tier: 'agent' })],
    ['in which a verdict named another memory', say(firstOf('FeedbackGiven'), { instead: [1] })],
    [
      'in which a stranger was believed',
      lieAt(
        firstOf('FeedbackGiven', (data) => 'feedback' in data && data.feedback === 5),
        () => ({ origin: 'owner' }),
      ),
    ],
  ])('%s', (_, lines) => {
    expect(agrees(lines)).toBe(false)
  })
})
