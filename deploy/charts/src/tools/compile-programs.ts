import { say } from '../findings.ts';
import { goProgram, goPrograms, isCached } from './go-programs.ts';

const { helm, kubeconform, kubeScore, kubesec } = goPrograms;

/** Compiles the programs that check the charts, unless they are cached, and prints each with the seconds it took. */
export async function compilePrograms(): Promise<void> {
  const missing = [helm, kubeconform, kubeScore, kubesec].filter((program) => !isCached(program));
  if (missing.length === 0) return;
  say(`Compiling ${String(missing.length)} programs with Go, once. This takes several minutes.`);
  for (const [index, program] of missing.entries()) {
    const step = `[${String(index + 1)}/${String(missing.length)}]`;
    say(`${step} compiling ${program.name} ${program.version}`);
    const startedAt = performance.now();
    await goProgram(program);
    say(`${step} compiled in ${String(Math.round((performance.now() - startedAt) / 1000))} s`);
  }
}
