/** Schema of the values of `foldValue`: a fold holds no others, whatever the log says. */
import * as Schema from 'effect/Schema'
import { tiers, verdicts } from '../../packages/core/src/domain/events/learning-events.ts'
import { modelFallbacks, modelTasks } from '../../packages/core/src/domain/events/model-events.ts'
import { selectors } from '../../packages/core/src/domain/events/session-events.ts'
import { noveltyMeasures, turnOutcomes } from '../../packages/core/src/domain/events/turn-events.ts'
import {
  aliasNamers,
  edgeKinds,
  nodeStates,
  nodeTypes,
  origins,
  reviews,
  supersedingReasons,
  supersedingRules,
} from '../../packages/core/src/domain/graph.ts'
import { ContentRef } from '../../packages/core/src/domain/identity.ts'
import type { foldValue } from './fold-snapshot.ts'

const whole = (minimum: number) =>
  Schema.Int.check(
    Schema.isBetween({ minimum, maximum: Number.MAX_SAFE_INTEGER }),
    Schema.makeFilter((value: number) => !Object.is(value, -0), { expected: 'not -0' }),
  )
const Numbered = whole(1)
const Count = whole(0)
const Nano = whole(Number.MIN_SAFE_INTEGER)
const Maybe = <S extends Schema.Top>(schema: S) => Schema.Union([schema, Schema.Undefined])

const Node = Schema.Struct({
  node: Numbered,
  state: Schema.Literals(nodeStates),
  type: Schema.Literals(nodeTypes),
  origin: Schema.Literals(origins),
  trusted: Schema.Boolean,
  review: Maybe(Schema.Literals(reviews)),
  utility: Nano,
  id: ContentRef,
  title: Maybe(ContentRef),
  text: ContentRef,
  links: Maybe(ContentRef),
  tags: Maybe(ContentRef),
  importance: Maybe(Count),
  day: Maybe(Count),
  source: Maybe(Numbered),
})

const Superseding = Schema.Struct({
  by: Numbered,
  rule: Schema.Literals(supersedingRules),
  reason: Schema.Literals(supersedingReasons),
  part: Schema.optionalKey(Schema.Tuple([Count, Count])),
  says: Schema.optionalKey(Schema.Tuple([Count, Count])),
  feedback: Schema.optionalKey(Numbered),
  gone: Schema.optionalKey(Schema.Literal(true)),
})
const Life = Schema.Struct({ seen: Count, fired: Count, used: Count, corrected: Count, first: Count, last: Count })

const Spent = Schema.Struct({ calls: Count, answered: Count, fellBack: Count, tokens: Count, nanoUsd: Count })
const SpentByTask = Schema.Record(Schema.Literals(modelTasks), Spent)
const Tally = Schema.Record(Schema.String, Count)

const Doubt = Schema.Struct({
  ...{ feedback: Numbered, said: ContentRef, at: Count },
  bare: Schema.optionalKey(Schema.Literal(true)),
  part: Schema.optionalKey(Schema.Tuple([Count, Count])),
})

const Aliases = Schema.Struct({
  by: Schema.Literals(aliasNamers),
  names: Schema.optionalKey(ContentRef),
  call: Schema.optionalKey(Numbered),
})

const Edge = Schema.Struct({
  edge: Numbered,
  source: Numbered,
  target: Numbered,
  kind: Schema.Literals(edgeKinds),
  strength: Nano,
  first: Nano,
  linked: Schema.Boolean,
  withdrawn: Schema.Boolean,
  uses: Count,
  skips: Count,
  lastUsed: Count,
  lastRenewed: Count,
})

/** Verdict on a memory, or on the turn as a whole, in a turn. */
const said = {
  node: Maybe(Numbered),
  word: Schema.Literals([...verdicts, 'instead', 'outcome']),
  tier: Schema.Literals(tiers),
  actor: Maybe(Count),
}

const Turn = Schema.Struct({
  turn: Numbered,
  position: Numbered,
  at: Count,
  session: Maybe(Numbered),
  question: Maybe(ContentRef),
  seeds: Schema.Array(Numbered),
  cues: Schema.Array(Schema.Struct({ cue: Numbered, alike: Nano })),
  fired: Schema.Array(Schema.Tuple([Numbered, Count])),
  followed: Schema.Array(Schema.Struct({ edge: Numbered, depth: Count, energy: Nano, attention: Schema.optionalKey(Count) })),
  inhibited: Schema.Array(Schema.Tuple([Numbered, Numbered])),
  shown: Schema.Array(Numbered),
  included: Schema.Array(Numbered),
  verdicts: Schema.Array(Schema.Struct({ ...said, feedback: Numbered })),
  unanswered: Schema.Array(Schema.Tuple([Numbered, Schema.Array(Schema.Struct(said))])),
  cue: Maybe(Numbered),
  outcome: Maybe(Schema.Literals(turnOutcomes)),
  drew: Maybe(Schema.Array(Schema.Struct({ node: Numbered, share: Nano }))),
  uses: Schema.Array(
    Schema.Struct({ cause: Numbered, nodes: Schema.Array(Numbered), moves: Schema.Array(Schema.Tuple([Numbered, Nano])) }),
  ).check(Schema.isMaxLength(16)),
  errors: Schema.Array(Schema.Struct({ error: Numbered, tool: Count })),
  fixed: Schema.Array(Count),
  noted: Schema.Array(Numbered).check(Schema.isMaxLength(8)),
})

const Said = Schema.Struct({ agent: Count, conscious: Count })
const Session = Schema.Struct({
  kind: Schema.Literals(['interactive', 'cli', 'heartbeat', 'cron', 'subagent']),
  key: ContentRef,
  ended: Schema.Boolean,
  turns: Count,
  said: Said,
})
const Source = Schema.Struct({
  key: ContentRef,
  digest: ContentRef,
  root: Maybe(ContentRef),
  retired: Schema.Boolean,
  nodes: Schema.Array(Numbered),
})
const Settings = Schema.Struct({
  profile: Schema.String,
  settings: Schema.Record(Schema.String, Schema.Unknown),
  digest: Schema.String,
  since: Numbered,
})

const Calibrated = Schema.Struct({
  bands: Schema.Tuple([Schema.Int, Schema.Int, Schema.Int]),
  embedder: Maybe(ContentRef),
  dimension: Maybe(Count),
  since: Numbered,
})
const Bar = Schema.Struct({ least: Schema.Int, memories: Count, since: Numbered })
const Heartbeat = Schema.Struct({ session: Numbered, tags: Schema.Array(ContentRef), position: Numbered, at: Count })

const Embedder = Schema.Struct({ embedder: ContentRef, dimension: Count, bands: Schema.Array(Schema.Int), since: Numbered })

const Replacements = Schema.Array(Schema.Struct({ cue: Numbered, by: Numbered, position: Numbered })).check(Schema.isMaxLength(8))

const StandingWord = Schema.Struct({ is: Schema.Literals(['for', 'against']), position: Numbered })

const State = Schema.Struct({
  position: Count,
  at: Count,
  graph: Schema.Struct({
    nodes: Schema.Array(Node),
    edges: Schema.Array(Edge),
    untrusted: Count,
    lives: Schema.Array(Life),
    doubts: Schema.Array(Schema.Tuple([Numbered, Schema.Array(Doubt).check(Schema.isMinLength(1), Schema.isMaxLength(3))])),
    superseded: Schema.Array(Schema.Tuple([Numbered, Schema.Array(Superseding).check(Schema.isMinLength(1), Schema.isMaxLength(24))])),
    aliases: Schema.Array(Schema.Tuple([Numbered, Schema.Array(Aliases).check(Schema.isMinLength(1), Schema.isMaxLength(3))])),
    out: Schema.Array(Schema.Tuple([Numbered, Schema.Array(Numbered)])),
    joining: Schema.Array(Schema.Tuple([Numbered, Schema.Array(Numbered)])),
  }),
  lastTurn: Count,
  turns: Schema.Array(Turn),
  absent: Schema.Array(
    Schema.Tuple([Numbered, Schema.Struct({ session: Maybe(Numbered), outcome: Maybe(Schema.Literals(turnOutcomes)) })]),
  ),
  participants: Schema.Struct({
    actors: Count,
    names: Schema.Array(Schema.Tuple([Numbered, ContentRef])),
    sessions: Schema.Array(Schema.Tuple([Numbered, Session])),
    feedbacks: Count,
    today: Schema.Struct({ day: Count, said: Said }),
    heartbeat: Maybe(Heartbeat),
  }),
  sources: Schema.Struct({
    byNumber: Schema.Array(Schema.Tuple([Numbered, Source])),
    unjoined: Schema.Boolean,
    changed: Count,
    lastBatch: Maybe(Schema.Struct({ position: Numbered, at: Count })),
  }),
  settings: Schema.Struct({
    inForce: Maybe(Settings),
    about: Maybe(ContentRef),
    embedder: Maybe(Embedder),
    calibrated: Schema.Array(Schema.Tuple([Schema.Literals(noveltyMeasures), Calibrated])),
    bar: Maybe(Bar),
    tags: Schema.Array(Schema.Tuple([ContentRef, Count])),
  }),
  said: Schema.Struct({
    onProbation: Schema.Array(Schema.Tuple([Numbered, Count])),
    captured: Schema.Array(Numbered),
    died: Schema.Array(Numbered),
    today: Schema.Struct({
      day: Count,
      notes: Count,
      bySession: Schema.Record(Schema.String, Numbered),
      captured: Count,
      procedures: Count,
    }),
  }),
  unlearnings: Schema.Struct({
    requests: Schema.Array(
      Schema.Tuple([
        Numbered,
        Schema.Struct({
          kind: Schema.Literals(['unlearning', 'promotion', 'fork']),
          selector: Schema.optionalKey(Schema.Literals(selectors)),
          signals: Schema.Array(Numbered),
          nodes: Schema.Array(Numbered),
        }),
      ]),
    ),
    changes: Schema.Array(Schema.Struct({ at: Numbered, request: Numbered, stands: Schema.Boolean })),
    rollbacks: Schema.Array(Schema.Struct({ at: Numbered, to: Count, through: Count })),
    held: Schema.Array(Numbered),
  }),
  growth: Schema.Struct({
    cues: Schema.Array(Schema.Tuple([Numbered, Count])),
    sessions: Schema.Array(Schema.Tuple([Numbered, Count])),
    hour: Schema.Array(Count),
    verdicts: Tally,
    births: Tally,
    refused: Tally,
    promoted: Count,
    died: Count,
  }),
  model: Schema.Struct({
    reasons: Tally,
    since: Count,
    until: Count,
    last: Count,
    spent: SpentByTask,
    today: Schema.Struct({ day: Schema.Int, spent: SpentByTask }),
    latencies: Schema.Array(Count).check(Schema.isMaxLength(31)),
    overInARow: Count,
    pause: Maybe(Schema.Struct({ since: Count, until: Count, fallback: Maybe(Schema.Literals(modelFallbacks)) })),
    open: Schema.Array(
      Schema.Tuple([Numbered, Schema.Struct({ day: Schema.Int, tokensIn: Count, tokensOut: Count, nanoUsd: Count })]),
    ).check(Schema.isMaxLength(64)),
  }),
  causes: Schema.Struct({ asked: Schema.Array(Schema.Tuple([Numbered, Numbered])), made: Schema.Array(Numbered) }),
  judging: Schema.Struct({
    waiting: Schema.Array(Numbered),
    notes: Schema.Array(Numbered),
    known: Schema.Array(Numbered),
    asked: Schema.Array(Schema.Tuple([Numbered, Schema.Struct({ turns: Schema.Array(Numbered), notes: Schema.Array(Numbered) })])),
    recent: Schema.Array(Schema.Boolean),
    changes: Schema.Array(Schema.Struct({ at: Numbered, became: Schema.Literals(['superseded', 'marked']), confidence: Nano })).check(
      Schema.isMaxLength(200),
    ),
  }),
  owner: Schema.Struct({
    standing: Schema.Array(Schema.Tuple([Numbered, Schema.Array(Schema.Tuple([Numbered, StandingWord])).check(Schema.isMinLength(1))])),
    replacements: Schema.Array(Schema.Tuple([Numbered, Replacements])),
    protections: Schema.Array(Numbered),
    past: Schema.Struct({
      words: Schema.Array(Schema.Tuple([Numbered, Numbered, Numbered, Nano])),
      replacements: Schema.Array(Schema.Tuple([Numbered, Numbered, Replacements])),
      rollbacks: Schema.Array(Schema.Struct({ at: Numbered, to: Count })),
    }),
  }),
  progress: Schema.Struct({
    through: Count,
    turn: Count,
    pending: Schema.Array(Schema.Struct({ position: Numbered, turn: Count })),
    maintenance: Schema.Struct({ turn: Count, at: Count, request: Count, changes: Count }),
    renewal: Schema.Struct({ day: Schema.Int, counts: Schema.Array(Count).check(Schema.isMinLength(7), Schema.isMaxLength(7)) }),
  }),
  erased: Schema.Array(ContentRef),
})

/** Throws with the first place that does not fit. */
export const checkState: (value: ReturnType<typeof foldValue>) => unknown = Schema.decodeUnknownSync(State, { onExcessProperty: 'error' })
