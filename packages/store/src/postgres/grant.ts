/**
 * SQL that lets a role of the server use the brains of one tenant, and no others: row-level security, set up by the owner of the tables.
 *
 * The owner sees everything, as before. A role sees a row if it was given the tenant of the row's brain. The partitions of a table are given
 * to nobody, so no role can go around its policies. Every statement can run again.
 */

/** Tables whose rows belong to a brain by its number. */
const tablesOfBrains = [
  'commits',
  'archived_commits',
  'commands',
  'contents',
  'tombstones',
  'postings',
  'documents',
  'index_statistics',
  'snapshots',
  'snapshot_blocks',
  'log_segments',
  'log_segment_parts',
  'vectors',
]

const escapeIdentifier = (name: string): string => `"${name.replaceAll('"', '""')}"`

const escapeLiteral = (text: string): string => `${text.includes('\\') ? ' E' : ''}'${text.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`

/** Returns the SQL that gives a tenant to a role. The role must exist. Names hold no control characters. */
export const grantSql = (tenant: string, role: string): string =>
  [...setUp(), '', `-- ${comment(role)} may use the brains of the tenant ${comment(tenant)}.`, ...given(tenant, role), ''].join('\n')

const comment = (text: string): string => JSON.stringify(text)

const setUp = (): ReadonlyArray<string> => [
  '-- Run this as the owner of the schema crabtrail. Running it again changes nothing.',
  'create table if not exists crabtrail.tenant_roles (tenant text collate "C" not null, role name not null, primary key (tenant, role));',
  'revoke all on crabtrail.tenant_roles from public;',
  '-- It runs with the rights of the owner, so that a role does not see which other tenants there are.',
  'create or replace function crabtrail.is_own(brain_key text) returns boolean language sql stable security definer',
  '  set search_path = pg_catalog as $$ select exists (',
  "    select 1 from crabtrail.tenant_roles as t where t.tenant = split_part(brain_key, '/', 1) and t.role = session_user) $$;",
  'alter table crabtrail.brains enable row level security;',
  'drop policy if exists own_tenant on crabtrail.brains;',
  'create policy own_tenant on crabtrail.brains using (crabtrail.is_own(key)) with check (crabtrail.is_own(key));',
  ...tablesOfBrains.flatMap((table) => [
    `alter table crabtrail.${table} enable row level security;`,
    `drop policy if exists own_tenant on crabtrail.${table};`,
    `create policy own_tenant on crabtrail.${table} using (exists (select 1 from crabtrail.brains as b where b.id = ${table}.brain))`,
    `  with check (exists (select 1 from crabtrail.brains as b where b.id = ${table}.brain));`,
  ]),
]

const given = (tenant: string, role: string): ReadonlyArray<string> => {
  const who = escapeIdentifier(role)
  return [
    `grant usage on schema crabtrail to ${who};`,
    `grant select on crabtrail.crabtrail_meta to ${who};`,
    `grant select, insert, update, delete on crabtrail.brains, ${tablesOfBrains.map((table) => `crabtrail.${table}`).join(', ')} to ${who};`,
    `grant execute on function crabtrail.is_own(text) to ${who};`,
    `insert into crabtrail.tenant_roles (tenant, role) values (${escapeLiteral(tenant)}, ${escapeLiteral(role)}) on conflict do nothing;`,
  ]
}
