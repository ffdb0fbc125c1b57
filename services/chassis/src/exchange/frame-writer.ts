import { createFrameQueue } from './frame-queue.ts';
import type { Batch, Frame } from './frame-queue.ts';

export interface FrameSink<F extends Frame> {
  /** Writes one message; false when the next has to wait for `onDrain`. */
  readonly send: (batch: Batch<F>) => boolean;
  readonly onDrain: (resume: () => void) => void;
}

export interface FrameWriter<F extends Frame> {
  write(frame: F): void;
  /** Sends a message soon, even when no frame waits. */
  wake(): void;
  /** Calls back once nothing waits to be sent, and sends nothing any more. */
  endWhenEmpty(end: () => void): void;
  /** Forgets what was not sent yet of a frame; true when none of it was. */
  withdraw(number: number): boolean;
  /** Sends nothing any more. */
  stop(): void;
}

/** Sends everything that was written during one turn of the event loop as one message. */
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
