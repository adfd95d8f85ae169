import { hash, randomBytes, randomFillSync, randomInt } from 'node:crypto'
import { MeetingId } from '@parley/core'
import * as v from 'valibot'

/** Random ids and secrets that cannot be guessed or enumerated. */
export interface Ids {
	/** Primary key of a row; `prefix` names the table. */
	row(prefix: string): string
	/** Nine random digits, first not zero. */
	meeting(): MeetingId
	/** 256 random bits as base64url, for tokens and tickets. */
	secret(): string
}

const idBytes = 12
/** Random bytes cost as much in bulk as in small numbers; each is used once. */
const pool = Buffer.alloc(idBytes * 256)
let used = pool.length

function randomId(): string {
	if (used === pool.length) {
		randomFillSync(pool)
		used = 0
	}
	const id = pool.toString('base64url', used, used + idBytes)
	used += idBytes
	return id
}

export const randomIds: Ids = {
	row: prefix => `${prefix}_${randomId()}`,
	meeting: () => v.parse(MeetingId, String(randomInt(100_000_000, 1_000_000_000))),
	secret: () => randomBytes(32).toString('base64url'),
}

/** SHA-256 of a token as base64url. Only the hash is stored, so a stolen database contains no usable token. */
export const hashToken = (secret: string): string => hash('sha256', secret, 'base64url')
