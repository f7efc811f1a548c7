/** The languages whose inflections and function words are known. English is first: it is the default if no language is detected. */
export const languages = ['en', 'de', 'nl', 'fr', 'es', 'it', 'pt'] as const

export type Language = (typeof languages)[number]
