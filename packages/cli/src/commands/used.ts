/** `feedback used` with the nodes as arguments. */
import { shortForm } from './feedback.ts'

export const run = shortForm('used')
