import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Config } from '../config.ts';

/** The links in mailed invitations. Their tokens are computed and stored nowhere. */
export interface InvitationLinks {
  urlOf(invitationId: string): string;
  /** Whether this is the token of the invitation; takes as long for a wrong one. */
  isTokenOf(invitationId: string, token: string): boolean;
}

export function createInvitationLinks({
  linkSigningKey,
  publicUrl,
}: Pick<Config, 'linkSigningKey' | 'publicUrl'>): InvitationLinks {
  const tokenOf = (invitationId: string): string =>
    createHmac('sha256', linkSigningKey).update(invitationId).digest('base64url');
  return {
    // In the fragment, which browsers keep to themselves, so that no log along the way holds it.
    urlOf: (invitationId) =>
      `${publicUrl}/v2/invitations/${invitationId}/answer#token=${tokenOf(invitationId)}`,
    isTokenOf(invitationId, token) {
      const [expected, given] = [Buffer.from(tokenOf(invitationId)), Buffer.from(token)];
      return given.length === expected.length && timingSafeEqual(given, expected);
    },
  };
}
