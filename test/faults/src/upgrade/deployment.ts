import { setTimeout as pause } from 'node:timers/promises';
import { untilReady } from './pod.ts';
import type { Pod, PodTemplate } from './pod.ts';

/** How pods are replaced, in milliseconds. */
export interface RolloutTimes {
  readonly readyTimeoutMs: number;
  /** Between being found by nobody any more and SIGTERM. */
  readonly preStopMs: number;
  /** From SIGTERM to SIGKILL. */
  readonly graceMs: number;
}

/** Replicas of one process in one role. */
export interface Deployment {
  readonly name: string;
  /** Those that are found by its name, as far as they are ready; what is terminating is not among them. */
  readonly pods: readonly Pod[];
  /** All pods there were. */
  readonly everyPod: readonly Pod[];
  /** What was wrong with how pods ended. */
  readonly faults: readonly string[];
  /**
   * Replaces every pod as a Deployment with `maxSurge: 1` and `maxUnavailable: 0` does: a further one that is ready comes before one
   * goes. Resolves when the new ones are ready; the old ones may still be ending.
   */
  rollOut(template: PodTemplate): Promise<void>;
  /** Resolves when no pod is terminating any more. */
  settled(): Promise<void>;
  stop(): Promise<void>;
}

export interface DeploymentOptions {
  readonly name: string;
  readonly replicas: number;
  readonly times: RolloutTimes;
  readonly startPod: (deployment: string, template: PodTemplate) => Pod;
  /** Told whenever `pods` changed. */
  readonly onChange: () => void;
}

export function createDeployment(options: DeploymentOptions): Deployment {
  const { name, replicas, times } = options;
  const everyPod: Pod[] = [];
  const faults: string[] = [];
  const ending = new Set<Promise<void>>();
  let pods: readonly Pod[] = [];

  function change(changed: readonly Pod[]): void {
    pods = changed;
    options.onChange();
  }

  async function add(template: PodTemplate): Promise<void> {
    const pod = options.startPod(name, template);
    everyPod.push(pod);
    await untilReady(pod, times.readyTimeoutMs);
    change([...pods, pod]);
  }

  async function end(pod: Pod, preStopMs: number): Promise<void> {
    await pause(preStopMs);
    const fault = await pod.terminate(times.graceMs);
    if (fault !== undefined) faults.push(fault);
  }

  function remove(pod: Pod, preStopMs: number): void {
    change(pods.filter((other) => other !== pod));
    const ended = end(pod, preStopMs).finally(() => ending.delete(ended));
    ending.add(ended);
  }

  async function settled(): Promise<void> {
    await Promise.all(ending);
  }

  return {
    name,
    get pods() {
      return pods;
    },
    everyPod,
    faults,
    async rollOut(template) {
      const old = pods;
      for (let replica = 0; replica < replicas; replica += 1) {
        await add(template);
        const [gone] = old.slice(replica);
        if (gone !== undefined) remove(gone, times.preStopMs);
      }
    },
    settled,
    async stop() {
      for (const pod of pods) remove(pod, 0);
      await settled();
    },
  };
}
