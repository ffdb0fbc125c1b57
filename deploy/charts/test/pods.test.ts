import { beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '@assay/chassis/config';
import { runtimeSettings, uploadSettings } from '@assay/chassis/settings/process';
import { longestStopMs } from '@assay/chassis/process/stop-times';
import { exampleNames, examples, render } from '../src/render.ts';
import type { Manifest } from '../src/render.ts';
import { missingForCharts } from '../src/tools/go-programs.ts';
import { containersOf, ofKind, podsOf } from '../src/pods.ts';
import type { Pod } from '../src/pods.ts';

const missing = missingForCharts();
const leastUserId = 10_000;

describe.skipIf(missing !== undefined).each(exampleNames)('pods of %s (helm)', (example) => {
  let objects: readonly Manifest[] = [];
  let pods: readonly Pod[] = [];

  beforeAll(async () => {
    objects = await render({ ...examples[example], kubernetesVersion: '1.35.0' });
    pods = podsOf(objects);
  });

  it('are admitted where Pod Security enforces `restricted`', () => {
    expect(pods.flatMap((pod) => loosened(pod).map((what) => `${pod.owner}: ${what}`))).toEqual([]);
  });

  it('have no token, requests, limits of memory and disk and nothing to write to but a sized folder', () => {
    for (const pod of pods) {
      const { spec } = pod;
      expect(spec.automountServiceAccountToken).toBe(false);
      for (const { resources } of containersOf(pod)) {
        expect(Object.keys(resources.requests).toSorted()).toEqual(['cpu', 'ephemeral-storage', 'memory']);
        expect(Object.keys(resources.limits).toSorted()).toEqual(['ephemeral-storage', 'memory']);
      }
      const folders = spec.volumes.flatMap(({ emptyDir }) => (emptyDir === undefined ? [] : [emptyDir]));
      for (const folder of folders) expect(folder).toHaveProperty('sizeLimit');
    }
  });

  it('stop within their grace period: the pause, the closing steps and, where there are any, uploads', () => {
    for (const { spec } of podsOf(ofKind(objects, 'Deployment'))) {
      const [container] = spec.containers;
      const env = Object.fromEntries(container?.env.map(({ name, value }) => [name, value]) ?? []);
      const { shutdownDelayMs, callDrainTimeoutMs, shutdownTimeoutMs } = runtimeSettings;
      const settings = { shutdownDelayMs, callDrainTimeoutMs, shutdownTimeoutMs };
      const takesUploads = 'HTTP_PORT' in env || 'UPLOAD_PORT' in env;
      const config = readConfig({ ...settings, ...(takesUploads ? uploadSettings : {}) }, env);
      const closing = longestStopMs(config) / 1_000;
      const pause = container?.lifecycle?.preStop.sleep.seconds ?? Number.NaN;
      expect(spec.terminationGracePeriodSeconds).toBeGreaterThan(pause + closing);
    }
  });

  it('are counted by one alone: by `replicas`, or by an autoscaler', () => {
    const scaled = ['HorizontalPodAutoscaler', 'ScaledObject']
      .flatMap((kind) => ofKind(objects, kind))
      .map((scaler) => (scaler['spec'] as { scaleTargetRef: { name: string } }).scaleTargetRef.name);
    expect(new Set(scaled).size).toBe(scaled.length);
    for (const deployment of ofKind(objects, 'Deployment')) {
      const isScaled = scaled.includes(deployment.metadata.name);
      expect('replicas' in (deployment['spec'] as object)).toBe(!isScaled);
    }
  });
});

/** What `restricted` refuses of a pod: https://kubernetes.io/docs/concepts/security/pod-security-standards/ */
function loosened(one: Pod): readonly string[] {
  const { spec } = one;
  const { securityContext: pod } = spec;
  const rules: [isKept: boolean, what: string][] = [
    [spec.hostNetwork !== true && spec.hostPID !== true && spec.hostIPC !== true, 'shares the host'],
    [pod.runAsNonRoot === true && (pod.runAsUser ?? 0) > leastUserId, 'runs as root'],
    [pod.seccompProfile?.type === 'RuntimeDefault', 'has no seccomp profile'],
    ...spec.volumes.map((volume): [boolean, string] => [!('hostPath' in volume), 'reads the host']),
    ...containersOf(one).flatMap(({ name, securityContext: context }): [boolean, string][] => [
      [context.allowPrivilegeEscalation === false, `${name} may gain privileges`],
      [context.privileged !== true, `${name} is privileged`],
      [context.readOnlyRootFilesystem === true, `${name} writes into its image`],
      [context.capabilities?.drop?.includes('ALL') === true, `${name} keeps capabilities`],
      [context.capabilities?.add === undefined, `${name} adds capabilities`],
    ]),
  ];
  return rules.filter(([isKept]) => !isKept).map(([, what]) => what);
}
