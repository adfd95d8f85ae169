import { createHash, randomBytes, randomInt } from 'node:crypto'
import { MeetingId } from '@parley/core'
import * as v from 'valibot'

/** Random values for everything that needs a name nobody can guess or count. */
export interface Ids {
	/** A key for a row, with a prefix that says of what. */
	row(prefix: string): string
	/** Nine random digits, first not zero. */
	meeting(): MeetingId
	/** 256 random bits as base64url, for tokens and tickets. */
	secret(): string
}

export const randomIds: Ids = {
	row: prefix => `${prefix}_${randomBytes(12).toString('base64url')}`,
	meeting: () => v.parse(MeetingId, String(randomInt(100_000_000, 1_000_000_000))),
	secret: () => randomBytes(32).toString('base64url'),
}

/** What is kept of a token: enough to recognise it, nothing to use it with. */
export const fingerprint = (secret: string): string => createHash('sha256').update(secret).digest('base64url')
