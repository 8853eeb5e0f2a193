import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { namedTests, page } from './table.ts';

/** npm run faults: writes docs/faults.md. */
const root = path.resolve(import.meta.dirname, '../../..');
writeFileSync(path.join(root, 'docs/faults.md'), page(namedTests(root)));
