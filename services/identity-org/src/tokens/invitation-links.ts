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
  linkSigningKeyPrevious,
  linkSigningKeyNext,
  publicUrl,
}: Pick<
  Config,
  'linkSigningKey' | 'linkSigningKeyPrevious' | 'linkSigningKeyNext' | 'publicUrl'
>): InvitationLinks {
  const tokenOf = (invitationId: string, key = linkSigningKey): string =>
    createHmac('sha256', key).update(invitationId).digest('base64url');
  const keys = [linkSigningKey, linkSigningKeyPrevious, linkSigningKeyNext].filter(
    (key) => key !== undefined,
  );
  return {
    // The token is in the fragment, which browsers do not send, so that no log on the way holds it.
    urlOf: (invitationId) =>
      `${publicUrl}/v2/invitations/${invitationId}/answer#token=${tokenOf(invitationId)}`,
    isTokenOf(invitationId, token) {
      const given = Buffer.from(token);
      return keys.some((key) => {
        const expected = Buffer.from(tokenOf(invitationId, key));
        return given.length === expected.length && timingSafeEqual(given, expected);
      });
    },
  };
}
