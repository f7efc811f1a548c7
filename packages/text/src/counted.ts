/** Words for counts, wherever one is printed: one of a thing is told apart from several. */

/** `1 memory`, `2 memories`. */
export const counted = (count: number, one: string, several = `${one}s`): string => `${count} ${count === 1 ? one : several}`
