/** `grant`: prints the SQL that lets a role of a PostgreSQL server use the brains of one tenant. */
import { InvalidRequest, parseBrainKey } from '@crabtrail/core'
import { grantSql } from '@crabtrail/store'
import * as Effect from 'effect/Effect'
import * as Result from 'effect/Result'
import { exits } from '../../failures.ts'
import { present } from '../../render/output.ts'
import { command } from '../command.ts'

/** Bytes of a name in PostgreSQL; it cuts longer ones without a word. */
const roleBytesMost = 63

export const grant = command({
  summary: 'print the SQL that lets a role of a PostgreSQL server use the brains of one tenant, and no others',
  details: [
    'It connects to nothing. The owner of the tables runs what it prints, for example by sending it to psql.',
    'The tenant is the first part of a brain key. The role must exist, and must not be the owner, who sees everything.',
  ],
  positionals: [
    { name: 'TENANT', help: 'the first part of the keys of its brains' },
    { name: 'ROLE', help: 'the role that a gateway logs in as' },
  ],
  flags: {},
  example: 'crabtrail grant acme acme_gateway',
  access: 'none',
})(
  Effect.fn('grant')(function* ({ words }) {
    const { role, tenant } = words
    const parsed = parseBrainKey(`${tenant}/agent/name`)
    if (Result.isFailure(parsed) || tenant.includes('/')) {
      const problem = 'it is no tenant: give the first part of a brain key, such as acme in acme/team/handbook'
      return yield* new InvalidRequest({ field: 'TENANT', problem })
    }
    if (role === '' || /\p{Cc}/u.test(role) || Buffer.byteLength(role) > roleBytesMost) {
      const problem = `it is no role of PostgreSQL: give its name, at most ${roleBytesMost} bytes and without control characters`
      return yield* new InvalidRequest({ field: 'ROLE', problem })
    }
    const sql = grantSql(tenant, role)
    yield* present({ tenant, role, sql }, () => sql.trimEnd().split('\n'))
    return exits.done
  }),
)
