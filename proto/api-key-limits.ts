/** The most API keys in use: settings of identity-org, which enforces them, and of the gateway, which states them. */
export const apiKeyLimits = {
  perKey: {
    variable: 'API_KEYS_PER_KEY',
    about: 'The most keys in use that were made with one key.',
    min: 1,
    fallback: 20,
  },
  perUser: {
    variable: 'API_KEYS_PER_USER',
    about: 'The most keys in use that one person has.',
    min: 1,
    fallback: 100,
  },
} as const;
