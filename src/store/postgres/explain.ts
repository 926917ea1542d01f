/** What PostgreSQL and the way to it report: what passes by itself, and what somebody has to mend. */
import { errorCode, messageOf } from '../../domain/errors.ts';
import { explained, type Explanation } from '../sql/explain.ts';

/**
 * SQLSTATE (https://www.postgresql.org/docs/current/errcodes-appendix.html), codes of Node.js, and how messages of the
 * driver begin where it has no code.
 */
const PASSING: readonly string[] = [
  // The server stops, or starts.
  ...['57P01', '57P02', '57P03', '08000', '08001', '08003', '08004', '08006'],
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'EAI_AGAIN'],
  ...['Connection terminated', 'timeout exceeded', 'Query read timeout', 'Client has encountered', 'Client was closed'],
  // Others have all connections, or were faster; or this machine slept within a transaction.
  ...['53300', '40001', '40P01', '25P03'],
];

export function isPassing(error: unknown): boolean {
  return isOneOf(PASSING, error);
}

function isOneOf(names: readonly string[], error: unknown): boolean {
  const code = errorCode(error);
  return names.some((name) => (code === null ? messageOf(error).startsWith(name) : code === name));
}

const EXPLANATIONS: readonly Explanation[] = [
  {
    codes: ['28P01', '28000', 'SASL'],
    what: 'does not let this user in.',
    advice: 'Check user and password in --store; PostgreSQL also takes them from PGUSER and PGPASSWORD.',
    isSetting: true,
  },
  { codes: ['3D000'], what: 'is not there.', advice: 'Make the database with “createdb”.', isSetting: true },
  {
    codes: ['ENOTFOUND'],
    what: 'cannot be reached: no machine has this name.',
    advice: 'Check the host in --store.',
    isSetting: true,
  },
  {
    codes: [
      ...['The server does not support SSL', 'DEPTH_ZERO_SELF_SIGNED_CERT', 'SELF_SIGNED_CERT_IN_CHAIN'],
      ...['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'ERR_TLS_CERT_ALTNAME_INVALID', 'CERT_HAS_EXPIRED'],
    ],
    what: 'cannot be reached over TLS as --store asks for it.',
    advice: 'Check sslmode and sslrootcert in the address, and the certificate of the server.',
    isSetting: true,
  },
  {
    // The second: the user may not look into the schema.
    codes: ['42501', '3F000'],
    what: 'does not allow this user what a store needs.',
    advice: 'Grant the user CREATE on the database, or all rights on its schema “groundrule”.',
    isSetting: true,
  },
  {
    codes: ['25006'],
    what: 'can only be read.',
    advice: 'Name the primary server with --store: a replica takes no writes.',
  },
  {
    codes: ['53100', '53200'],
    what: 'cannot grow: the server has no disk space or memory left. What was stored before is unharmed.',
    advice: 'Free some on the server and run again.',
  },
  {
    codes: ['53300'],
    what: 'has no connection left for this process.',
    advice: 'Raise max_connections of the server, or run fewer processes.',
  },
  {
    codes: ['55P03'],
    what: 'cannot be brought up to date: others keep its tables busy.',
    advice: 'Run again, or stop the other processes first.',
  },
  {
    codes: ['42P01', '42703'],
    what: 'lacks tables or columns that were there: something else changed its schema “groundrule”.',
    advice: 'Put a copy of the database back, or name another one with --store.',
  },
  {
    codes: ['Cannot use a pool'],
    what: 'was closed before this was asked of it.',
    advice: 'Run again: what was stored is kept.',
  },
  {
    codes: ['XX001', 'XX002', '58030'],
    what: 'is damaged, or its disk reports an error.',
    advice: 'Look at the server’s log.',
  },
];

const AWAY: Explanation = {
  codes: PASSING,
  what: 'cannot be reached, or does not answer.',
  advice: 'Check that the server runs, and host and port in --store; then run again: what was stored is kept.',
};

/** An error that says what to do about what the server, or the way to it, reports; any other error as it is. */
export function explainPostgresError(error: unknown, location: string): unknown {
  const found = [...EXPLANATIONS, AWAY].find(({ codes }) => isOneOf(codes, error));
  return found === undefined ? error : explained(found, location, errorCode(error) ?? messageOf(error), error);
}
