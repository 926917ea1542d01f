/** Where a path leads that a file names: from the file's folder, or where it is absolute. Neither reaches further than `..` does. */
import { isAbsolute, join } from 'node:path';

export const pathFrom = (folder: string, path: string): string => (isAbsolute(path) ? path : join(folder, path));
