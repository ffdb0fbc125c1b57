import { releaseName } from '../render.ts';
import { ToolError } from './cluster-tools.ts';
import { listOf, programPath, programPod } from './program-pod.ts';

const program = 'reach.mjs';
/** The program that both pods run; it prints what `requireOnlyGateway` reads. */
export const reachProgram = programPath(program);

/** Two pods that try everybody: one of which no policy speaks, and one that may reach nobody, where policies are enforced. */
export const strangerPod = 'stranger';
export const mutedPod = 'muted';

const settleMs = 15_000;
const gateway = `${releaseName}-gateway-http:8080`;

/** `listeners` are the addresses of the platform, as `assay-billing:50051`; the pods end by themselves. */
export function strangerManifests(image: string, listeners: readonly string[]): unknown {
  const environment = [
    { name: 'ADDRESSES', value: JSON.stringify(listeners) },
    { name: 'SETTLE_MS', value: settleMs.toString() },
  ];
  const labels = { app: mutedPod };
  const mute = {
    apiVersion: 'networking.k8s.io/v1',
    kind: 'NetworkPolicy',
    metadata: { name: mutedPod },
    spec: { podSelector: { matchLabels: labels }, policyTypes: ['Egress'] },
  };
  return listOf([
    mute,
    ...programPod({ name: mutedPod, image, program, environment, labels }),
    ...programPod({ name: strangerPod, image, program, environment }),
  ]);
}

/**
 * Says what the stranger could reach by what both pods printed. Throws ToolError when that is anything but the gateway in a cluster
 * that enforces policies.
 */
export function requireOnlyGateway(printed: { readonly stranger: string; readonly muted: string }): string {
  const stranger = addressesIn(printed.stranger);
  const muted = addressesIn(printed.muted);
  if (!stranger.includes(gateway)) throw new ToolError(`a pod without a policy does not reach ${gateway}`);
  if (muted.length > 0) return 'not checked, because this cluster enforces no policies';
  const others = stranger.filter((address) => address !== gateway);
  if (others.length > 0) throw new ToolError(`a pod without a policy reaches ${others.join(', ')}`);
  return 'only the gateway';
}

function addressesIn(printed: string): readonly string[] {
  // The program prints this shape.
  return JSON.parse(printed) as readonly string[];
}
