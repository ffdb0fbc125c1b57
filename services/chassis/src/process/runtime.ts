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

/** What every process has, whatever it does. */
export interface Runtime {
  readonly name: string;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly lifecycle: Lifecycle;
  readonly readiness: Readiness;
  readonly dependencies: Dependencies;
  /** How it talks to other processes. */
  readonly security: TransportSecurity;
}

/** Throws ConfigError when the files for TLS do not go together. */
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
