/** One thing that a secret can look like, or one place where it can stand. */
export interface RedactionRule {
  /** Lower-case letters, digits and hyphens: it is spelled in the text that remains. */
  readonly kind: string
  /**
   * With the flag `g`. The group `secret` is what goes; without such a group, the whole match.
   *
   * It must be linear: what it repeats without a limit is a single class that what follows is not in, and two places in a run of that
   * class do not both begin a match.
   */
  readonly pattern: RegExp
  /** What every match begins with, flag `g`, looking ahead so that none hides the next. Rules that share one are tried only where it is found; the pattern has to have the group. */
  readonly opening?: RegExp
  readonly accepts?: (secret: string) => boolean
}
