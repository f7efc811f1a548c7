/**
 * The rule of learning once more, written down from the rule and not from the code: strengths and utilities recomputed from the
 * recorded (verdict, walk) pairs of a log. It reads facts only; which effects were recorded, and when, it never looks at.
 */
import type { BrainEvent, BrainEventOf } from '../../packages/core/src/domain/events/brain-event.ts'
import { movesOfEnd } from './end-rule.ts'
import { apply, emptyGraph, learns } from './naive-graph.ts'
import { asEver, type RuleSettings, timingOf } from './rule-settings.ts'
import { endless, nearestOnly, shareOut, Talk } from './sharing-rule.ts'
import { besideOf, depthOf, learnedBetween, movedBetween, movedTo, type Walked, walkedIn, waysInto } from './walked-ways.ts'

/** Expected effects of a fact: its moves in order, or the reason why it has none. */
export interface Expected {
  readonly cause: number
  readonly refused: string | undefined
  readonly moves: ReadonlyArray<Move>
}
export interface Move {
  readonly what: 'edge' | 'node'
  readonly number: number
  readonly from: number
  readonly to: number
}

const unit = 1_000_000_000
const nano = (units: number): number => Math.sign(units) * Math.floor(Math.abs(units) * unit + 0.5) + 0

export const lessonOf = (events: ReadonlyArray<BrainEvent>): Lesson => {
  const lesson = new Lesson()
  for (const event of events) lesson.hear(event)
  return lesson
}

/** Hears events one after the other; what stands in the graph is what should have been learned so far. */
export class Lesson {
  readonly graph = emptyGraph()
  readonly expected: Array<Expected> = []
  readonly #turns = new Map<number, Walked>()
  readonly #sessions = new Map<number, string>()
  /** Learned strengths and utilities after each fact that teaches, for rollbacks. */
  readonly #learned: Array<{ readonly fact: number; readonly strengths: Map<number, number>; readonly utilities: Map<number, number> }> = []
  readonly #talk = new Talk()
  /** Cue and memory → 1 or −1: what the owner said last, outright. */
  #words: ReadonlyMap<string, number> = new Map()
  /** The owner's words after each word and each rollback. */
  readonly #wordsAt: Array<{ readonly at: number; readonly words: ReadonlyMap<string, number> }> = []
  #settings: RuleSettings | undefined
  #moves: Array<Move> = []

  hear(event: BrainEvent): void {
    switch (event.type) {
      case 'StrengthAdjusted':
      case 'UtilityAdjusted':
      case 'StrengthsRestored':
      case 'FeedbackAttributed':
        return
      case 'BrainCreated':
      case 'ProfileChanged':
        // Validated when it was written.
        this.#settings = event.data.settings as unknown as RuleSettings
        return
      case 'SessionStarted':
        this.#sessions.set(event.data.session, event.data.kind)
        return
      case 'RecallSkipped': {
        const walked = this.#turns.get(event.turn ?? 0)
        if (walked !== undefined) walked.late = true
        return apply(this.graph, event)
      }
      case 'TurnStarted':
        apply(this.graph, event)
        this.#turns.set(event.turn ?? 0, walkedIn(event.commit.session))
        return
      case 'SeedsSelected':
        this.#turns.get(event.turn ?? 0)?.seeds.push(...event.data.nodes)
        return apply(this.graph, event)
      case 'EdgeFollowed':
        this.#turns.get(event.turn ?? 0)?.followed.push(event.data)
        return apply(this.graph, event)
      case 'ContextBundled':
        Object.assign(this.#turns.get(event.turn ?? 0) ?? {}, { included: event.data.included })
        return
      case 'EdgeSkipped':
        this.#turns.get(event.turn ?? 0)?.skipped.push(event.data)
        return apply(this.graph, event)
      case 'TurnCompleted':
        apply(this.graph, event)
        return this.#end(event)
      case 'FeedbackGiven':
        apply(this.graph, event)
        this.#keepWord(event)
        this.#talk.hear(event.data.tier, event.commit.session, event.commit.at)
        return this.#teach(event.position, () => this.#judge(event))
      case 'OutcomeGiven':
        this.#talk.hear(event.data.tier, event.commit.session, event.commit.at)
        return this.#teach(event.position, () => this.#share(event))
      case 'StrengthSet':
        return this.#teach(event.position, () => {
          this.#moveEdge(event.data.edge, event.data.strength)
          return undefined
        })
      case 'RollbackRequested':
        return this.#teach(event.position, () => {
          this.#goBack(event)
          return undefined
        })
      default:
        return apply(this.graph, event)
    }
  }

  #keepWord({ data, origin, position }: BrainEventOf<'FeedbackGiven'>): void {
    if (data.given !== 'explicit' || data.tier !== 'conscious' || origin !== 'owner' || data.about !== undefined) return
    if (data.cue === undefined || data.outcome === 0) return
    for (const node of data.nodes) this.#say(`${data.cue}/${node}`, Math.sign(data.outcome), position)
    for (const node of data.instead ?? []) this.#say(`${data.cue}/${node}`, 1, position)
  }

  #say(key: string, word: number, position: number): void {
    this.#words = new Map([...this.#words, [key, word]])
    this.#wordsAt.push({ at: position, words: this.#words })
  }

  #teach(cause: number, act: () => string | undefined): void {
    this.#moves = []
    const refused = act()
    this.expected.push({ cause, refused, moves: this.#moves })
    this.#learned.push({
      fact: cause,
      strengths: new Map([...this.graph.edges].map(([number, { strength }]) => [number, strength])),
      utilities: new Map([...this.graph.nodes].map(([number, { utility }]) => [number, utility])),
    })
  }

  /** Applies the effects of the end of a turn alone. */
  #end(event: BrainEventOf<'TurnCompleted'>): void {
    const walked = this.#turns.get(event.turn ?? 0)
    const settings = this.#settings
    if (walked === undefined || settings === undefined || walked.late || event.data.outcome === 'failure') return
    if (settings.learning.muteSessions.includes(this.#sessions.get(walked.session ?? 0) ?? 'cli')) return
    this.#moves = []
    for (const [edge, delta] of movesOfEnd(this.graph, walked, event.data, settings)) this.#addToEdge(edge, delta, settings)
    const moves = this.#moves
    if (moves.length > 0)
      this.#teach(event.position, () => {
        this.#moves = moves
        return undefined
      })
  }

  #judge({ commit, data, origin = 'untrusted', turn }: BrainEventOf<'FeedbackGiven'>): string | undefined {
    const walked = this.#turns.get(turn ?? 0)
    const settings = this.#settings
    if (walked === undefined || settings === undefined) return 'window'
    const verdictOf = (node: number, word: string): string => [node, word, data.tier, commit.actor].join()
    const judged = data.nodes.filter((node) => !walked.spent.has(verdictOf(node, data.applied)))
    const instead = (data.instead ?? []).filter((node) => !walked.spent.has(verdictOf(node, 'instead')))
    const { learning } = settings
    if (this.graph.lastTurn - (turn ?? 0) > learning.windowTurns) return 'window'
    if (learning.muteOrigins.includes(origin)) return 'origin'
    if (this.#isMute([walked.session, commit.session], settings)) return 'session'
    if (judged.length + instead.length === 0) return 'consumed'
    const { most = endless } = learning[data.tier]
    const isFull = walked.credited.filter((tier) => tier === data.tier).length >= most.turn
    if (isFull || this.#talk.isTooMuch(data.tier, commit.session, commit.at, most)) return 'cap'
    const isOwn = data.given === 'explicit' && data.tier === 'conscious' && origin === 'owner' && data.about === undefined
    const isWeak = data.given !== undefined && !isOwn && !(data.given === 'heard' && data.instead !== undefined)
    const free = judged.filter((node) => !(isWeak && this.#isHeld(data.cue, node, data.outcome)))
    if (free.length + instead.length === 0) return 'standing'
    if (data.outcome !== 0 || data.given === 'heard') {
      walked.credited.push(data.tier)
      for (const node of judged) walked.spent.add(verdictOf(node, data.applied))
      for (const node of instead) walked.spent.add(verdictOf(node, 'instead'))
    }
    const outcome = data.outcome / unit
    const rates = learning[data.tier]
    // What was seen is no word of the program that tells it.
    const seenBy = data.about === 'observed' ? (learning.implicit?.rate ?? 'agent') : 'conscious'
    const cueRate = ['error', 'procedure', 'observed'].includes(data.about ?? '') ? learning[seenBy].cue : rates.cue
    if (data.given === 'heard') return this.#hearOf(walked, free, data, settings)
    for (const node of free) {
      const before = this.#moves.length
      if (data.applied === 'not-useful') this.#moveNode(node, nano(rates.utility * outcome), settings)
      else {
        this.#moveCue(data.cue, node, nano(cueRate * outcome), settings, isOwn)
        this.#creditWalk(walked, node, data.cue, outcome, data.tier, settings)
      }
      if (data.applied === 'used' && data.tier === 'agent')
        for (const { from, number, to } of this.#moves.slice(before)) walked.used.push({ node, edge: number, by: to - from })
    }
    for (const node of instead) this.#moveCue(data.cue, node, nano(cueRate * Math.abs(outcome)), settings, isOwn)
    return undefined
  }

  /**
   * Applies a heard correction: the cue's edge moves by each memory's part, as low as a usual one if nothing is named instead; use is taken
   * back.
   */
  #hearOf(walked: Walked, judged: ReadonlyArray<number>, data: BrainEventOf<'FeedbackGiven'>['data'], settings: RuleSettings): undefined {
    const { conscious, spoken } = settings.learning
    const lowest = nano(conscious.cue * spoken)
    for (const [i, node] of data.nodes.entries()) {
      if (!judged.includes(node)) continue
      const delta = nano(conscious.cue * (data.outcome / unit) * ((data.shares?.[i] ?? unit) / unit))
      const edge = data.cue === undefined ? undefined : learnedBetween(this.graph, data.cue, node)
      if (edge !== undefined) {
        const room = Math.min(0, lowest - (this.graph.edges.get(edge)?.strength ?? 0))
        if (data.instead === undefined) this.#addToEdge(edge, Math.max(room, delta), settings)
        else this.#moveCue(data.cue, node, delta, settings, true)
      }
      const gains = new Map<number, number>()
      for (const use of walked.used) if (use.node === node) gains.set(use.edge, (gains.get(use.edge) ?? 0) + use.by)
      for (const [one, gained] of gains) this.#takeBack(one, gained, settings)
      walked.used.splice(0, walked.used.length, ...walked.used.filter((use) => use.node !== node))
    }
    for (const node of data.instead ?? [])
      this.#moveCue(data.cue, node, nano(conscious.cue * Math.abs(data.outcome / unit)), settings, true)
    return undefined
  }

  #takeBack(edge: number, gained: number, settings: RuleSettings): void {
    const { strength = 0, target = 0 } = this.graph.edges.get(edge) ?? {}
    const { origin } = this.graph.nodes.get(target) ?? {}
    if (gained === 0 || (gained < 0 && origin !== 'owner' && origin !== 'agent')) return
    const to = movedTo(strength, -gained, besideOf(this.graph, edge, settings), settings.strength)
    if (to !== undefined && to !== strength) this.#moveEdge(edge, to)
  }

  /** Tells whether the owner's last word on a memory for this kind of question is the opposite. */
  #isHeld(cue: number | undefined, node: number, outcome: number): boolean {
    const word = this.#words.get(`${cue}/${node}`)
    return word !== undefined && word * outcome < 0
  }

  #isMute(sessions: ReadonlyArray<number | undefined>, { learning }: RuleSettings): boolean {
    return sessions.some((session) => learning.muteSessions.includes(this.#sessions.get(session ?? 0) ?? 'cli'))
  }

  #share({ commit, data, origin = 'untrusted' }: BrainEventOf<'OutcomeGiven'>): string | undefined {
    const settings = this.#settings
    if (data.reason !== undefined) return 'unattributed'
    if (settings === undefined || data.turns.length === 0) return 'window'
    const { learning } = settings
    if (learning.muteOrigins.includes(origin)) return 'origin'
    const turns = data.turns.map((turn) => this.#turns.get(turn))
    const teaching = turns.map((turn) => turn !== undefined && !this.#isMute([turn.session, commit.session], settings))
    if (!teaching.includes(true)) return 'session'
    const paying = turns.map((turn, i) => (teaching[i] && turn?.paid.has(data.tier) === false ? turn : undefined))
    if (paying.every((turn) => turn === undefined)) return 'consumed'
    if (this.#talk.isTooMuch(data.tier, commit.session, commit.at, learning[data.tier].most ?? endless)) return 'cap'
    const shares = shareOut(
      paying.map((turn, i) => (turn === undefined ? undefined : (data.closeness[i] ?? 0))),
      learning.delayed ?? nearestOnly,
    )
    for (const [i, walked] of paying.entries()) {
      const share = shares[i] ?? 0
      if (walked === undefined || share === 0) continue
      if (data.outcome !== 0) {
        walked.paid.add(data.tier)
        walked.credited.push(data.tier)
      }
      const outcome = (data.outcome / unit) * (share / unit)
      const cue = data.cues[i] === 0 ? undefined : data.cues[i]
      for (const node of walked.included) {
        if (data.given !== undefined && this.#isHeld(cue, node, data.outcome)) continue
        this.#moveCue(cue, node, nano(learning[data.tier].cue * outcome), settings)
        this.#creditWalk(walked, node, cue, outcome, data.tier, settings)
      }
    }
    return undefined
  }

  /** Back along the followed edges from the judged node, one hop a round; parallel edges are one way. */
  #creditWalk(
    walked: Walked,
    judged: number,
    cue: number | undefined,
    outcome: number,
    tier: 'agent' | 'conscious',
    settings: RuleSettings,
  ): void {
    const { learning } = settings
    const credited = new Set<string>()
    const seen = new Set<number>()
    let front = [judged]
    for (let hop = 0; front.length > 0; hop++) {
      const before: Array<number> = []
      for (const target of front) {
        if (seen.has(target)) continue
        seen.add(target)
        const ways = waysInto(this.graph, walked, target)
        const whole = ways.reduce((sum, { energy }) => sum + energy, 0)
        for (const { energy, source } of ways) {
          before.push(source)
          const name = `${source} ${target}`
          if (credited.has(name)) continue
          credited.add(name)
          if (source === cue && target === judged) continue
          const moved = movedBetween(this.graph, source, target)
          if (moved === undefined) continue
          const attention = whole > 0 ? energy / whole : 1 / ways.length
          const { rule = asEver } = learning
          const heed = rule.attention === 'fixed' ? rule.followed : attention
          const told = learning[tier].path * outcome * heed * Math.exp(-learning.depth * hop)
          const { skips = 0, uses = 0 } = this.graph.edges.get(moved) ?? {}
          const gate = Math.max(rule.gate, 1 / (1 + Math.exp(-0.5 * (uses - skips))))
          const timing = timingOf(rule.timing, hop, depthOf(this.graph, walked, target) - depthOf(this.graph, walked, source))
          const measured = tier === 'agent' || rule.measures === 'every-tier'
          this.#addToEdge(moved, nano(measured ? told * gate * timing : told), settings)
        }
      }
      front = before
    }
  }

  /** The owner's own word counts from 0, whatever was learned against it. */
  #moveCue(cue: number | undefined, node: number, delta: number, settings: RuleSettings, isOwn = false): void {
    const edge = cue === undefined ? undefined : learnedBetween(this.graph, cue, node)
    if (edge === undefined) return
    const { strength = 0 } = this.graph.edges.get(edge) ?? {}
    this.#addToEdge(edge, isOwn && strength * delta < 0 ? delta - strength : delta, settings)
  }

  #addToEdge(edge: number, delta: number, settings: RuleSettings): void {
    if (settings.learning.squash === 'logit') throw new Error('this model knows strengths that stop at their bounds')
    const { strength: from = 0, target = 0 } = this.graph.edges.get(edge) ?? {}
    const { origin = 'untrusted', type } = this.graph.nodes.get(target) ?? {}
    // A tool is the system's and never put before a model: what leads to it by use may gain.
    const isTool = type === 'tool_call' && this.graph.edges.get(edge)?.kind === 'tool_link'
    if (delta === 0 || (delta > 0 && origin !== 'owner' && origin !== 'agent' && !isTool)) return
    const to = movedTo(from, delta, besideOf(this.graph, edge, settings), settings.strength)
    if (to !== undefined) this.#moveEdge(edge, to)
  }

  #moveEdge(number: number, to: number): void {
    const edge = this.graph.edges.get(number)
    if (edge === undefined) return
    this.#moves.push({ what: 'edge', number, from: edge.strength, to })
    edge.strength = to
  }

  #moveNode(number: number, delta: number, { utility: { max, min } }: RuleSettings): void {
    const node = this.graph.nodes.get(number)
    if (node === undefined || delta === 0) return
    const to = Math.min(nano(max), Math.max(nano(min), node.utility + delta))
    this.#moves.push({ what: 'node', number, from: node.utility, to })
    node.utility = to
  }

  /** Back to what was learned from the facts up to `through`: what was seen at `to`. */
  #goBack({ data: { through, to: back }, position }: BrainEventOf<'RollbackRequested'>): void {
    this.#words = this.#wordsAt.findLast(({ at }) => at <= back)?.words ?? new Map()
    this.#wordsAt.push({ at: position, words: this.#words })
    const then = this.#learned.findLast(({ fact }) => fact <= through)
    for (const [number, edge] of this.graph.edges) {
      const to = then?.strengths.get(number) ?? edge.first
      if (learns(edge) && to !== edge.strength) this.#moveEdge(number, to)
    }
    for (const [number, node] of this.graph.nodes) {
      const to = then?.utilities.get(number) ?? unit
      if (to === node.utility) continue
      this.#moves.push({ what: 'node', number, from: node.utility, to })
      node.utility = to
    }
  }
}
