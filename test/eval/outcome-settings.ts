/** The settings of outcomes that nobody says, as the programs that measure them take them. */

export const signals = ['succeeded', 'failed', 'undone', 'restored', 'askedAgain', 'unopposed', 'unused', 'edited', 'usedLater'] as const

export type Weights = Readonly<Record<string, number | string>>

/** Reads `succeeded=0.5,rate=conscious`. */
export const given = (text: string): Weights =>
  Object.fromEntries(
    text.split(',').flatMap((one) => {
      const [name, value] = one.split('=')
      return name === undefined || value === undefined ? [] : [[name, Number.isNaN(Number(value)) ? value : Number(value)]]
    }),
  )

export const settingsOf = (weights: Weights): Weights =>
  Object.fromEntries(Object.entries(weights).map(([name, value]) => [`learning.implicit.${name}`, value]))
