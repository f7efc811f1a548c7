/**
 * Versions whose step only added optional fields or further words to a closed list. Data of the version before is valid as it stands: an absent
 * field means that it was not recorded.
 */
import type { Upcaster } from './upcaster-chain.ts'

const fromFirst = (type: Upcaster['type'], why: string): Upcaster => ({ type, from: 1, why, up: (data) => data })

export const optionalFields: ReadonlyArray<Upcaster> = [
  fromFirst('TurnStarted', 'the asker and the chat were not recorded'),
  fromFirst('RecallSkipped', 'the asker was no reason to give no memory'),
  fromFirst('ContextBundled', 'an item was not left out because it adds nothing or stands in the prompt already'),
  fromFirst('FeedbackGiven', 'the manner of a verdict was not recorded, and each memory took the whole of it, as absent parts still say'),
  fromFirst('OutcomeGiven', 'an outcome was always about turns, as one without a reason still is'),
  fromFirst('FeedbackAttributed', 'two reasons were added to the list and none was taken away'),
  fromFirst('TurnCompleted', 'the memories that a reply drew on were not recorded: absent means that nobody knows'),
]
