import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Config } from '../config.ts';

/** The links in mailed invitations. Their tokens are computed when needed and stored nowhere. */
export interface InvitationLinks {
  urlOf(invitationId: string): string;
  /** Whether a token is that of the invitation; the comparison takes as long for a wrong token. */
  isTokenOf(invitationId: string, token: string): boolean;
}

export function createInvitationLinks({
  linkSigningKey,
  publicUrl,
}: Pick<Config, 'linkSigningKey' | 'publicUrl'>): InvitationLinks {
  const tokenOf = (invitationId: string): string =>
    createHmac('sha256', linkSigningKey).update(invitationId).digest('base64url');
  return {
    // The token is in the fragment, which browsers do not send, so that no log on the way holds it.
    urlOf: (invitationId) =>
      `${publicUrl}/v2/invitations/${invitationId}/answer#token=${tokenOf(invitationId)}`,
    isTokenOf(invitationId, token) {
      const [expected, given] = [Buffer.from(tokenOf(invitationId)), Buffer.from(token)];
      return given.length === expected.length && timingSafeEqual(given, expected);
    },
  };
}
