/** `feedback not-useful` with the nodes as arguments. */
import { shortForm } from './feedback.ts'

export const run = shortForm('not-useful')
