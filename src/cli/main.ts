#!/usr/bin/env node
/** The front door: hands the process to the program. What a command needs is loaded when it is known. */
import { runCli } from './program.ts';

process.exitCode = await runCli(process.argv.slice(2), process);
