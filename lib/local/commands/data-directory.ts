import { existsSync } from 'node:fs';
import path from 'node:path';

/** Where a host keeps its data; rehearsals and real runs apart. */
export const dataDirectory = (home: string, dry: boolean): string => path.join(home, dry ? 'dry' : 'real');

/** Whether there is data of rehearsals and none of real runs. */
export const onlyDry = (home: string): boolean =>
  [true, false].every((dry) => existsSync(path.join(dataDirectory(home, dry), 'journal')) === dry);
