/** Fields that several parts of an experiment's file have. */
import { z } from 'zod';

export const Text = z.string('should be a text').min(1, 'should not be empty');
export const Id = Text.max(60, 'should have at most 60 characters');

export function whole(min: number, max: number) {
  const message = `should be a whole number from ${min} to ${max}`;
  return z.int(message).min(min, message).max(max, message);
}
