import type { OutboxDocument } from '@assay/chassis/mongo/outbox';
import { readToolLimit, toToolFields } from '../domain/api-key/tool-limit.ts';
import type { ToolFields } from '../domain/api-key/tool-limit.ts';
import type { ApiKey, ApiKeyFields } from '../domain/api-key/api-key.ts';

type Clearable = 'expirationDate' | 'revokedAt' | 'spendLimit';
type Later = 'ancestorIds' | 'isSuspended' | 'spendLimit' | 'allowedTools';

/** A key as it is stored. Optional values are null; keys of the first version lack the later fields. */
export interface ApiKeyDocument
  extends
    OutboxDocument,
    Omit<ApiKey, 'id' | Clearable | Later>,
    Partial<Pick<ApiKey, 'ancestorIds' | 'isSuspended'>>,
    Partial<ToolFields> {
  readonly _id: string;
  readonly expirationDate: Date | null;
  readonly revokedAt: Date | null;
  readonly spendLimit?: ApiKey['spendLimit'] | null;
}

export function toDocument({ id, revokedAt, ...fields }: ApiKey): ApiKeyDocument {
  const { expirationDate, spendLimit, allowedTools, ...rest } = fields;
  return {
    _id: id,
    ...rest,
    ...toToolFields(allowedTools),
    expirationDate: expirationDate ?? null,
    spendLimit: spendLimit ?? null,
    revokedAt: revokedAt ?? null,
  };
}

/** The given fields alone; a cleared field is null. */
export function toStoredFields(fields: ApiKeyFields): Partial<ApiKeyDocument> {
  const { expirationDate, spendLimit, allowedTools, ...rest } = fields;
  return {
    ...rest,
    ...('allowedTools' in fields && toToolFields(allowedTools)),
    ...('expirationDate' in fields && { expirationDate: expirationDate ?? null }),
    ...('spendLimit' in fields && { spendLimit: spendLimit ?? null }),
  };
}

export function toApiKey(document: ApiKeyDocument): ApiKey;
export function toApiKey(document: ApiKeyDocument | null): ApiKey | undefined;
export function toApiKey(document: ApiKeyDocument | null): ApiKey | undefined {
  if (document === null) return undefined;
  const {
    _id,
    outbox: _outbox,
    outboxSince: _since,
    expirationDate,
    revokedAt,
    spendLimit,
    allowedTools = [],
    allowsNoTools = false,
    ...fields
  } = document;
  return {
    id: _id,
    ...fields,
    expirationDate: expirationDate ?? undefined,
    revokedAt: revokedAt ?? undefined,
    spendLimit: spendLimit ?? undefined,
    ancestorIds: fields.ancestorIds ?? [],
    isSuspended: fields.isSuspended ?? false,
    allowedTools: readToolLimit({ allowedTools, allowsNoTools }),
  };
}
