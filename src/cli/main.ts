#!/usr/bin/env node
/** The front door: hands the process to the program. What a command needs is loaded when it is known. */
import nodeModule from 'node:module';
import { setFlagsFromString } from 'node:v8';

// Where a machine has much memory, V8 lets a heap grow to several times what is in use. Workers stand side by side.
setFlagsFromString('--heap-growing-percent=30');
// Since Node 22: compiled code is kept in the folder for temporary files. Before anything else is imported.
const { enableCompileCache } = nodeModule as { readonly enableCompileCache?: () => unknown };
enableCompileCache?.();
const { runCli } = await import('./program.ts');
process.exitCode = await runCli(process.argv.slice(2), process);
