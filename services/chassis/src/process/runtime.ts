import type { Clock } from '../clock.ts';
import { createDependencies } from './dependencies.ts';
import type { Dependencies } from './dependencies.ts';
import { createReadiness } from './health.ts';
import type { Readiness } from './health.ts';
import { createLifecycle } from './lifecycle.ts';
import type { Lifecycle } from './lifecycle.ts';
import { createLogger } from '../logger.ts';
import type { Logger } from '../logger.ts';
import { createMetrics } from '../metrics.ts';
import type { Metrics } from '../metrics.ts';
import { measureCertificates, transportSecurity } from './transport-security.ts';
import type { TlsConfig, TransportSecurity } from './transport-security.ts';

/** The building blocks of every process. */
export interface Runtime {
  readonly name: string;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly lifecycle: Lifecycle;
  readonly readiness: Readiness;
  readonly dependencies: Dependencies;
  /** The encryption of connections to and from other processes. */
  readonly security: TransportSecurity;
}

/** Creates the runtime of a process. Throws ConfigError when the TLS files are incomplete. */
export function createRuntime(
  name: string,
  config: TlsConfig & { readonly logLevel: string },
  clock?: Clock,
): Runtime {
  const logger = createLogger({ name, level: config.logLevel });
  const metrics = createMetrics(name);
  const lifecycle = createLifecycle(logger, metrics);
  const security = transportSecurity(config);
  measureCertificates(metrics, security);
  return {
    name,
    logger,
    lifecycle,
    metrics,
    readiness: createReadiness(lifecycle.stopping),
    dependencies: createDependencies(metrics, clock),
    security,
  };
}
