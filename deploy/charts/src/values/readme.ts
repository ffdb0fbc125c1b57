import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { platformChart } from '../paths.ts';
import type { Properties, Schema } from './forms.ts';
import { platform } from './platform.ts';
import { image, role, workload } from './workload.ts';

const introduction = `# Assay

Decides whether a picture, recording or document is what it claims to be: every process of the platform in each of its roles, and what
stands around them. You bring MongoDB, NATS, S3 and, for shared rate limits, Redis: see [production](../../deploy/docs/production.md) for
what they must be set to, and \`charts/infra\` for a set to try things out with. Kubernetes 1.30 or newer, Helm 3.

    kubectl create namespace assay
    docker run --rm assay/identity-org:0.1.0 node dist/commands/secrets.js --admin-email you@example.com > secret.yaml
    $EDITOR secret.yaml    # add MONGODB_URI, NATS_URL, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY and, if any, REDIS_URL and SMTP_URL
    kubectl --namespace assay apply --filename secret.yaml
    helm install assay charts/assay --namespace assay --values values.yaml
    helm test assay --namespace assay --logs

\`helm uninstall assay --namespace assay\` takes all of it away but the pod of \`helm test\`, whose log it was (\`kubectl --namespace assay delete pod
assay-test\`), the Job of a preparation that failed, the Secrets that cert-manager made (\`assay-<process>-tls\`), your own, and what is in your servers.

Several installations can share a cluster, and a namespace: every object's name begins with the release's. Those that share a MongoDB each
say their own \`databasePrefix\`, those that share NATS \`settings.natsNamespace\`, and each has a bucket, a Secret and a target of backups of its own.
A GitOps tool sees no difference between two renderings of the same values, and runs the preparation before each synchronization.

The Secret holds every credential under the name of its variable, and under \`<process>.<VARIABLE>\` what each process has of its own.
[ci/minimal.yaml](ci/minimal.yaml) is the least that can be said, [ci/production.yaml](ci/production.yaml) a whole installation,
[ci/everything.yaml](ci/everything.yaml) has each value once. [UPGRADING.md](UPGRADING.md) says what to do between versions.

This page is made from the values and their schema by \`npm run charts -- --write\`. A value that is not here is refused.`;

/** The README of the platform's chart, as Markdown. */
export function chartReadme(): string {
  const values: unknown = parse(readFileSync(join(platformChart, 'values.yaml'), 'utf8'));
  const { service: _library, ...own } = platform;
  const sections = [
    introduction,
    section('The platform', rowsOf(own, [], values)),
    `## Settings and credentials

\`settings.<name>\` and \`secrets.<name>\` for all processes that know them, \`services.<process>.settings\` and \`.secrets\` for one, and
\`services.<process>.roles.<role>.settings\` for one role: the names are in [configuration](../../deploy/docs/configuration.md). A credential
is \`{ existingSecret, key }\` and never a value.`,
    `${section('Workloads', rowsOf(workload, ['defaults'], values))}

The same under \`services.<process>\` and \`services.<process>.roles.<role>\`, later ones over earlier ones; null takes a value away.`,
    section('One service', rowsOf({ image }, ['services', '<process>'], undefined)),
    section('One role', rowsOf(role, ['services', '<process>', 'roles', '<role>'], undefined)),
  ];
  return `${sections.join('\n\n')}\n`;
}

function section(title: string, rows: readonly string[]): string {
  return `## ${title}\n\n| Value | Default | What it decides |\n| --- | --- | --- |\n${rows.join('\n')}`;
}

/** A row for each value below, with what values.yaml says of it. */
function rowsOf(properties: Properties, path: readonly string[], values: unknown): readonly string[] {
  return Object.entries(properties).flatMap(([name, schema]) => {
    const here = [...path, name];
    const inner = schema['properties'] as Properties | undefined;
    return inner === undefined ? [rowOf(here, schema, values)] : rowsOf(inner, here, values);
  });
}

function rowOf(path: readonly string[], { description, enum: choices }: Schema, values: unknown): string {
  const value = path.reduce<unknown>(
    (part, key) => (part as Readonly<Record<string, unknown>> | undefined)?.[key],
    values,
  );
  const words = Array.isArray(choices)
    ? ` One of ${choices.map((one) => `\`${String(one)}\``).join(', ')}.`
    : '';
  const shown = value === undefined || value === '' ? '' : `\`${JSON.stringify(value)}\``;
  return `| \`${path.join('.')}\` | ${shown} | ${String(description)}${words} |`.replaceAll('  ', ' ');
}
