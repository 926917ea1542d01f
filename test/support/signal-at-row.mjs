/** Loaded before a program: sends the process a signal when it is about to write a given row, however busy the machine is. */
import { open } from 'node:fs/promises';
import process from 'node:process';

const [row, signal] = (process.env.SIGNAL_AT_ROW ?? '').split(' ');
const handle = await open('/dev/null');
const prototype = Object.getPrototypeOf(handle);
await handle.close();
const { write } = prototype;
let written = 0;
prototype.write = function (...args) {
  if (written === Number(row)) process.kill(process.pid, signal);
  written += 1;
  return write.apply(this, args);
};
