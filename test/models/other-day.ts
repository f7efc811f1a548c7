/** A time zone in which another day is now than in UTC. */
import { todayHere } from '../../packages/agent-host/src/conversation/today.ts'

/** Runs in such a zone, with the day there as in 2026-11-28. */
export const inOtherDay = async <A>(run: (today: string) => Promise<A>): Promise<A> => {
  const zone = process.env['TZ']
  process.env['TZ'] = new Date().getUTCHours() < 12 ? 'Etc/GMT+12' : 'Etc/GMT-14'
  try {
    return await run(todayHere())
  } finally {
    if (zone === undefined) delete process.env['TZ']
    else process.env['TZ'] = zone
  }
}
