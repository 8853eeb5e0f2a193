import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

/** What Linux says of processes; elsewhere there is nothing to read and every answer is undefined. */
const read = (file: string): string | undefined => {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
};

/** Memory in MB that would be free without these processes: what several of them share counts once. */
export function memoryMb(pids: readonly number[]): number | undefined {
  const shares = pids.map((pid) => /^Pss:\s+(\d+)/m.exec(read(`/proc/${pid}/smaps_rollup`) ?? '')?.[1]);
  if (shares.every((share) => share === undefined)) return undefined;
  return Math.round(shares.reduce((sum, share) => sum + Number(share ?? 0), 0) / 102.4) / 10;
}

export function children(pid: number): number[] {
  const listed = (read(`/proc/${pid}/task/${pid}/children`) ?? '').trim().split(/\s+/);
  return listed.filter(Boolean).flatMap((child) => [Number(child), ...children(Number(child))]);
}

/** How much of the machine others used between two moments is what is left of all when ours is taken off. */
export function busyMs(): number {
  const [, user = 0, nice = 0, system = 0, , , irq = 0, soft = 0] =
    (read('/proc/stat') ?? '').split('\n')[0]?.split(/\s+/).map(Number) ?? [];
  return (user + nice + system + irq + soft) * 10;
}

export function cpuMs(pid: number): number {
  const fields = (read(`/proc/${pid}/stat`) ?? '').replace(/^.*\) /s, '').split(' ');
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) * 10;
}

export function bytesIn(place: string): number {
  const { size = 0, isDirectory } = statSync(place, { throwIfNoEntry: false }) ?? {};
  if (!isDirectory?.call(statSync(place))) return size;
  return readdirSync(place).reduce((sum, name) => sum + bytesIn(path.join(place, name)), 0);
}
