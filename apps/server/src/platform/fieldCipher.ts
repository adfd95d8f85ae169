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

/** Columns that are encrypted; the name is bound to the value, so that a value cannot be moved to another column. */
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

/** Encrypted columns that are searched by value, through a keyed hash. */
export type LookupField = 'users.name' | 'users.mobile' | 'sms_codes.mobile'

/** Encrypts with the active key and decrypts with any of its keys (AES-256-GCM). */
export interface FieldCipher {
	/** Id of the active key. */
	keyId: string
	encrypt(field: EncryptedField, text: string): string
	/** @throws if the value was tampered with, belongs to another field, or its key is missing */
	decrypt(field: EncryptedField, stored: string): string
	/** The keyed hash (HMAC) by which a value is looked up; it changes with the active key. */
	lookup(field: LookupField, text: string): string
	/** A text that only this key decrypts, used to recognise the key. */
	prove(): string
	isProof(proof: string): boolean
}

/** Prefix of every encrypted value; no name, number or password stored before encryption begins with it. */
const marker = '~'
export const isEncrypted = (stored: string): boolean => /^~[0-9a-f]{8}\./.test(stored)

const ivBytes = 12
const tagBytes = 16
/** Every list reads the same few values again. */
const maxRemembered = 10_000

export function createFieldCipher(keys: readonly FieldKey[], activeId: string): FieldCipher {
	const derived = new Map(keys.map(key => [key.id, deriveKeys(key)]))
	const active = derived.get(activeId)
	if (!active) throw new Error(`field key ${activeId} is missing`)
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
		// Throws if the value was tampered with.
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

/** Derives a key for each use from the one in the file; as key objects, which are four times as fast as bytes. */
function deriveKeys({ key }: FieldKey): { encryption: KeyObject; lookup: KeyObject } {
	const derive = (use: string) =>
		createSecretKey(new Uint8Array(hkdfSync('sha256', Buffer.from(key, 'base64url'), '', `parley ${use}`, 32)))
	return { encryption: derive('field encryption'), lookup: derive('field lookup') }
}

/** Keyed by the object all connections and transactions of one database share. */
const ciphers = new WeakMap<DialectAdapter, FieldCipher>()

export function attachFieldCipher(db: QueryExecutorProvider, cipher: FieldCipher): void {
	ciphers.set(db.getExecutor().adapter, cipher)
}

/** Returns the cipher of an open database, also inside its transactions. */
export function cipherOf(db: QueryExecutorProvider): FieldCipher {
	const cipher = ciphers.get(db.getExecutor().adapter)
	if (!cipher) throw new Error('the database was opened without its field keys')
	return cipher
}
