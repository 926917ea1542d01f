/** Stands for a program of yours: it gets the instruction on stdin, and writes its response to stdout. */
import { text } from 'node:stream/consumers';

const instruction = await text(process.stdin);
const TEMPLATES = [
  [/toast/iu, 'Dear friends, thirty years are a long time, and with Ada they were short. To Ada!'],
  [/invite/iu, 'Dear neighbours, please come to the street party on 14 June at noon.'],
  [/apologise/iu, 'We are sorry for the delay of your parcel. The postage will be paid back.'],
];
const found = TEMPLATES.find(([words]) => words.test(instruction));
if (found === undefined) throw new Error('There is no template for this instruction.');
process.stdout.write(`${found[1]}\n`);
