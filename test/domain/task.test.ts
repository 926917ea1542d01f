import { describe, expect, it } from 'vitest';
import { MAX_INSTRUCTION_CHARS, parseTask } from '../../src/domain/task.ts';

describe('parseTask', () => {
  it('trims, and takes blank context for none', () => {
    expect(parseTask('  Write a note \n', ' ')).toEqual({ instruction: 'Write a note', context: null });
  });

  it.each([
    ['empty', ' \n\t'],
    ['over-long', 'x'.repeat(MAX_INSTRUCTION_CHARS + 1)],
  ])('refuses an %s instruction and says what to do', (_name, instruction) => {
    expect(() => parseTask(instruction)).toThrow(expect.objectContaining({ name: 'InputError' }));
    expect(() => parseTask(instruction)).not.toThrow(expect.objectContaining({ advice: null }));
  });

  it('states the limit', () => {
    expect(() => parseTask('x'.repeat(20_001))).toThrow('20001 characters; at most 20000');
  });
});
