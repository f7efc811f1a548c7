/** Turns from before it was recorded who asked, and before that was a reason to give no memory. */
import type { Upcaster } from './upcaster-chain.ts'

const up: Upcaster['up'] = (data) => data

export const turnsOfUnknownAskers: Upcaster = { type: 'TurnStarted', from: 1, why: 'nobody recorded where and by whom was asked', up }

export const absencesBeforeAskers: Upcaster = { type: 'RecallSkipped', from: 1, why: 'who asks was no reason to give no memory', up }
