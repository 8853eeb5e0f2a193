import type { Growth } from '../measure/growth.ts';
import type { Load } from '../measure/load.ts';
import type { Profile } from '../measure/profile.ts';
import { figure, table } from './table.ts';

export const growthTable = (growths: readonly Growth[]): string =>
  table(
    ['stored', 'ledger requests a run', 'bytes read a run', 'ms a run', '× the first'],
    growths.flatMap(({ what, points }) =>
      points.map(({ stored, requests, bytesRead, ms }) => [
        `${stored.toLocaleString('en-US')} ${what}`,
        requests,
        figure(bytesRead),
        figure(ms),
        (ms / (points[0]?.ms ?? Number.NaN)).toFixed(2),
      ]),
    ),
  );

export const loadTable = (loads: readonly Load[]): string =>
  table(
    ['function', 'kB', 'ms to import', '× an empty module (min–max)'],
    loads.map(({ name, bytes, ms, ratio, ratioMin, ratioMax }) => [
      name,
      Math.ceil(bytes / 1000),
      figure(ms),
      `${ratio} (${ratioMin}–${ratioMax})`,
    ]),
  );

const SHOWN = 12;

export const profileTable = (profile: Profile | undefined): string =>
  table(
    ['package', 'share of processor time'],
    (profile?.byPackage ?? [])
      .slice(0, SHOWN)
      .map(({ name, share }) => [name, `${(share * 100).toFixed(1)} %`]),
  );
