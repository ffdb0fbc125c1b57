/** Variables of a platform that many thousand requests may be sent to. */
export const unlimited = {
  RATE_LIMIT_AUTHENTICATED: '100000000',
  RATE_LIMIT_ANONYMOUS: '100000000',
  API_KEYS_PER_KEY: '100000',
  API_KEYS_PER_USER: '100000',
  INVITATIONS_PER_DAY: '100000',
};
