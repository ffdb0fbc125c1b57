import { releaseName } from '../render.ts';
import { ToolError } from './cluster-tools.ts';
import { listOf, programPath, programPod } from './program-pod.ts';

const program = 'load.mjs';
/** The program that the pod runs; it prints what `requireNoFailures` reads. */
export const loadProgram = programPath(program);
export const loadPod = 'load';

/** A pod that calls the gateway through its Service until it is deleted, in an image with Node. */
export function loadManifests(image: string, secret: string): unknown {
  const apiKey = { secretKeyRef: { name: secret, key: 'SEED_API_KEY' } };
  const environment = [
    { name: 'ASSAY_URL', value: `http://${releaseName}-gateway-http:8080` },
    { name: 'ASSAY_API_KEY', valueFrom: apiKey },
  ];
  return listOf(programPod({ name: loadPod, image, program, environment }));
}

/**
 * How many requests were answered by the last line that the program printed. Throws ToolError with how many failed of each kind,
 * or if none was made.
 */
export function requireNoFailures(printed: string): number {
  const line = printed.trim().split('\n').at(-1) ?? '';
  // The program prints this shape.
  const { answered, failed } = JSON.parse(line === '' ? '{"answered":0,"failed":{}}' : line) as {
    readonly answered: number;
    readonly failed: Readonly<Record<string, number>>;
  };
  const kinds = Object.entries(failed).map(([kind, count]) => `${count.toString()} × ${kind}`);
  if (kinds.length > 0) throw new ToolError(`${kinds.join(', ')} failed, ${answered.toString()} answered`);
  if (answered === 0) throw new ToolError('no call was made');
  return answered;
}
