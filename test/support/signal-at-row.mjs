/** Loaded before a program: sends the process a signal when it is about to write a given row, however busy the machine is. */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import process from 'node:process';

const [row, signal] = (process.env.SIGNAL_AT_ROW ?? '').split(' ');
const { writeSync } = fs;
let written = 0;
fs.writeSync = (...args) => {
  if (written === Number(row)) process.kill(process.pid, signal);
  written += 1;
  return writeSync(...args);
};
syncBuiltinESMExports();
