import { createFrameQueue } from './frame-queue.ts';
import type { Batch, Frame } from './frame-queue.ts';

export interface FrameSink<F extends Frame> {
  /** Writes one message. Returns false when the next one must wait for `onDrain`. */
  readonly send: (batch: Batch<F>) => boolean;
  readonly onDrain: (resume: () => void) => void;
}

export interface FrameWriter<F extends Frame> {
  write(frame: F): void;
  /** Schedules a message, even when no frame waits. */
  wake(): void;
  /** Calls `end` once the queue is empty, and sends nothing afterwards. */
  endWhenEmpty(end: () => void): void;
  /** Drops the unsent part of a frame. Returns true when no part of it was sent. */
  withdraw(number: number): boolean;
  /** Drops all frames and sends nothing afterwards. */
  stop(): void;
}

/** Creates a writer that sends all frames of one event loop iteration as one message. */
export function createFrameWriter<F extends Frame>({ send, onDrain }: FrameSink<F>): FrameWriter<F> {
  const queue = createFrameQueue<F>();
  let isScheduled = false;
  let isBlocked = false;
  let isStopped = false;
  let onEmpty: (() => void) | undefined;

  function wake(): void {
    if (isScheduled || isBlocked || isStopped) return;
    isScheduled = true;
    setImmediate(flush);
  }

  function flush(): void {
    isScheduled = false;
    if (isStopped) return;
    do {
      isBlocked = !send(queue.take());
    } while (!isBlocked && !queue.isEmpty);
    if (isBlocked) {
      onDrain(resume);
    } else if (onEmpty !== undefined) {
      isStopped = true;
      onEmpty();
    }
  }

  function resume(): void {
    isBlocked = false;
    wake();
  }

  return {
    write(frame) {
      queue.add(frame);
      wake();
    },
    wake,
    endWhenEmpty(end) {
      onEmpty = end;
      wake();
    },
    withdraw: (number) => queue.withdraw(number),
    stop() {
      isStopped = true;
      queue.clear();
    },
  };
}
