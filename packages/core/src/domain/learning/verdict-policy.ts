/** What a verdict means: what the profile makes of it, how much of an outcome it is, and which way it pushes. */
import type { Verdict } from '../events/feedback-events.ts'
import type { HeardVerdict } from '../hearing/spoken-verdict.ts'
import type { Profile } from '../profiles/profile.ts'

/** `wrong` is an alias whose meaning the profile fixes; every other verdict is what it says. */
export const appliedVerdict = (verdict: Verdict, { wrong }: Pick<Profile, 'wrong'>): Verdict => (verdict === 'wrong' ? wrong : verdict)

/** Outcome in [-1, 1] units that a verdict stands for when none is given. */
export const usualOutcome = (verdict: Verdict): number => {
  switch (verdict) {
    case 'used':
    case 'success':
      return 1
    case 'partial':
      return 0.3
    case 'not-relevant':
    case 'not-useful':
    case 'wrong':
    case 'correction':
      return -1
    default:
      return verdict satisfies never
  }
}

/** The outcomes a verdict can have: a good word is never counted against a memory, nor a bad one for it. */
export const outcomeRange = (verdict: Verdict): readonly [min: number, max: number] => {
  const usual = usualOutcome(verdict)
  return usual > 0 ? [0, 1] : [-1, 0]
}

/** Outcome in [-1, 0] units of a correction that was heard in a message: what is said with force counts for more, and no more than all. */
export const spokenOutcome = (
  { isSevere }: Pick<HeardVerdict, 'isSevere'>,
  { learning: { severe, spoken } }: { readonly learning: Pick<Profile['learning'], 'severe' | 'spoken'> },
): number => (isSevere ? Math.max(-1, spoken * severe) : spoken)
