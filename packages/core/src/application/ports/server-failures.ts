/** The reasons why a server gives no answer, whatever it is asked for. */
export const serverFailures = [
  /** No server answers at the address. */
  'unreachable',
  /** The server answers and refuses the request: key, model, address or text. */
  'refused',
  /** The server asks for fewer requests. */
  'rateLimited',
  /** The server reports an error of its own, or breaks the connection off. */
  'failing',
  /** No answer within the deadline. */
  'slow',
  /** An invalid answer: cut short, too long, without what was asked for, or not in the agreed form. */
  'badAnswer',
  /** What is asked is above a limit. */
  'tooLong',
  /** The settings cannot work. */
  'misconfigured',
] as const
