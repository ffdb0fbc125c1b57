import { addressVariable, listenerVariable, processes, processNames } from '@assay/proto/processes';

/** Who says what a variable holds: the values of a release, a Secret they name, the chart itself, or the image. */
export type Group = 'values' | 'secret' | 'chart' | 'image';

const listeners = ['admin', 'grpc', ...processNames.flatMap((name) => processes[name].listeners)];

const called = new Set(processNames.flatMap((name) => processes[name].calls));

export const setByChart: ReadonlySet<string> = new Set([
  // Where a process listens, and where it finds others.
  ...listeners.flatMap((name) => [`${name.toUpperCase()}_HOST`, `${name.toUpperCase()}_PORT`]),
  ...[...called].flatMap((callee) => [
    addressVariable(callee),
    ...processes[callee].listeners.map((listener) => listenerVariable(callee, listener)),
  ]),
  ...processNames.flatMap((name) =>
    processes[name].forwards.flatMap((callee) =>
      processes[callee].listeners.map((listener) => listenerVariable(callee, listener)),
    ),
  ),
  // What a workload does.
  'ROLES',
  'ENRICHMENT_KINDS',
  // A database for each process, and the folders that may be written.
  'MONGODB_DATABASE',
  'ENRICHMENT_TEMP_DIR',
  'CLEANING_TEMP_DIR',
  // Follow from how the processes talk to each other.
  'GRPC_PLAINTEXT',
  'TLS_CA_FILE',
  'TLS_CERTIFICATE_FILE',
  'TLS_KEY_FILE',
]);

export const setByImage: ReadonlySet<string> = new Set(['PATH']);

/** Of which every process has one of its own, under its name in a Secret. */
export const ownSecrets: ReadonlySet<string> = new Set([
  'INTERNAL_TOKEN_KEY',
  'SEALING_SECRET',
  'SEALING_SECRET_PREVIOUS',
  'SEALING_SECRET_NEXT',
  'NATS_URL',
]);

export function groupOf({
  variable,
  secret,
}: {
  readonly variable: string;
  readonly secret: boolean;
}): Group {
  if (setByImage.has(variable)) return 'image';
  if (setByChart.has(variable)) return 'chart';
  return secret ? 'secret' : 'values';
}

/** What a container may have besides: read by Node, OpenTelemetry and the system, and by no `config.ts`. */
export function isOfTheSystem(variable: string): boolean {
  return /^(?:NODE|OTEL)_|^(?:HOME|TMPDIR|TZ)$/u.test(variable);
}
