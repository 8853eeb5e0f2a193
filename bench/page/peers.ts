import type { Crash } from '../measure/crash.ts';
import { median } from '../measure/many.ts';
import type { Parked } from '../measure/parked.ts';
import { CONCURRENCIES, type Speed } from '../measure/speed.ts';
import { PEERS, type PeerName } from '../peers.ts';
import { figure, ratio, table } from './table.ts';

export type PeerRounds = {
  readonly name: PeerName;
  readonly title: string;
  readonly rounds: readonly Speed[];
};

/** Every peer that was measured, in the order of the list, with its rounds in theirs. */
export const peersOf = (
  results: readonly { readonly peer: PeerName; readonly round: number; readonly value: Speed }[],
): readonly PeerRounds[] =>
  PEERS.map(({ name, title }) => ({
    name,
    title,
    rounds: results
      .filter(({ peer }) => peer === name)
      .toSorted((a, b) => a.round - b.round)
      .map(({ value }) => value),
  })).filter(({ rounds }) => rounds.length > 0);

const oursIn = (speeds: readonly PeerRounds[]) =>
  speeds.find(({ name }) => name === 'holdpoint')?.rounds ?? [];

/** A figure's median and how many times Holdpoint's it is; nothing beside Holdpoint's own. */
function compared(speeds: readonly PeerRounds[], peer: PeerRounds, of: (speed: Speed) => number) {
  const own = peer.rounds.map(of);
  const times = peer.name === 'holdpoint' ? '1' : ratio(own, oursIn(speeds).map(of));
  return [figure(median(own)), times];
}

export const speedTable = (speeds: readonly PeerRounds[]): string =>
  table(
    ['runs a second', ...CONCURRENCIES.flatMap((atOnce) => [`${atOnce} at once`, '× Holdpoint'])],
    speeds.map((peer) => [
      peer.title,
      ...CONCURRENCIES.flatMap((atOnce) =>
        compared(speeds, peer, ({ at }) => at[atOnce]?.runsPerSecond ?? Number.NaN),
      ),
    ]),
  );

export const latencyTable = (speeds: readonly PeerRounds[]): string =>
  table(
    [
      'milliseconds, one at a time',
      'start to parked p50',
      'p95',
      '× Holdpoint',
      'approve to done p50',
      'p95',
      '× Holdpoint',
      'cold start to first parked',
    ],
    speeds.map((peer) => {
      const cells = (step: 'start' | 'approve') => {
        const [p50, times] = compared(speeds, peer, ({ at }) => at['1']?.[step].p50 ?? Number.NaN);
        return [p50, figure(median(peer.rounds.map(({ at }) => at['1']?.[step].p95 ?? Number.NaN))), times];
      };
      const cold = figure(median(peer.rounds.map(({ coldStartMs }) => coldStartMs)));
      return [peer.title, ...cells('start'), ...cells('approve'), cold];
    }),
  );

export const sizeTable = (speeds: readonly PeerRounds[]): string =>
  table(
    ['', 'MB idle', 'MB after the load', 'bytes kept a run', '× Holdpoint'],
    speeds.map((peer) => {
      const known = (of: (speed: Speed) => number | undefined) =>
        peer.rounds.map(of).filter((value) => value !== undefined);
      return [
        peer.title,
        figure(median(known(({ idleMb }) => idleMb))),
        figure(median(known(({ busyMb }) => busyMb))),
        ...compared(speeds, peer, ({ bytesPerRun }) => bytesPerRun),
      ];
    }),
  );

const titleOf = (peer: PeerName) => PEERS.find(({ name }) => name === peer)?.title ?? peer;

export const parkedTable = (
  results: readonly { readonly peer: PeerName; readonly value: Parked }[],
): string =>
  table(
    [
      '',
      'parked',
      'seconds to park',
      'MB before',
      'MB parked',
      'KB a run',
      'restart, s',
      'MB again',
      'resumed',
      'resumed a second',
    ],
    results.map(({ peer, value }) => [
      titleOf(peer),
      shareOf(value.parked, value.asked),
      figure(value.parkSeconds),
      figure(value.mbBefore),
      figure(value.mbParked),
      figure((((value.mbParked ?? Number.NaN) - (value.mbBefore ?? Number.NaN)) * 1024) / value.parked),
      figure(value.restartSeconds),
      figure(value.mbRestarted),
      shareOf(value.resumed, value.parked),
      figure(value.resumed / value.resumeSeconds),
    ]),
  );

const shareOf = (done: number, asked: number): string =>
  done === asked
    ? done.toLocaleString('en-US')
    : `${done.toLocaleString('en-US')} of ${asked.toLocaleString('en-US')}`;

export const crashTable = (results: readonly { readonly peer: PeerName; readonly value: Crash }[]): string =>
  table(
    ['', 'writes', 'the run ends', 'by', 'seconds'],
    results.map(({ peer, value }) => [
      titleOf(peer),
      value.writes === 1 ? '1' : `**${value.writes}**`,
      value.finished ? 'yes' : `**no**, it stays "${value.status}"`,
      value.finished ? value.by : '–',
      value.finished ? figure(value.seconds) : '–',
    ]),
  );
