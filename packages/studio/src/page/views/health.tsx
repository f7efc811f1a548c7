/** Is it well? Counts, what turns took, what models cost, what waits, and what alarms there are. */

import { Answer, asOf } from '../parts/answer.tsx'
import { Badge, Card, counted, Nothing } from '../parts/words.tsx'

export const Health = () => (
  <>
    <h1>Is it well?</h1>
    <Answer name="stats" request={asOf()}>
      {({ backlog, counts, eventsByType, growth, late, learning, model, position, profile, superseding, taken }) => (
        <>
          <p class="line">
            {learning.alarms.length === 0 ? <Badge tone="good">no alarm</Badge> : null}
            {learning.alarms.map((alarm) => (
              <Badge key={String(alarm)} tone="bad">
                {wordsOf(alarm)}
              </Badge>
            ))}
            {backlog > 0 ? <Badge tone="warn">{`${counted(backlog, 'fact')} to learn from`}</Badge> : null}
            <span class="faint">{`${profile}, position ${position}`}</span>
          </p>
          <div class="tiles">
            {Object.entries(counts).map(([name, count]) => (
              <Tile key={name} name={spoken(name)} value={count} />
            ))}
          </div>
          <Card title="What the newest turns took">
            <Facts values={taken} />
            <Facts values={late} />
          </Card>
          <Card title="Learning">
            <Facts values={learning} />
            <Facts values={growth} />
            <Facts values={superseding} />
          </Card>
          <Card title="Language models">{model.calls === 0 ? <Nothing>None was asked.</Nothing> : <Facts values={model} />}</Card>
          <Card title="Events by type">
            <Facts values={eventsByType} />
          </Card>
        </>
      )}
    </Answer>
  </>
)

const Tile = ({ name, value }: { readonly name: string; readonly value: number }) => (
  <div class="tile">
    <span class="figure">{value.toLocaleString('en')}</span>
    <span class="faint">{name}</span>
  </div>
)

const spoken = (name: string): string => name.replace(/([A-Z])/g, ' $1').toLowerCase()

const wordsOf = (value: unknown): string =>
  value === null || value === undefined
    ? '—'
    : typeof value === 'number'
      ? Number.isInteger(value)
        ? value.toLocaleString('en')
        : value.toFixed(3)
      : typeof value === 'object'
        ? Object.entries(value)
            .map(([name, one]) => `${spoken(name)} ${wordsOf(one)}`)
            .join(', ')
        : String(value)

const Facts = ({ values }: { readonly values: object }) => (
  <dl class="facts">
    {Object.entries(values)
      .filter(([, value]) => !Array.isArray(value))
      .map(([name, value]) => (
        <>
          <dt>{spoken(name)}</dt>
          <dd class="number">{wordsOf(value)}</dd>
        </>
      ))}
  </dl>
)
