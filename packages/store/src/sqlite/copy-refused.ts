import * as Schema from 'effect/Schema'

/** A copy that is not made, because of what is at the place where it would lie. */
export class CopyRefused extends Schema.TaggedError<CopyRefused>()('CopyRefused', {
  place: Schema.String,
  problem: Schema.String,
}) {
  override get message() {
    return `${this.place}: ${this.problem}`
  }
}
