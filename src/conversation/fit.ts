/** Does a record fit the question that it answers? */

import { ProtocolError } from '../protocol/protocol-error.js';
import type { Data } from '../protocol/reply.js';
import type { Question } from '../protocol/request.js';

/** PowerDNS believes whatever owner it is told: this is the only sign that an answer is for another question. */
export function isOwner({ qname }: Data, question: Question): boolean {
  return qname === question.qname || qname.toLowerCase() === question.qname.toLowerCase();
}

/** Throws ProtocolError UNSENDABLE: PowerDNS takes any second row of a SOA answer for a broken backend. */
export function checkSoaAnswer({ qname, qtype }: Data, question: Question, sentBefore: number): void {
  if (question.qtype === 'SOA' && (qtype !== 'SOA' || sentBefore > 0))
    throw misfit(`left out ${qname} ${qtype}: a SOA question has one SOA for an answer`);
}

/** Throws ProtocolError UNSENDABLE. */
export function checkOwner(row: Data, question: Question): void {
  if (!isOwner(row, question))
    throw misfit(`left out ${row.qname} ${row.qtype}: the question was for ${question.qname}`);
}

function misfit(message: string): ProtocolError {
  return new ProtocolError('UNSENDABLE', message);
}
