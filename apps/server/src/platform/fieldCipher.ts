import {
	createCipheriv,
	createDecipheriv,
	createHmac,
	createSecretKey,
	hkdfSync,
	type KeyObject,
	randomBytes,
} from 'node:crypto'
import type { DialectAdapter, QueryExecutorProvider } from 'kysely'
import type { FieldKey } from './fieldKeys.ts'

/** Columns that are encrypted; the name is bound to the value, so that none can be put into another column. */
export const encryptedFields = [
	'meetings.password',
	'meetings.host_password',
	'meetings.live_password',
	'lives.stream_key',
	'sites.shell_secret',
	'users.name',
	'users.mobile',
	'proofs.mobile',
	'sms_codes.mobile',
	'complaints.user_name',
] as const
export type EncryptedField = (typeof encryptedFields)[number]

/** Encrypted columns that are searched for a value; the search uses a keyed hash of it. */
export type LookupField = 'users.name' | 'users.mobile' | 'sms_codes.mobile'

/** Encrypts with the active key and decrypts with every key it has (AES-256-GCM). */
export interface FieldCipher {
	/** Of the active key. */
	keyId: string
	encrypt(field: EncryptedField, text: string): string
	/** @throws where the value was changed, is of another field, or its key is missing */
	decrypt(field: EncryptedField, stored: string): string
	/** The keyed hash (HMAC) by which a value is found; it changes with the active key. */
	lookup(field: LookupField, text: string): string
	/** A text that only this key decrypts, to recognise the key by. */
	prove(): string
	isProof(proof: string): boolean
}

/** Begins every encrypted value; no name, number or password of before the encryption was stored with it. */
const marker = '~'
export const isEncrypted = (stored: string): boolean => /^~[0-9a-f]{8}\./.test(stored)

const ivBytes = 12
const tagBytes = 16
/** The same few values are read again and again, by every list. */
const maxRemembered = 10_000

export function createFieldCipher(keys: readonly FieldKey[], activeId: string): FieldCipher {
	const derived = new Map(keys.map(key => [key.id, deriveKeys(key)]))
	const active = derived.get(activeId)
	if (!active) throw new Error(`there is no field key ${activeId}`)
	const { encryption, lookup } = active
	const remembered = new Map<string, string>()

	function encrypt(context: string, text: string): string {
		const iv = randomBytes(ivBytes)
		const cipher = createCipheriv('aes-256-gcm', encryption, iv).setAAD(Buffer.from(context))
		const sealed = Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
		return `${marker}${activeId}.${sealed.toString('base64url')}`
	}

	function decrypt(context: string, stored: string): string {
		const [, id = '', encoded = ''] = /^~([0-9a-f]{8})\.([\w-]+)$/.exec(stored) ?? []
		const key = derived.get(id)
		if (!key) throw new Error(`a value of ${context} has no field key here`)
		const sealed = Buffer.from(encoded, 'base64url')
		const decipher = createDecipheriv('aes-256-gcm', key.encryption, sealed.subarray(0, ivBytes))
		decipher.setAAD(Buffer.from(context)).setAuthTag(sealed.subarray(-tagBytes))
		const text = decipher.update(sealed.subarray(ivBytes, -tagBytes)).toString('utf8')
		// Throws where the value was changed.
		decipher.final()
		return text
	}

	return {
		keyId: activeId,
		encrypt,
		decrypt(field, stored) {
			const known = `${field} ${stored}`
			const found = remembered.get(known)
			if (found !== undefined) return found
			const text = decrypt(field, stored)
			if (remembered.size >= maxRemembered) remembered.clear()
			remembered.set(known, text)
			return text
		},
		lookup: (field, text) => createHmac('sha256', lookup).update(`${field} ${text}`).digest('base64url'),
		prove: () => encrypt(proofContext, proofContext),
		isProof(proof) {
			try {
				return decrypt(proofContext, proof) === proofContext
			} catch {
				return false
			}
		},
	}
}

const proofContext = 'proof of the key'

/** One key in the file, and another one for each use of it; as objects, which are four times as fast as bytes. */
function deriveKeys({ key }: FieldKey): { encryption: KeyObject; lookup: KeyObject } {
	const derive = (use: string) =>
		createSecretKey(new Uint8Array(hkdfSync('sha256', Buffer.from(key, 'base64url'), '', `parley ${use}`, 32)))
	return { encryption: derive('field encryption'), lookup: derive('field lookup') }
}

/** By what every connection and transaction of one database has in common. */
const ciphers = new WeakMap<DialectAdapter, FieldCipher>()

export function attachFieldCipher(db: QueryExecutorProvider, cipher: FieldCipher): void {
	ciphers.set(db.getExecutor().adapter, cipher)
}

/** The cipher of an open database, also inside its transactions. */
export function cipherOf(db: QueryExecutorProvider): FieldCipher {
	const cipher = ciphers.get(db.getExecutor().adapter)
	if (!cipher) throw new Error('the database was opened without its field keys')
	return cipher
}
