import { createHash, randomBytes } from 'node:crypto';
import { newId } from '@assay/chassis/ids';
import type { PlatformLayout } from '@assay/local/platform/environment';
import { guestToken } from '@assay/proto/guests';
import { openDatabase } from './open-database.ts';

/** A guest to create. `expiresAt` is 30 days from now by default. */
export interface NewGuest {
  readonly organizationId: string;
  readonly jobId?: string;
  readonly expiresAt?: Date;
}

/** Stores a guest as crowd-webhooks does at the first claim, and returns its token. */
export async function newGuest(
  layout: PlatformLayout,
  { organizationId, jobId = newId(), expiresAt = new Date(Date.now() + 30 * 86_400_000) }: NewGuest,
): Promise<string> {
  const mongo = await openDatabase(layout, 'crowd-webhooks');
  const token = guestToken.prefix + randomBytes(32).toString('base64url');
  const now = new Date();
  await mongo.db.collection<{ readonly _id: string; readonly [field: string]: unknown }>('guests').insertOne({
    _id: newId(),
    organizationId,
    jobId,
    name: 'Guest',
    language: null,
    country: null,
    tokenSha256: createHash('sha256').update(token).digest('hex'),
    createdAt: now,
    usedAt: now,
    expiresAt,
  });
  await mongo.close();
  return token;
}
