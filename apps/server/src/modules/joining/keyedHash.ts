import { createHmac } from 'node:crypto'

/** A hash that cannot be computed or reversed without the key; `purpose` keeps equal texts of different kinds apart. */
export type KeyedHash = (purpose: 'guest-address' | 'meeting-password', ...texts: string[]) => string

export const createKeyedHash =
	(key: Uint8Array): KeyedHash =>
	(...texts) =>
		createHmac('sha256', key).update(JSON.stringify(texts)).digest('base64url')
