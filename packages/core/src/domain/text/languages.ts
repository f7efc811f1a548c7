/** The languages whose inflections and function words are known, English first: what cannot be told apart is read as English. */
export const languages = ['en', 'de', 'nl', 'fr', 'es', 'it', 'pt'] as const

export type Language = (typeof languages)[number]
