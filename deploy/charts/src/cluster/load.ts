import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { releaseName } from '../render.ts';
import { ToolError } from './cluster-tools.ts';

/** The program that the pod runs; it prints what `failuresOf` reads. */
export const loadProgram = join(import.meta.dirname, 'load.mjs');
export const loadPod = 'load';

/** A pod that calls the gateway through its Service until it is deleted, in an image with Node; `restricted` admits it. */
export function loadManifests(image: string, secret: string): unknown {
  const metadata = { name: loadPod };
  const apiKey = { secretKeyRef: { name: secret, key: 'SEED_API_KEY' } };
  const container = {
    ...{ name: loadPod, image, imagePullPolicy: 'IfNotPresent', command: ['node', '/etc/load/load.mjs'] },
    env: [
      { name: 'ASSAY_URL', value: `http://${releaseName}-gateway-http:8080` },
      { name: 'ASSAY_API_KEY', valueFrom: apiKey },
    ],
    volumeMounts: [{ name: loadPod, mountPath: '/etc/load' }],
    securityContext: {
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    },
  };
  const spec = {
    automountServiceAccountToken: false,
    terminationGracePeriodSeconds: 1,
    securityContext: { runAsNonRoot: true, runAsUser: 10_001, seccompProfile: { type: 'RuntimeDefault' } },
    containers: [container],
    volumes: [{ name: loadPod, configMap: { name: loadPod } }],
  };
  const data = { 'load.mjs': readFileSync(loadProgram, 'utf8') };
  const items = [
    { apiVersion: 'v1', kind: 'ConfigMap', metadata, data },
    { apiVersion: 'v1', kind: 'Pod', metadata, spec },
  ];
  return { apiVersion: 'v1', kind: 'List', items };
}

/** Throws ToolError with how many requests failed of each kind by the last line that the program printed, or if none was made. */
export function requireNoFailures(printed: string): void {
  const line = printed.trim().split('\n').at(-1) ?? '';
  // The program prints this shape.
  const { answered, failed } = JSON.parse(line === '' ? '{"answered":0,"failed":{}}' : line) as {
    readonly answered: number;
    readonly failed: Readonly<Record<string, number>>;
  };
  const kinds = Object.entries(failed).map(([kind, count]) => `${count.toString()} × ${kind}`);
  if (kinds.length > 0)
    throw new ToolError(`failed beside ${answered.toString()} answers: ${kinds.join(', ')}`);
  if (answered === 0) throw new ToolError('nothing was asked for');
}
