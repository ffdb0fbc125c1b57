import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { platformChart } from '../src/paths.ts';
import { examples, renderText } from '../src/render.ts';
import type { ExampleName } from '../src/render.ts';
import { missingForCharts } from '../src/tools/go-programs.ts';
import { valuesSchema } from '../src/values/schema.ts';
import { leavesOf, markerOf, merged, schemaAt, valueAt } from './markers.ts';
import type { Path, ValueSchema } from './markers.ts';

const missing = missingForCharts();
const schema = valuesSchema() as ValueSchema;
const values: unknown = parse(readFileSync(join(platformChart, 'values.yaml'), 'utf8'));
/** A server that processes reach only where they export traces. */
const tracing = 'otelExporterOtlpEndpoint';
const canTrace = tracing in (schemaAt(schema, ['settings']).properties ?? {});
const leaves = leavesOf(values).filter((path) => !isRole(path) && (canTrace || !path.includes('telemetry')));
const kubernetesVersion = '1.35.0';
const firstNumber = 20_001;

/** Examples in which, together, everything is rendered, and what has to stay as it is in them. */
const bases: readonly { example: ExampleName; values: unknown; kept: readonly string[] }[] = [
  { example: 'production', values: {}, kept: ['backup.target'] },
  {
    example: 'everything',
    values: {
      settings: canTrace ? { [tracing]: 'http://collector:4318' } : {},
      services: {
        datasets: { roles: scaledByKeda('worker') },
        billing: { roles: { relay: { autoscaling: { keda: { enabled: true } } } } },
        'projects-files': { roles: scaledByKeda('worker-audio', 'worker-video', 'worker-text') },
        verification: {
          roles: { worker: { autoscaling: { hpa: { enabled: false }, keda: { enabled: true } } } },
        },
      },
    },
    kept: ['keda.prometheus.serverAddress'],
  },
  {
    example: 'minimal',
    values: { backup: { enabled: true, target: '/backups' } },
    kept: ['backup.target', 'tls.existingSecret'],
  },
];

function scaledByKeda(...roles: readonly string[]): unknown {
  return Object.fromEntries(roles.map((role) => [role, { autoscaling: { keda: { enabled: true } } }]));
}

const marked = leaves.flatMap((path, index) => {
  const marker = markerOf(schemaAt(schema, path), path, firstNumber + index);
  return marker === undefined
    ? []
    : [{ path: path.join('.'), over: valueAt(path, marker.value), text: marker.text }];
});

/** Values that are one of a few, with another one, and the example in which it shows. */
const chosen: readonly (readonly [path: string, value: unknown, example: ExampleName])[] = [
  ['image.pullPolicy', 'Never', 'minimal'],
  ['tls.mode', 'plaintext', 'everything'],
  ['tls.certManager.kind', 'ClusterIssuer', 'production'],
  ['defaults.spread.zones', 'DoNotSchedule', 'minimal'],
  ['defaults.spread.nodes', 'DoNotSchedule', 'minimal'],
  ['defaults.autoscaling.hpa.enabled', true, 'minimal'],
  ['defaults.autoscaling.keda.enabled', true, 'minimal'],
  ['ingress.enabled', false, 'production'],
  ['ingress.tls.enabled', false, 'production'],
  ['httpRoute.enabled', false, 'everything'],
  ['network.policies', false, 'minimal'],
  ['monitoring.serviceMonitor.enabled', true, 'minimal'],
  ['monitoring.rules.enabled', true, 'minimal'],
  ['monitoring.dashboards.enabled', true, 'minimal'],
  ['prepare.enabled', false, 'minimal'],
  ['backup.enabled', false, 'everything'],
  ['backup.retention.dryRun', true, 'everything'],
  ...['image', 'audio', 'video', 'text'].map(
    (kind) =>
      [
        `services.projects-files.roles.worker-${kind}.enrichmentKinds`,
        ['image', 'audio', 'video', 'text'],
        'minimal',
      ] as const,
  ),
  ...['image', 'audio', 'video', 'text'].map(
    (kind) => [`services.projects-files.roles.worker-${kind}.role`, 'api', 'minimal'] as const,
  ),
];

describe.skipIf(missing !== undefined)(`each value (${missing ?? 'helm is there'})`, () => {
  it('that can be told apart is found in what is rendered', async () => {
    const texts = await Promise.all(
      bases.map(async ({ example, values: base, kept }) => {
        const overs = marked.filter(({ path }) => !kept.includes(path)).map(({ over }) => over);
        const over = [...overs, base].reduce<unknown>(merged, {});
        return renderText({ ...examples[example], values: over, kubernetesVersion });
      }),
    );
    const rendered = texts.join('\n');
    expect(marked.filter(({ text }) => !rendered.includes(text)).map(({ path }) => path)).toEqual([]);
  });

  it('that is one of a few is in the list of those', () => {
    const isMarked = new Set(marked.map(({ path }) => path));
    const others = leaves.map((path) => path.join('.')).filter((path) => !isMarked.has(path));
    expect(others.filter((path) => !chosen.some(([known]) => known === path))).toEqual([]);
  });

  it.each(chosen)('%s makes a difference as %j', async (path, value, example) => {
    const over = valueAt(path.split('.'), value);
    const before = await renderExample(example);
    const after = await renderText({ ...examples[example], values: over, kubernetesVersion }).catch(
      (error: unknown) => String(error),
    );
    expect(after).not.toBe(before);
  });
});

const renderedExamples = new Map<ExampleName, Promise<string>>();

function renderExample(example: ExampleName): Promise<string> {
  const known = renderedExamples.get(example) ?? renderText({ ...examples[example], kubernetesVersion });
  renderedExamples.set(example, known);
  return known;
}

/** An entry of `roles` that says nothing but that there is one. */
function isRole(path: Path): boolean {
  return path.length === 4 && path[0] === 'services' && path[2] === 'roles';
}
