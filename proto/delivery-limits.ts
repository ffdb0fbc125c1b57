/** The shares of organizations in the webhook requests of a process: crowd-webhooks enforces them, and the gateway publishes them. */
export const deliveryLimits = {
  /** Requests of one organization to one origin at the same time. */
  perOrigin: 8,
  /** The same while the origin fails or hangs. */
  perFailingOrigin: 1,
  /** Requests of one organization at the same time while its attempts are slow. */
  perSlowOrganization: 2,
  /** An attempt that takes longer is slow. */
  slowSeconds: 5,
} as const;
