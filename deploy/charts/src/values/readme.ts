import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { platformChart } from '../paths.ts';
import type { Properties, Schema } from './forms.ts';
import { platform } from './platform.ts';
import { image, role, workload } from './workload.ts';

const introduction = `# Assay

Verifies images, audio, videos and documents: every process of the platform in each of its roles, with services, policies, rules and
dashboards. You provide MongoDB, NATS, S3 and, for shared rate limits, Redis: see [production](../../deploy/docs/production.md) for
their settings, and \`charts/infra\` for a set to try things out with. Kubernetes 1.30 or newer, Helm 3.

    kubectl create namespace assay
    docker run --rm assay/identity-org:0.1.0 node dist/commands/secrets.js --admin-email you@example.com > secret.yaml
    $EDITOR secret.yaml    # add MONGODB_URI, <process>.NATS_URL, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY and, if any, REDIS_URL and SMTP_URL
    kubectl --namespace assay apply --filename secret.yaml
    helm install assay charts/assay --namespace assay --values values.yaml
    helm test assay --namespace assay --logs

\`helm uninstall assay --namespace assay\` removes everything except the pod of \`helm test\` with its log (\`kubectl --namespace assay delete pod
assay-test\`), the Job of a failed preparation, the Secrets of cert-manager (\`assay-<process>-tls\`), your own Secrets, and the data in your servers.

Several installations can share a cluster and a namespace: every object's name begins with the name of its release. Installations that share a MongoDB need different
values of \`databasePrefix\`, those that share NATS of \`settings.natsNamespace\`, and each needs its own bucket, Secret and target of backups.
Two renderings of the same values are equal, so a GitOps tool sees no difference; it runs the preparation before each synchronization.

The Secret has every credential under the name of its variable; credentials of one process are under \`<process>.<VARIABLE>\`.
[ci/minimal.yaml](ci/minimal.yaml) has the minimum, [ci/production.yaml](ci/production.yaml) a whole installation,
[ci/everything.yaml](ci/everything.yaml) each value once. [UPGRADING.md](UPGRADING.md) has the steps between versions.

\`npm run charts -- --write\` generates this page from the values and their schema. A value that is not listed here is refused.`;

/** Returns the README of the platform's chart, as Markdown. */
export function chartReadme(): string {
  const values: unknown = parse(readFileSync(join(platformChart, 'values.yaml'), 'utf8'));
  const { service: _library, ...own } = platform;
  const sections = [
    introduction,
    section('The platform', rowsOf(own, [], values)),
    `## Settings and credentials

Set \`settings.<name>\` and \`secrets.<name>\` for all processes that read them, \`services.<process>.settings\` and \`.secrets\` for one, and
\`services.<process>.roles.<role>.settings\` for one role. The names are in [configuration](../../deploy/docs/configuration.md). A credential
is \`{ existingSecret, key }\` and never a value.`,
    `${section('Workloads', rowsOf(workload, ['defaults'], values))}

\`services.<process>\` and \`services.<process>.roles.<role>\` take the same values; the more specific one wins, and null removes a value.`,
    section('One service', rowsOf({ image }, ['services', '<process>'], undefined)),
    section('One role', rowsOf(role, ['services', '<process>', 'roles', '<role>'], undefined)),
  ];
  return `${sections.join('\n\n')}\n`;
}

function section(title: string, rows: readonly string[]): string {
  return `## ${title}\n\n| Value | Default | Effect |\n| --- | --- | --- |\n${rows.join('\n')}`;
}

/** Returns a row for each value, with its default from values.yaml. */
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
