import { spawn } from 'node:child_process';

/** Ends what this process started when this process itself is gone, however it went. */
export interface Guardian {
  watch(pid: number): void;
  release(pid: number): void;
  close(): void;
}

// The shell reads the pids alive right now, one list per line; the end of its input means that the writer is gone.
const script = `
pids=
while read -r line; do pids=$line; done
[ -z "$pids" ] && exit 0
kill $pids 2>/dev/null
for _ in 1 2 3 4 5 6 7 8 9 10; do
  kill -0 $pids 2>/dev/null || exit 0
  sleep 0.5
done
kill -9 $pids 2>/dev/null
`;

export function startGuardian(): Guardian {
  const alive = new Set<number>();
  const shell = spawn('sh', ['-c', script], { stdio: ['pipe', 'ignore', 'ignore'], detached: true });
  // Without a shell the platform still works; it only loses this last safety.
  shell.on('error', () => undefined);
  shell.stdin.on('error', () => undefined);
  shell.unref();
  const tell = (): void => {
    shell.stdin.write(`${[...alive].join(' ')}\n`);
  };
  return {
    watch(pid) {
      alive.add(pid);
      tell();
    },
    release(pid) {
      alive.delete(pid);
      tell();
    },
    close() {
      shell.stdin.end();
    },
  };
}
