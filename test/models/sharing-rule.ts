/**
 * Model of the shares of an outcome that names no turn, written from DESIGN section 8 and not from the code; and of the limits on outcomes.
 */
export interface SharingSettings {
  readonly fade: number
  readonly closeness: number
  readonly sharing: string
}

export interface MostSaid {
  readonly turn: number
  readonly session: number
  readonly day: number
}

/** Limits of logs that record none. */
export const endless: MostSaid = { turn: Number.POSITIVE_INFINITY, session: Number.POSITIVE_INFINITY, day: Number.POSITIVE_INFINITY }
export const nearestOnly: SharingSettings = { fade: 5, closeness: 0, sharing: 'fractional' }

const unit = 1_000_000_000

/** Normalised exp(−Δ/fade), times how close it is; what rounding leaves over goes to the heaviest. `undefined` gets nothing. */
export const shareOut = (
  closeness: ReadonlyArray<number | undefined>,
  { closeness: worth, fade, sharing }: SharingSettings,
): ReadonlyArray<number> => {
  const nearest = closeness.findIndex((close) => close !== undefined)
  const weights = closeness.map((close, back) =>
    close === undefined ? 0 : Math.exp((nearest - back) / fade) * (1 + (worth * close) / unit),
  )
  const most = Math.max(...weights)
  const first = closeness.findIndex((close, back) => close !== undefined && weights[back] === most)
  const whole = weights.reduce((sum, weight) => sum + weight, 0)
  const shares = weights.map((weight, back) =>
    sharing === 'winner' ? (back === first ? unit : 0) : whole === 0 ? 0 : Math.floor((weight / whole) * unit),
  )
  const left = unit - shares.reduce((sum, share) => sum + share, 0)
  return first < 0 ? closeness.map(() => 0) : shares.map((share, back) => (back === first ? share + left : share))
}

/** Counts what was said, heard or not. */
export class Talk {
  readonly #sessions = new Map<string, number>()
  readonly #days = new Map<string, number>()

  hear(tier: string, session: number | undefined, at: number): void {
    const [inSession, today] = keysOf(tier, session, at)
    this.#sessions.set(inSession, (this.#sessions.get(inSession) ?? 0) + 1)
    this.#days.set(today, (this.#days.get(today) ?? 0) + 1)
  }

  isTooMuch(tier: string, session: number | undefined, at: number, most: MostSaid): boolean {
    const [inSession, today] = keysOf(tier, session, at)
    return (session !== undefined && (this.#sessions.get(inSession) ?? 0) > most.session) || (this.#days.get(today) ?? 0) > most.day
  }
}

const keysOf = (tier: string, session: number | undefined, at: number) =>
  [`${session} ${tier}`, `${Math.floor(at / 86_400_000)} ${tier}`] as const
