/** The offers into one node: which of them count, and what they bring together. */
import type { EdgeNumber, NodeNumber } from '../identity.ts'
import type { Nano } from '../strength.ts'
import type { Offer } from './offers.ts'

/** Offers that add up, and the best of the others. Filled as offers come, in any order. */
export class Arrival {
  energy: Nano = 0
  presumed: Nano = 0
  /** The greatest of those that count. */
  winner: Offer
  /** The best of those of which one counts. */
  #rival: Offer | undefined
  #best: Offer | undefined
  /** Whether a cue leads there. */
  isTaught = false

  constructor(offer: Offer) {
    this.winner = offer
    this.add(offer)
  }

  add(offer: Offer): void {
    if (offer.adds) {
      this.energy += offer.energy
      this.presumed += offer.presumed
      if (this.#best === undefined || isBetter(offer, this.#best)) this.#best = offer
    } else if (this.#rival === undefined || isBetter(offer, this.#rival)) {
      this.energy += offer.energy - (this.#rival?.energy ?? 0)
      this.presumed += offer.presumed - (this.#rival?.presumed ?? 0)
      this.#rival = offer
    }
    this.isTaught ||= offer.isTaught
    const [best, rival] = [this.#best, this.#rival]
    this.winner = best === undefined || (rival !== undefined && isBetter(rival, best)) ? (rival ?? offer) : best
  }

  counts(offer: Offer): boolean {
    return offer.adds || offer === this.#rival
  }
}

export type Arrivals = Map<NodeNumber, Arrival>

export const arrive = (arrivals: Arrivals, offer: Offer): void => {
  const { target } = offer.candidate
  const known = arrivals.get(target)
  if (known === undefined) arrivals.set(target, new Arrival(offer))
  else known.add(offer)
}

const isBetter = (a: Offer, b: Offer): boolean => a.energy > b.energy || (a.energy === b.energy && edgeOf(a) < edgeOf(b))

const edgeOf = ({ candidate }: Offer): EdgeNumber => candidate.edges[0] ?? 0
