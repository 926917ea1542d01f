/** A process that discovers: flags as JSON in its first argument. It prints the id of the set, and may be killed. */
import { z } from 'zod';
import { discoverWith } from './discover-with.ts';

const flags = z.record(z.string(), z.unknown()).parse(JSON.parse(process.argv[2] ?? ''));
const { id } = await discoverWith(flags);
process.stdout.write(`${id}\n`);
