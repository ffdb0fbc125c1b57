import { Type } from 'typebox';
import type { Static } from 'typebox';
import { ApiKeyState, SpendPeriod } from '@assay/proto/identity/v1/api_key';
import type { ApiKey, ApiKeyWithSecret } from '@assay/proto/identity/v1/api_key';
import { fromDateOrNull } from '../../rest/date-time.ts';
import { required } from '../../rest/required.ts';
import { restEnum } from '../../rest/rest-enum.ts';
import { role } from '../../rest/roles.ts';
import { dateTime, id, named, nullable } from '../../rest/schema.ts';

export const apiKeyState = restEnum(ApiKeyState.UNSPECIFIED, {
  active: ApiKeyState.ACTIVE,
  expired: ApiKeyState.EXPIRED,
});

export const spendPeriod = restEnum(SpendPeriod.UNSPECIFIED, {
  day: SpendPeriod.DAY,
  month: SpendPeriod.MONTH,
});

export const apiKeySchema = named(
  'ApiKey',
  Type.Object(
    {
      id: id('The key.'),
      userId: id('Its owner.'),
      name: Type.String({ description: '1 to 100 characters.', examples: ['Newsroom uploader'] }),
      role: nullable(role.schema, 'The most it may do; null: as much as its owner.'),
      expirationDate: nullable(dateTime('When it stops working.'), 'When it stops working; null: never.'),
      state: apiKeyState.schema,
      organizationIds: Type.Array(Type.String(), {
        description: "The organizations it works in; empty: all of its owner's.",
      }),
      spendLimitCents: nullable(
        Type.Integer(),
        'The most it may hold or spend in one period, in euro cents; null: no limit.',
      ),
      spendPeriod: nullable(spendPeriod.schema, 'Begins at midnight UTC; null: no limit.'),
      allowedTools: Type.Array(Type.String(), {
        description: 'The MCP tools it may call; empty: all its role allows.',
      }),
      createdAt: dateTime('When it was made.'),
      updatedAt: dateTime('When it last changed.'),
    },
    { description: 'A secret that acts for a user. The secret itself is shown only once.' },
  ),
);

export const apiKeyWithSecretSchema = named(
  'ApiKeyWithSecret',
  Type.Object(
    {
      apiKey: apiKeySchema.ref,
      key: Type.String({ description: 'The secret. Shown this one time; only its hash is kept.' }),
    },
    { description: 'A key together with its secret.' },
  ),
);

export function toApiKey(apiKey: ApiKey | undefined): Static<typeof apiKeySchema.schema> {
  const { createdAt, updatedAt, expirationDate, ...rest } = required(apiKey);
  return {
    id: rest.id,
    userId: rest.userId,
    name: rest.name,
    role: role.toRestOrNull(rest.role),
    expirationDate: fromDateOrNull(expirationDate),
    state: apiKeyState.toRest(rest.state),
    organizationIds: rest.organizationIds,
    spendLimitCents: rest.spendLimitCents ?? null,
    spendPeriod: spendPeriod.toRestOrNull(rest.spendPeriod),
    allowedTools: rest.allowedTools,
    createdAt: required(createdAt).toISOString(),
    updatedAt: required(updatedAt).toISOString(),
  };
}

export function toApiKeyWithSecret(
  message: ApiKeyWithSecret | undefined,
): Static<typeof apiKeyWithSecretSchema.schema> {
  const { apiKey, key } = required(message);
  return { apiKey: toApiKey(apiKey), key };
}
