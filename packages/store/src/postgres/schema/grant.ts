/**
 * SQL that lets a role of the server use the brains of one tenant, and no others: row-level security, set up by the owner of the tables.
 *
 * The owner sees everything, as before. A role sees a row if it was given the tenant of the row's brain. The partitions of a table are given
 * to nobody, so no role can go around its policies, and neither can it choose the number of a brain: a later brain of another tenant would
 * get its rows. The script is one transaction that changes only what is missing, so it can run while gateways work.
 */

/** Tables whose rows belong to a brain by its number, and what the memory does with them. */
const rightsOn = {
  commits: 'select, insert, delete',
  archived_commits: 'select, insert',
  commands: 'select, insert, update (signal)',
  contents: 'select, insert, update, delete',
  tombstones: 'select, insert, delete',
  postings: 'select, insert, update, delete',
  documents: 'select, insert, update, delete',
  index_statistics: 'select, insert, update, delete',
  snapshots: 'select, insert, update, delete',
  snapshot_blocks: 'select, insert, update, delete',
  log_segments: 'select, insert, update, delete',
  log_segment_parts: 'select, insert, update, delete',
  vectors: 'select, insert, update, delete',
} as const

const rightsOnBrains = 'select, insert (key, fingerprint_key, position, hash, at), update (position, hash, at, epoch)'

const escapeIdentifier = (name: string): string => `"${name.replaceAll('"', '""')}"`

const escapeLiteral = (text: string): string => `${text.includes('\\') ? ' E' : ''}'${text.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`

/** Returns the SQL that gives a tenant to a role. The role must exist. Names hold no control characters. */
export const grantSql = (tenant: string, role: string): string =>
  [
    '-- Run this as the owner of the schema crabtrail. Running it again changes nothing.',
    'begin;',
    // It drops what may not be there, which is no news.
    'set local client_min_messages = warning;',
    ...setUp,
    '',
    `-- ${comment(role)} may use the brains of the tenant ${comment(tenant)}.`,
    ...given(tenant, role),
    'commit;',
    '',
  ].join('\n')

const comment = (text: string): string => JSON.stringify(text)

const setUp: ReadonlyArray<string> = [
  'create table if not exists crabtrail.tenant_roles (tenant text collate "C" not null, role name not null, primary key (tenant, role));',
  'revoke all on crabtrail.tenant_roles from public;',
  '-- It runs with the rights of the owner, so that a role does not see which other tenants there are.',
  'create or replace function crabtrail.is_own(brain_key text) returns boolean language sql stable security definer',
  '  set search_path = pg_catalog as $$ select exists (',
  "    select 1 from crabtrail.tenant_roles as t where t.tenant = split_part(brain_key, '/', 1) and t.role = session_user) $$;",
  'do $$',
  'declare name text; own_row text;',
  'begin',
  `  foreach name in array array['brains', ${Object.keys(rightsOn)
    .map((table) => `'${table}'`)
    .join(', ')}] loop`,
  "    continue when (select c.relrowsecurity from pg_class as c where c.oid = format('crabtrail.%I', name)::regclass);",
  "    own_row := case name when 'brains' then 'crabtrail.is_own(key)'",
  "      else format('exists (select 1 from crabtrail.brains as b where b.id = %I.brain)', name) end;",
  "    execute format('drop policy if exists own_tenant on crabtrail.%I', name);",
  "    execute format('create policy own_tenant on crabtrail.%I using (%s) with check (%s)', name, own_row, own_row);",
  "    execute format('alter table crabtrail.%I enable row level security', name);",
  '  end loop;',
  'end $$;',
]

const given = (tenant: string, role: string): ReadonlyArray<string> => {
  const who = escapeIdentifier(role)
  return [
    // Rights of an earlier grant do not stay.
    `revoke all on all tables in schema crabtrail from ${who};`,
    `grant usage on schema crabtrail to ${who};`,
    `grant select on crabtrail.crabtrail_meta to ${who};`,
    `grant ${rightsOnBrains} on crabtrail.brains to ${who};`,
    ...Object.entries(rightsOn).map(([table, rights]) => `grant ${rights} on crabtrail.${table} to ${who};`),
    `grant execute on function crabtrail.is_own(text) to ${who};`,
    `insert into crabtrail.tenant_roles (tenant, role) values (${escapeLiteral(tenant)}, ${escapeLiteral(role)}) on conflict do nothing;`,
  ]
}
