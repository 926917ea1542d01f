#!/usr/bin/env node
/** The front door: hands the process to the program. What a command needs is loaded when it is known. */
import { setFlagsFromString } from 'node:v8';
import { runCli } from './program.ts';

// Where a machine has much memory, V8 lets a heap grow to several times what is in use. Workers stand side by side.
setFlagsFromString('--heap-growing-percent=30');
process.exitCode = await runCli(process.argv.slice(2), process);
