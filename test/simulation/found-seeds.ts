/** Seeds that once broke something, with what it was. They run with every test. */
export interface FoundSeed {
  readonly seed: number
  readonly name: string
}

export const foundSeeds: ReadonlyArray<FoundSeed> = []
