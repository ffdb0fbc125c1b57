import { setTimeout as wait } from 'node:timers/promises';
import CircuitBreaker from 'opossum';
import { Gauge } from 'prom-client';
import type { OutgoingCall } from '@assay/chassis/call-context';
import { DomainError } from '@assay/chassis/errors';
import { accessRule, isRepeatable } from '@assay/chassis/grpc/contract/contract';
import type { Runtime } from '@assay/chassis/process/runtime';

type Attempt = () => Promise<unknown>;
type Rpc = (call: OutgoingCall, request: unknown) => Promise<unknown>;

export interface Breaker {
  /** Runs the attempt. Rejects with UNAVAILABLE at once while the circuit is open. */
  run(attempt: Attempt): Promise<unknown>;
}

const retries = 2;
const firstDelayMs = 50;
/** A longer attempt is not repeated: a silent process would hold the client several times as long. */
const maxRepeatedMs = 10_000;

/**
 * Creates a breaker that opens when half of at least 20 calls within 10 s did not reach the process or had no answer. It then lets
 * one call through every 2 s until one succeeds.
 */
export function createBreaker(name: string, runtime: Runtime): Breaker {
  const circuit = new CircuitBreaker((attempt: Attempt) => attempt(), {
    name,
    timeout: false,
    volumeThreshold: 20,
    errorThresholdPercentage: 50,
    rollingCountTimeout: 10_000,
    resetTimeout: 2_000,
    rollingPercentilesEnabled: false,
    errorFilter: (error: unknown) => !isProcessFailure(error),
  });
  observe(circuit, name, runtime);
  return {
    run: (attempt) =>
      circuit.fire(attempt).catch((error: unknown) => {
        if (CircuitBreaker.isOurError(toError(error))) throw unavailable(name, error);
        throw error;
      }),
  };
}

/**
 * Returns the rpc with each attempt run through the breaker. It is retried on UNAVAILABLE where the contract allows that: always, or
 * with an idempotency key, under which a retry continues where the first attempt stopped.
 */
export function makeResilient(path: string, rpc: Rpc, breaker: Breaker): Rpc {
  const once: Rpc = (call, request) => breaker.run(() => rpc(call, request));
  const again = withRetries(once);
  if (isRepeatable(path)) return again;
  if (accessRule(path)?.idempotent !== true) return once;
  return (call, request) => (call.idempotencyKey === undefined ? once : again)(call, request);
}

function withRetries(once: Rpc): Rpc {
  return async (call, request) => {
    let failure: unknown;
    for (let attempt = 0; ; attempt += 1) {
      const began = Date.now();
      try {
        return await once(call, request);
      } catch (error) {
        // The response of the first attempt was lost and that attempt is still running. The client retries as after that first
        // failure.
        if (attempt > 0 && isInProgress(error)) throw failure;
        failure = error;
        const tookMs = Date.now() - began;
        const delayMs = firstDelayMs * 2 ** attempt * (0.5 + Math.random());
        const isOver = attempt === retries || tookMs > maxRepeatedMs;
        if (isOver || !canRetry(error, call, delayMs + tookMs)) throw error;
        await wait(delayMs);
      }
    }
  };
}

function isInProgress(error: unknown): boolean {
  return (
    error instanceof DomainError && error.status === 'ABORTED' && error.reason === 'IDEMPOTENCY_CONFLICT'
  );
}

/**
 * Returns true when the remaining time allows another attempt of the same duration. A truncated attempt would hide the first
 * error.
 */
function canRetry(error: unknown, call: OutgoingCall, neededMs: number): boolean {
  if (!(error instanceof DomainError) || error.status !== 'UNAVAILABLE') return false;
  if (error.reason === openReason || call.signal?.aborted === true) return false;
  return call.deadline === undefined || call.deadline.getTime() > Date.now() + neededMs;
}

/**
 * Returns true when the process could not be reached or did not answer in time. Every other error is an answer: one tenant can cause
 * INTERNAL as often as it likes, and must not open the circuit for all tenants.
 */
function isProcessFailure(error: unknown): boolean {
  if (!(error instanceof DomainError) || error.reason !== error.status) return false;
  return error.status === 'UNAVAILABLE' || error.status === 'DEADLINE_EXCEEDED';
}

const openReason = 'CIRCUIT_OPEN';

function unavailable(name: string, cause: unknown): DomainError {
  return new DomainError('UNAVAILABLE', openReason, `${name} is unavailable`, { cause });
}

function toError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}

function observe(circuit: CircuitBreaker<[Attempt]>, name: string, { logger, metrics }: Runtime): void {
  const gauge = openGauge(metrics);
  gauge.set({ back_end: name }, 0);
  circuit.on('open', () => {
    gauge.set({ back_end: name }, 1);
    logger.warn({ backEnd: name }, 'circuit opened');
  });
  circuit.on('close', () => {
    gauge.set({ back_end: name }, 0);
    logger.info({ backEnd: name }, 'circuit closed');
  });
}

/** Returns the gauge that all breakers of a process share. */
function openGauge(metrics: Runtime['metrics']): Gauge {
  const known = metrics.getSingleMetric('assay_circuit_open');
  if (known instanceof Gauge) return known;
  return new Gauge({
    name: 'assay_circuit_open',
    help: '1 while calls to a back end are refused because it fails, else 0.',
    labelNames: ['back_end'],
    registers: [metrics],
  });
}
