import { readFileSync } from 'node:fs';

/**
 * Sums a figure of a process and its children: a confined child is the child of the program that confines it. Undefined
 * where there is no /proc, or the process is gone. The kernel answers from memory, so nothing is waited for: each of these
 * files would cost five turns of the thread pool.
 * @param parse reads the figure in the process's file of /proc
 */
export function sumProcessTree(
  pid: number,
  file: 'stat' | 'status',
  parse: (text: string) => number | undefined,
): number | undefined {
  const figure = (one: number): number | undefined => {
    const text = read(`/proc/${one}/${file}`);
    return text === undefined ? undefined : parse(text);
  };
  const own = figure(pid);
  if (own === undefined) return undefined;
  const children = read(`/proc/${pid}/task/${pid}/children`) ?? '';
  const figures = children.split(' ').filter(Boolean).map(Number).map(figure);
  return figures.reduce<number>((sum, child = 0) => sum + child, own);
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return undefined;
  }
}
