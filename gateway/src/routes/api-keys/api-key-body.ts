import { Type } from 'typebox';
import type { Static } from 'typebox';
import type { ApiKey } from '@assay/proto/identity/v1/api_key';
import { RestError } from '../../rest/rest-error.ts';
import { role } from '../../rest/roles.ts';
import { dateTime, nullable, shortName } from '../../rest/schema.ts';
import { apiKeyState, spendPeriod } from './api-key-rest.ts';

const maxSpendLimitCents = 10_000_000_000;
const tool = Type.String({ minLength: 1, maxLength: 100 });
const organizationId = Type.String({ minLength: 1, maxLength: 24 });

/** What of a key can be set, when it is made and later. */
export const settableFields = {
  role: nullable(role.schema, "At most the caller's own; null: as much as the owner."),
  expirationDate: nullable(dateTime('In the future.'), 'When it stops working, in the future; null: never.'),
  organizationIds: Type.Array(organizationId, {
    maxItems: 100,
    uniqueItems: true,
    description: 'Organizations of the caller; empty: all.',
  }),
  spendLimitCents: nullable(
    Type.Integer({ minimum: 0, maximum: maxSpendLimitCents }),
    'The most it may hold or spend in one period, in euro cents; needs `spendPeriod`. Null: no limit.',
  ),
  spendPeriod: nullable(spendPeriod.schema, 'In which time; goes with `spendLimitCents`.'),
  allowedTools: Type.Array(tool, {
    maxItems: 100,
    uniqueItems: true,
    description: 'The MCP tools it may call; empty: all its role allows.',
  }),
};

interface SpendFields {
  readonly spendLimitCents?: number | null;
  readonly spendPeriod?: 'day' | 'month' | null;
}

/** The limit two fields describe together; unset: none. Throws VALIDATION_ERROR when one of them is missing. */
export function toSpendLimit(fields: SpendFields): Pick<ApiKey, 'spendLimitCents' | 'spendPeriod'> {
  const { spendLimitCents: limitCents = null, spendPeriod: period = null } = fields;
  if (limitCents === null && period === null) return { spendLimitCents: undefined, spendPeriod: undefined };
  if (limitCents !== null && period !== null)
    return { spendLimitCents: limitCents, spendPeriod: spendPeriod.toProto(period) };
  const field = period === null ? 'spendPeriod' : 'spendLimitCents';
  throw new RestError('VALIDATION_ERROR', 'spendLimitCents and spendPeriod go together', {
    details: { field },
  });
}

export const updateBody = Type.Partial(
  Type.Object({
    name: shortName('For people.', 'Newsroom uploader'),
    state: apiKeyState.schema,
    ...settableFields,
  }),
  { additionalProperties: false, examples: [{ state: 'expired' }, { role: null, expirationDate: null }] },
);

const changedField: Readonly<Record<keyof Static<typeof updateBody>, string>> = {
  name: 'name',
  role: 'role',
  state: 'state',
  expirationDate: 'expiration_date',
  organizationIds: 'organization_ids',
  spendLimitCents: 'spend_limit_cents',
  spendPeriod: 'spend_period',
  allowedTools: 'allowed_tools',
};

/** What a change names, as the service calls it. */
export function updateMask(body: Static<typeof updateBody>): string[] {
  const names = Object.keys(body) as (keyof typeof body)[];
  return names.map((name) => changedField[name]);
}
