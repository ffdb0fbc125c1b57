import { openAsBlob } from 'node:fs';
import CircuitBreaker from 'opossum';
import type { OperatorFetch } from '@assay/chassis/egress/operator-fetch';
import type { Logger } from '@assay/chassis/logger';
import type { CheckResult } from '@assay/checks/check/check';
import type { DetectorCalibration } from '@assay/checks/external/external-detector/detector-calibration';
import { detectorFinding, detectorNotAsked } from '@assay/checks/external/external-detector/detector-finding';
import type { DetectorAnswer } from '@assay/checks/external/external-detector/detector-finding';

/** A detector outside of the platform, asked over HTTP; what it answers is one more check. */
export interface ExternalDetector {
  /**
   * Sends the file and resolves to the check's result, `not_applicable` with a reason where the detector cannot be asked or
   * fails; null for a type of file it was not calibrated on. Rejects only when the signal aborts.
   */
  examine(file: ExaminedFile, signal: AbortSignal): Promise<CheckResult | null>;
}

interface ExaminedFile {
  readonly path: string;
  readonly mimeType: string;
}

export interface ExternalDetectorOptions {
  readonly url: string;
  /** Reaches the address, and no other. */
  readonly send: OperatorFetch;
  /** Sent as a bearer token; undefined: none. */
  readonly secret: string | undefined;
  readonly calibration: DetectorCalibration;
  readonly timeoutMs: number;
  readonly logger: Logger;
  /** Told of each answer. */
  readonly onAnswer: () => void;
}

const maxAnswerBytes = 64 * 1024;

/**
 * POSTs the bytes of a file with its type to the address; the answer is the JSON object `detector`, `version`, `score`. After
 * half of at least five requests in a minute failed it is left alone for 30 s.
 */
export function createExternalDetector(options: ExternalDetectorOptions): ExternalDetector {
  const { calibration, timeoutMs, logger } = options;
  const circuit = new CircuitBreaker(
    (file: ExaminedFile, signal: AbortSignal) => ask(options, file, signal),
    {
      name: 'external detector',
      timeout: false,
      volumeThreshold: 5,
      errorThresholdPercentage: 50,
      rollingCountTimeout: 60_000,
      resetTimeout: 30_000,
      rollingPercentilesEnabled: false,
    },
  );
  return {
    async examine(file, signal) {
      if (!calibration.mimeTypes.includes(file.mimeType)) return null;
      const limited = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
      try {
        return detectorFinding(await circuit.fire(file, limited), calibration);
      } catch (cause) {
        signal.throwIfAborted();
        logger.warn({ err: cause, detector: calibration.detector }, 'the external detector did not answer');
        return detectorNotAsked(calibration, `${calibration.detector} did not answer as it should`);
      }
    },
  };
}

async function ask(
  { url, secret, send, onAnswer }: ExternalDetectorOptions,
  { path, mimeType }: ExaminedFile,
  signal: AbortSignal,
): Promise<DetectorAnswer> {
  const response = await send(url, {
    method: 'POST',
    headers: {
      'content-type': mimeType,
      accept: 'application/json',
      ...(secret === undefined ? {} : { authorization: `Bearer ${secret}` }),
    },
    body: await openAsBlob(path),
    signal,
  });
  const text = await limitedText(response);
  if (!response.ok) throw new Error(`the detector answered ${String(response.status)}`);
  onAnswer();
  return toAnswer(JSON.parse(text));
}

/** The body as text; rejects when it is longer than an answer may be. */
async function limitedText({ body }: Response): Promise<string> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  const stream: AsyncIterable<Uint8Array> | null = body;
  for await (const piece of stream ?? []) {
    length += piece.length;
    if (length > maxAnswerBytes) throw new Error(`the answer is longer than ${String(maxAnswerBytes)} bytes`);
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString();
}

function toAnswer(value: unknown): DetectorAnswer {
  const { detector, version, score } = (value ?? {}) as Partial<Record<string, unknown>>;
  if (typeof detector !== 'string' || typeof version !== 'string' || typeof score !== 'number')
    throw new Error('the answer has no detector, version and score');
  return { detector, version, score };
}
