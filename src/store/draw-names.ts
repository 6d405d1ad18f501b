/** Which names are in a database, at random? For a bench that asks for names that exist. */

import { openForReading } from './database.js';
import { explained } from './sqlite-error.js';

export interface DrawnName {
  readonly zoneId: number;
  /** As it is stored: a sort key. */
  readonly key: string;
}

/** At most `count` different names that have records, in random order; `random` gives numbers from 0 to 1. */
export function drawNames(path: string, count: number, random: () => number): DrawnName[] {
  const database = openForReading(path);
  try {
    database.function('draw', random);
    const draw = database.prepare<[number], DrawnName>(
      'SELECT zone AS zoneId, name AS key FROM node WHERE length(records) > 1 ORDER BY draw() LIMIT ?',
    );
    return explained(path, () => draw.all(count));
  } finally {
    database.close();
  }
}
