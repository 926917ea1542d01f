#!/usr/bin/env node
/** The front door: hands the process to the program. What a command needs is loaded when it is known. */
import nodeModule from 'node:module';

// Where a machine has much memory, V8 lets a heap grow to several times what is in use. Workers stand side by side.
// Not at once: a short command would collect what it soon gives back as a whole.
const LONG_WORK_MS = 1_000;
const growSlowly = () => process.getBuiltinModule('node:v8').setFlagsFromString('--heap-growing-percent=30');
setTimeout(growSlowly, LONG_WORK_MS).unref();
// Since Node 22: compiled code is kept in the folder for temporary files. Before anything else is imported.
const { enableCompileCache } = nodeModule as { readonly enableCompileCache?: () => unknown };
enableCompileCache?.();
const { runCli } = await import('./program.ts');
process.exitCode = await runCli(process.argv.slice(2), process);
