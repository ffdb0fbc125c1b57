/** The maximum numbers of active API keys: settings of identity-org, which enforces them, and of the gateway, which publishes them. */
export const apiKeyLimits = {
  perKey: {
    variable: 'API_KEYS_PER_KEY',
    about: 'The maximum number of active API keys that were created with one key.',
    min: 1,
    fallback: 20,
  },
  perUser: {
    variable: 'API_KEYS_PER_USER',
    about: 'The maximum number of active API keys per user.',
    min: 1,
    fallback: 100,
  },
} as const;
