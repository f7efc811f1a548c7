/** Errors of a request. Each becomes one line that names what is wrong and what to do, and changes nothing. */
import { counted } from '@crabtrail/text/counted'
import * as Schema from 'effect/Schema'

/** The request itself is malformed: an unknown word, a value out of range, a text too long (exit code 2). */
export class InvalidRequest extends Schema.TaggedError<InvalidRequest>()('InvalidRequest', {
  field: Schema.String,
  problem: Schema.String,
}) {
  override get message() {
    return `${this.field}: ${this.problem}`
  }
}

/** The request names something that does not exist (exit code 3). */
export class NotFound extends Schema.TaggedError<NotFound>()('NotFound', {
  what: Schema.Literals([
    'brain',
    'branch',
    'node',
    'edge',
    'turn',
    'session',
    'source',
    'judge',
    'tag',
    'position',
    'feedback',
    'actor',
    'signal',
    'unlearning',
    'promotion',
  ]),
  name: Schema.String,
  hint: Schema.String,
  /** Turn that did not show a memory which exists. */
  turn: Schema.optionalKey(Schema.String),
  /** True for an unlearning at whose position a branch was promoted: that is taken back as a promotion. */
  promoted: Schema.optionalKey(Schema.Literal(true)),
  /** Names that there are and that the name is like, the nearest first. */
  near: Schema.optionalKey(Schema.Array(Schema.String)),
}) {
  override get message() {
    const proposed = this.near === undefined ? '' : `; did you mean ${inWords(this.near)}?`
    return `${this.turn === undefined ? 'no ' : ''}${this.what} ${this.name}: ${this.hint}${proposed}`
  }
}

/** Joins names as in `a, b or c`. */
const inWords = (names: ReadonlyArray<string>): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`

/** A position has that name already, and a tag is never moved (exit code 1). */
export class TagExists extends Schema.TaggedError<TagExists>()('TagExists', {
  brain: Schema.String,
  name: Schema.String,
  /** The position that the tag stands for. */
  at: Schema.Int,
}) {
  override get message() {
    return `tag:${this.name} stands for position ${this.at} of ${this.brain}, and a tag is never moved; take another name`
  }
}

/** The branch that is to be promoted is older than what its brain knows: somebody wrote since its replay (exit code 4). */
export class StaleBranch extends Schema.TaggedError<StaleBranch>()('StaleBranch', {
  branch: Schema.String,
  brain: Schema.String,
  /** The events of the brain since the replay. */
  since: Schema.Int,
}) {
  override get message() {
    const events = counted(this.since, 'event')
    return `${this.branch} is stale: ${this.brain} has ${events} since that replay; run replay again and save it under another name`
  }
}

/** A name in the request fits more than one thing (exit code 3). */
export class Ambiguous extends Schema.TaggedError<Ambiguous>()('Ambiguous', {
  what: Schema.String,
  name: Schema.String,
  matches: Schema.Array(Schema.String),
}) {
  override get message() {
    return `${this.name} fits several ${this.what}s: ${this.matches.join(', ')}; give more of the name`
  }
}

/** Most documents of a folder are missing, and the request does not allow their removal (exit code 1). */
export class MostlyGone extends Schema.TaggedError<MostlyGone>()('MostlyGone', {
  root: Schema.String,
  known: Schema.Int,
  gone: Schema.Int,
}) {
  override get message() {
    const many = `${this.gone} of ${counted(this.known, 'document')}`
    return `gone from ${this.root}: ${many}, nothing was changed: give --prune if that is meant; with --dry-run it shows which`
  }
}

/** The log differs from its hashes, or contains what no decider writes (exit code 5). */
export class IntegrityBroken extends Schema.TaggedError<IntegrityBroken>()('IntegrityBroken', {
  brain: Schema.String,
  position: Schema.Int,
  problem: Schema.String,
}) {
  override get message() {
    return `${this.brain} is broken at position ${this.position}: ${this.problem}; run verify, and restore from a backup or an export`
  }
}

/** The log holds an event that this version does not know (exit code 1). */
export class NewerLog extends Schema.TaggedError<NewerLog>()('NewerLog', {
  brain: Schema.String,
  position: Schema.Int,
  type: Schema.String,
  version: Schema.Int,
}) {
  override get message() {
    return `${this.brain} holds ${this.type} version ${this.version} at position ${this.position}, which this version does not know: use the newer Crabtrail that wrote it`
  }
}

/** A brain cannot be moved to a store because that has another brain, or a newer one, under its key (exit code 1). */
export class MoveRefused extends Schema.TaggedError<MoveRefused>()('MoveRefused', {
  brain: Schema.String,
  from: Schema.String,
  to: Schema.String,
  problem: Schema.Literals(['another', 'newer']),
}) {
  override get message() {
    const { brain, from, to } = this
    const others = 'move the other brains with --only'
    return this.problem === 'newer'
      ? `${to}: ${brain} is there and has more events than in ${from}: it was moved and used since; go on with it there, ${others}`
      : `${to}: ${brain} is there and is another brain than in ${from}: move to another store, or bring it in under another name by export and import --brain; ${others}`
  }
}

/** Somebody wrote to a brain while it was moved (exit code 4). */
export class MovedWhileWritten extends Schema.TaggedError<MovedWhileWritten>()('MovedWhileWritten', {
  brain: Schema.String,
  place: Schema.String,
}) {
  override get message() {
    return `${this.place}: somebody wrote to ${this.brain} during the move: stop the programs that use this store, then run move again`
  }
}

/** The import is invalid: the line is named, and nothing was written (exit code 1). */
export class BadImport extends Schema.TaggedError<BadImport>()('BadImport', {
  line: Schema.Int,
  problem: Schema.String,
}) {
  override get message() {
    return `line ${this.line}: ${this.problem}; nothing was imported`
  }
}
